/** Which distinct titles does a reference list have? */
import type { ReferencePoints, ResultLists } from "../../core/types.ts";
import { documentNumbers } from "../../lists/documents.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";

/**
 * Rows of one document are one point, and its smallest rank speaks for it.
 *
 * @param titleKeyOf    by reference row: equal for equal titles; null for a row that is not a point
 * @param identifiersOf by reference row: what decides before titles, as `rowIdentifiers` gives it
 */
export function referencePoints(
  reference: ResultLists,
  titleKeyOf: (row: number) => string | null,
  identifiersOf: (row: number) => readonly string[] = () => [],
): ReferencePoints {
  const queries = reference.offsets.length - 1;
  const rows: number[] = [];
  const offsets = new Int32Array(queries + 1);
  const pointOfRow = new Int32Array(reference.titles.length).fill(-1);
  for (let query = 0; query < queries; query++) {
    const documentOf = documentNumbers();
    const first = rows.length;
    for (const row of rowsOfQuery(reference, query)) {
      const key = titleKeyOf(row);
      if (key === null) continue;
      const point = first + documentOf(identifiersOf(row), key);
      if (point === rows.length) rows.push(row);
      pointOfRow[row] = point;
    }
    offsets[query + 1] = rows.length;
  }
  return { rows: Int32Array.from(rows), offsets, pointOfRow };
}
