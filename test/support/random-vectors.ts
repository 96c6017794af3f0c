/** Vectors of length 1 in random directions, the same for the same seed. */
import { seededRandom } from "../../src/maths/random.ts";

/** @returns count x dimensions numbers, vector by vector */
export function randomUnitVectors(count: number, dimensions: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  const vectors = new Float32Array(count * dimensions);
  for (let point = 0; point < count; point++) {
    // Two uniform numbers give one normal one (Box & Muller 1958), so directions are uniform on the sphere.
    const normal = Array.from(
      { length: dimensions },
      () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
    );
    const length = Math.hypot(...normal);
    vectors.set(
      normal.map((number) => number / length),
      point * dimensions,
    );
  }
  return vectors;
}

/** Vector `place` of a table of vectors; a view. */
export function vectorAt(vectors: Float32Array, dimensions: number, place: number): Float32Array {
  return vectors.subarray(place * dimensions, (place + 1) * dimensions);
}

/** A vector of length 1 in the plane, `degrees` from the first axis; similarities are cosines of differences. */
export function atDegrees(degrees: number): Float32Array {
  const angle = (degrees * Math.PI) / 180;
  return Float32Array.of(Math.cos(angle), Math.sin(angle));
}
