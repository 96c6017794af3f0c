/**
 * How do two engines differ query by query?
 */

import { roundScore } from "../classification/round-score.ts";
import { requirePaired } from "./require-paired.ts";

/**
 * first - second of each pair, rounded to 1e-12: 0.3 - 0.2 and 0.2 - 0.1 are the same difference, and equal scores tie,
 * whatever their last bits are.
 *
 * @param first  finite, one value per query
 * @param second as many
 * @throws SemqrelError INVALID_OPTION as `requirePaired`
 */
export function pairedDifferences(first: ArrayLike<number>, second: ArrayLike<number>): Float64Array {
  requirePaired(first, second);
  return Float64Array.from(first, (value, index) => roundScore(value - (second[index] ?? Number.NaN)));
}
