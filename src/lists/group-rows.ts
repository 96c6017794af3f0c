/** Which rows belong to which query? */

export interface GroupedRows {
  /** Numbers of the queries that have rows, in order of first appearance. */
  readonly queries: Int32Array;
  /** queries + 1 entries: the rows of the query at place q are rows[offsets[q] .. offsets[q + 1]). */
  readonly offsets: Int32Array;
  /** Row numbers, those of one query together and in the order of the file. */
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
    const query = queryOfRow[row] ?? 0;
    let place = placeOf[query] ?? -1;
    if (place < 0) {
      place = queries.push(query) - 1;
      placeOf[query] = place;
      sizes.push(0);
    }
    sizes[place] = (sizes[place] ?? 0) + 1;
  }
  const offsets = new Int32Array(queries.length + 1);
  for (let place = 0; place < sizes.length; place++) offsets[place + 1] = (offsets[place] ?? 0) + (sizes[place] ?? 0);
  const next = offsets.slice();
  const rows = new Int32Array(queryOfRow.length);
  for (let row = 0; row < queryOfRow.length; row++) {
    const place = placeOf[queryOfRow[row] ?? 0] ?? 0;
    const at = next[place] ?? 0;
    rows[at] = row;
    next[place] = at + 1;
  }
  return { queries: Int32Array.from(queries), offsets, rows };
}
