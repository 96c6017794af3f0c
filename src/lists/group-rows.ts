/** Which rows belong to which query? */

import { at } from "../core/at.ts";

interface GroupedRows {
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
  let isGrouped = true;
  for (let begin = 0; begin < queryOfRow.length; ) {
    const query = queryOfRow[begin] as number;
    let end = begin + 1;
    while (end < queryOfRow.length && queryOfRow[end] === query) end++;
    let place = placeOf[query] as number;
    if (place < 0) {
      place = queries.push(query) - 1;
      placeOf[query] = place;
      sizes.push(0);
    } else isGrouped = false;
    sizes[place] = (sizes[place] as number) + end - begin;
    begin = end;
  }
  const offsets = new Int32Array(queries.length + 1);
  for (const [place, size] of sizes.entries()) offsets[place + 1] = at(offsets, place) + size;
  const rows = new Int32Array(queryOfRow.length);
  const next = offsets.slice();
  for (let row = 0; row < queryOfRow.length; row++) {
    if (isGrouped) rows[row] = row;
    else {
      const place = placeOf[queryOfRow[row] as number] as number;
      rows[next[place] as number] = row;
      next[place] = (next[place] as number) + 1;
    }
  }
  return { queries: Int32Array.from(queries), offsets, rows };
}
