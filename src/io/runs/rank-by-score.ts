/** In which order does a TREC run stand? */
import { rowsByKey } from "../../core/rows-by-key.ts";

/**
 * 0-based ranks by score, and among equal scores by document id, both descending, as trec_eval sorts.
 *
 * @param queries by row: equal for rows of one query
 */
export function rankByScore(queries: Int32Array, scores: ArrayLike<number>, ids: readonly string[]): Int32Array {
  const ranks = new Int32Array(queries.length);
  const compareRows = (one: number, other: number) =>
    (scores[other] as number) - (scores[one] as number) || compare(ids[other] as string, ids[one] as string);
  for (const rows of rowsByKey(queries).values()) {
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
