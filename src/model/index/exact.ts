/**
 * Which points are nearest, by looking at all of them?
 * The twin of the HNSW index: no native code, always right.
 */
import { at } from "../../core/at.ts";
import { SemqrelError } from "../../core/errors.ts";
import type { IndexProvider, NearestIndex, PointVectors } from "../../core/ports.ts";
import { counted } from "../../core/text/wording.ts";

/** Cost of a look-up O(count * dimensions). */
export function exactIndex(points: PointVectors): NearestIndex {
  const { vectors, dimensions, count } = points;
  return {
    size: count,
    nearest(vector, k) {
      requireVector(vector, dimensions);
      const similarities = new Float64Array(count);
      for (let point = 0; point < count; point++) {
        let sum = 0;
        const begin = point * dimensions;
        for (let place = 0; place < dimensions; place++) {
          sum += (vectors[begin + place] as number) * (vector[place] as number);
        }
        similarities[point] = sum;
      }
      const order = Array.from(similarities, (_, point) => point);
      order.sort((one, other) => at(similarities, other) - at(similarities, one) || one - other);
      return order.slice(0, k);
    },
  };
}

/** @throws SemqrelError INVALID_VECTOR  wrong length, or a number that is not finite (native code would take both) */
export function requireVector(vector: Float32Array, dimensions: number): void {
  // The sum is finite only where all numbers are: squares cannot cancel.
  let squares = 0;
  for (let place = 0; place < vector.length; place++) squares += (vector[place] as number) ** 2;
  if (vector.length === dimensions && Number.isFinite(squares)) return;
  const { length } = vector;
  const found = `${counted(length, "number")}${Number.isFinite(squares) ? "" : ", not all of them finite"}`;
  const message =
    `Taking a vector for an index: it has ${found}; vectors here have ${dimensions}, all finite. ` +
    "Give those of one model.";
  throw new SemqrelError("INVALID_VECTOR", message, { details: { length, dimensions } });
}

/** Indexes that are made when opened and never kept. */
export function exactIndexes(): IndexProvider {
  let built = 0;
  return {
    async open(_query, _titles, points) {
      built++;
      return exactIndex(points);
    },
    async close() {
      return { kind: "exact", folder: null, reused: 0, built, rebuilt: {}, failure: null };
    },
  };
}
