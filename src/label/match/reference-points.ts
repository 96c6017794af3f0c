/** Which distinct points does a reference list hold? */
import type { ReferencePoints, ResultLists } from "../../core/types.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { identifiedDocuments } from "../../lists/identified-documents.ts";

/**
 * Titles that neither the model nor an identifier can tell apart are one point, which its smallest rank speaks for.
 *
 * @param tokenKeyOfRow by reference row: equal where the model sees the same token ids
 * @param identifiers columns that decide before titles
 */
export function referencePoints(
  reference: ResultLists,
  tokenKeyOfRow: (row: number) => string,
  identifiers: readonly string[] = [],
): ReferencePoints {
  const queries = reference.offsets.length - 1;
  const rows: number[] = [];
  const offsets = new Int32Array(queries + 1);
  const pointOfRow = new Int32Array(reference.titles.length);
  for (let query = 0; query < queries; query++) {
    const pointOfKey = new Map<string, number>();
    const documentOf = identifiedDocuments(identifiers);
    for (const row of rowsOfQuery(reference, query)) {
      const key = `${documentOf(reference, row)}\n${tokenKeyOfRow(row)}`;
      const point = pointOfKey.get(key) ?? rows.push(row) - 1;
      pointOfKey.set(key, point);
      pointOfRow[row] = point;
    }
    offsets[query + 1] = rows.length;
  }
  return { rows: Int32Array.from(rows), offsets, pointOfRow };
}
