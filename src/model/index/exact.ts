/** Finds nearest points by comparing all points. Used for --exact, or if hnswlib-node is missing. */
import { SemqrelError } from "../../core/errors.ts";
import type { IndexProvider, NearestIndex, PointVectors } from "../../core/ports.ts";
import { counted } from "../../core/text/wording.ts";
import { cosine, within } from "../../maths/numbers.ts";
import { dotProducts } from "./dot-products.ts";

/** A look-up costs O(count * dimensions). */
export function exactIndex(points: PointVectors): NearestIndex {
  const { vectors, dimensions, count } = points;
  const fast = dotProducts(points);
  /** Adds in the same order as `cosine`, to get the same last digits. Reads the vector once for every four points. */
  const similarities = (vector: Float32Array): Float64Array => {
    requireVector(vector, dimensions);
    if (fast !== null) return fast(vector).map(within);
    const found = new Float64Array(count);
    let point = 0;
    for (; point + 4 <= count; point += 4) {
      const first = point * dimensions;
      const second = first + dimensions;
      const third = second + dimensions;
      const fourth = third + dimensions;
      let one = 0;
      let two = 0;
      let three = 0;
      let four = 0;
      for (let dimension = 0; dimension < dimensions; dimension++) {
        const value = vector[dimension] as number;
        one += (vectors[first + dimension] as number) * value;
        two += (vectors[second + dimension] as number) * value;
        three += (vectors[third + dimension] as number) * value;
        four += (vectors[fourth + dimension] as number) * value;
      }
      found[point] = within(one);
      found[point + 1] = within(two);
      found[point + 2] = within(three);
      found[point + 3] = within(four);
    }
    for (; point < count; point++) {
      found[point] = cosine(vector, vectors.subarray(point * dimensions, (point + 1) * dimensions));
    }
    return found;
  };
  return {
    size: count,
    nearest(vector, k) {
      const found = similarities(vector);
      const nearest: number[] = [];
      // Inserts one by one, because sorting all points takes longer. Ties go to the point with the smaller number.
      for (let point = 0; point < count; point++) {
        const similarity = found[point] as number;
        let index = nearest.length;
        while (index > 0 && similarity > (found[nearest[index - 1] as number] as number)) index--;
        if (index === k) continue;
        nearest.splice(index, 0, point);
        nearest.length = Math.min(nearest.length, k);
      }
      return nearest;
    },
  };
}

/** @throws SemqrelError INVALID_VECTOR  wrong length, or a number is not finite (native code would accept both) */
export function requireVector(vector: Float32Array, dimensions: number): void {
  // Squares cannot cancel out, so their sum is finite only if all numbers are.
  let squares = 0;
  for (let dimension = 0; dimension < vector.length; dimension++) squares += (vector[dimension] as number) ** 2;
  if (vector.length === dimensions && Number.isFinite(squares)) return;
  const { length } = vector;
  const found = `${counted(length, "number")}${Number.isFinite(squares) ? "" : ", not all of them finite"}`;
  const message =
    `Using a vector in an index: it has ${found}; this index needs ${dimensions}, all finite. ` +
    "Use vectors of one model.";
  throw new SemqrelError("INVALID_VECTOR", message, { details: { length, dimensions } });
}

export function lookupCounter() {
  let lookups = 0;
  return {
    counted: ({ size, nearest }: NearestIndex): NearestIndex => ({
      size,
      nearest(vector, k) {
        lookups++;
        return nearest(vector, k);
      },
    }),
    lookups: () => lookups,
  };
}

export function exactIndexes(): IndexProvider {
  let built = 0;
  const counter = lookupCounter();
  return {
    async open(_query, _titles, points) {
      built++;
      return counter.counted(exactIndex(points));
    },
    async close() {
      const lookups = counter.lookups();
      return { kind: "exact", folder: null, reused: 0, built, lookups, rebuilt: {}, unfinished: 0, failure: null };
    },
  };
}
