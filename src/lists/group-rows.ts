/** Which rows belong to which query? */

import { at } from "../core/at.ts";

export interface GroupedRows {
  /** Numbers of the queries that have rows, in order of first appearance. */
  readonly queries: Int32Array;
  /** queries + 1 entries: the rows of the query at place q are rows[offsets[q] .. offsets[q + 1]). */
  readonly offsets: Int32Array;
  /** By query, each query's in the order of the file. */
  readonly rows: Int32Array;
}

/**
 * @param queryOfRow number of the query of every row
 * @param queryCount every number is below it
 *
 * Cost O(rows + queryCount).
 */
export function groupRows(queryOfRow: Int32Array, queryCount: number): GroupedRows {
  const placeOf = new Int32Array(queryCount).fill(-1);
  const queries: number[] = [];
  const sizes: number[] = [];
  for (let row = 0; row < queryOfRow.length; row++) {
    const query = queryOfRow[row] as number;
    let place = placeOf[query] as number;
    if (place < 0) {
      place = queries.push(query) - 1;
      placeOf[query] = place;
      sizes.push(0);
    }
    sizes[place] = (sizes[place] as number) + 1;
  }
  const offsets = new Int32Array(queries.length + 1);
  for (const [place, size] of sizes.entries()) offsets[place + 1] = at(offsets, place) + size;
  const next = offsets.slice();
  const rows = new Int32Array(queryOfRow.length);
  for (let row = 0; row < queryOfRow.length; row++) {
    const place = placeOf[queryOfRow[row] as number] as number;
    const end = next[place] as number;
    rows[end] = row;
    next[place] = end + 1;
  }
  return { queries: Int32Array.from(queries), offsets, rows };
}
