/** Which vectors does an index of some rows hold? */
import { at } from "../../core/at.ts";
import type { PointVectors } from "../../core/ports.ts";

/** Copies the vectors of rows side by side, in the order of the rows. @param rows with a title; one at least */
export function gatherVectors(rows: Int32Array, vectorOf: (row: number) => Float32Array): PointVectors {
  const dimensions = vectorOf(at(rows, 0)).length;
  const vectors = new Float32Array(rows.length * dimensions);
  rows.forEach((row, point) => {
    vectors.set(vectorOf(row), point * dimensions);
  });
  return { vectors, dimensions, count: rows.length };
}
