/**
 * Which label does each candidate row get?
 * The label of the reference row it was matched to.
 */
import type { Matches } from "../../core/types.ts";

/**
 * @param matches          one entry per candidate row
 * @param referenceLabels  by reference row, each >= 0
 * @returns by candidate row: the label; 0 where a reference exists but nothing matched; NaN without reference
 */
export function labelMatches(matches: Matches, referenceLabels: Float64Array): Float64Array {
  return Float64Array.from(matches.referenceRows, (referenceRow, row) => {
    if (referenceRow >= 0) return referenceLabels[referenceRow] ?? Number.NaN;
    return Number.isNaN(matches.similarities[row]) ? Number.NaN : 0;
  });
}
