/** Measures how fast look-ups in the index of one query are, with HNSW and with exact search. */
import type { Clock } from "../../src/core/ports.ts";
import { seededRandom } from "../../src/maths/random.ts";
import { exactIndex } from "../../src/model/index/exact.ts";
import { findHnsw } from "../../src/model/index/hnsw.ts";

/** Uses random vectors with the model's dimensions. Each look-up finds the eight nearest. */
export function measureIndex(points: number, { clock, seed }: { readonly seed: number; readonly clock: Clock }) {
  const dimensions = 384;
  const random = seededRandom(seed);
  const vectors = new Float32Array(points * dimensions);
  for (let point = 0; point < points; point++) {
    const vector = Float32Array.from({ length: dimensions }, () => random() - 0.5);
    const norm = Math.hypot(...vector);
    for (const [place, value] of vector.entries()) vectors[point * dimensions + place] = value / norm;
  }
  const given = { vectors, dimensions, count: points };
  const lookedUp = Array.from({ length: 200 }, (_, place) => {
    const point = place % points;
    return vectors.subarray(point * dimensions, (point + 1) * dimensions);
  });
  const microseconds = <T>(work: () => T) => {
    const begin = clock.seconds();
    const made = work();
    return { made, taken: (clock.seconds() - begin) * 1e6 };
  };
  const lookup = (index: { nearest(vector: Float32Array, k: number): unknown }) => () => {
    for (const vector of lookedUp) index.nearest(vector, 8);
  };
  const exact = exactIndex(given);
  lookup(exact)();
  const { hnsw } = findHnsw();
  const built = hnsw === null ? null : microseconds(() => hnsw.build(given));
  return {
    points,
    /** Null without hnswlib-node, as `hnswLookupMicroseconds`. */
    hnswBuildMicrosecondsPerPoint: built && built.taken / points,
    hnswLookupMicroseconds: built && microseconds(lookup(built.made)).taken / lookedUp.length,
    exactLookupMicroseconds: microseconds(lookup(exact)).taken / lookedUp.length,
  };
}
