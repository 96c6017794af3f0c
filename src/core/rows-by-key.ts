/** Returns each key's row numbers (from 0). Keys and rows are in order of appearance. Node 20 lacks `Map.groupBy`. */
export function rowsByKey<Key>(keys: ArrayLike<Key>): Map<Key, number[]> {
  const rowsOf = new Map<Key, number[]>();
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row] as Key;
    const rows = rowsOf.get(key);
    if (rows === undefined) rowsOf.set(key, [row]);
    else rows.push(row);
  }
  return rowsOf;
}
