/**
 * Do two series rise and fall together, along any curve?
 */

import { roundScore } from "../classification/round-score.ts";
import { requirePaired } from "../significance/require-paired.ts";
import { midRanks } from "./mid-ranks.ts";
import { pearson } from "./pearson.ts";

/**
 * Spearman's ρ: Pearson's correlation of the mid-ranks. Scores that are equal to 1e-12 tie.
 *
 * @returns -1..1; null below two values and where a side is constant: undefined, not 0
 * @throws SemqrelError INVALID_OPTION as `requirePaired`
 *
 * Cost O(n log n). Source: Kendall 1970, Rank Correlation Methods, 1.12 and 3.8.
 */
export function spearman(first: ArrayLike<number>, second: ArrayLike<number>): number | null {
  requirePaired(first, second);
  return pearson(midRanks(Float64Array.from(first, roundScore)), midRanks(Float64Array.from(second, roundScore)));
}
