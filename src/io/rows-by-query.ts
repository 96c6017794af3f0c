/** Row numbers by number of the query, both in order of appearance. Cost O(rows). */
export function rowsByQuery(queries: Int32Array): Map<number, number[]> {
  const rowsOf = new Map<number, number[]>();
  for (let row = 0; row < queries.length; row++) {
    const query = queries[row] as number;
    const rows = rowsOf.get(query);
    if (rows === undefined) rowsOf.set(query, [row]);
    else rows.push(row);
  }
  return rowsOf;
}
