/** In which order does a TREC run stand? */
/**
 * 0-based ranks by score, and among equal scores by document id, both descending, as trec_eval sorts.
 *
 * @param queryKeys by row: equal for rows of one query
 */
export function rankByScore(
  queryKeys: readonly (string | number)[],
  scores: ArrayLike<number>,
  ids: readonly string[],
): Int32Array {
  const rowsOfKey = new Map<string | number, number[]>();
  queryKeys.forEach((key, row) => {
    const rows = rowsOfKey.get(key);
    if (rows === undefined) rowsOfKey.set(key, [row]);
    else rows.push(row);
  });
  const ranks = new Int32Array(queryKeys.length);
  const compareRows = (one: number, other: number) =>
    (scores[other] as number) - (scores[one] as number) || compare(ids[other] as string, ids[one] as string);
  for (const rows of rowsOfKey.values()) {
    rows.sort(compareRows).forEach((row, rank) => {
      ranks[row] = rank;
    });
  }
  return ranks;
}

/** By bytes, as C's strcmp does; UTF-16 order differs from it beyond the basic plane. */
function compare(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
