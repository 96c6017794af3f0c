/**
 * Which p-values stay small when many were looked at, whatever hangs on what?
 */
import { requireProbabilities } from "../summary/require-probabilities.ts";

/**
 * Bonferroni's adjusted p-values: min(1, m p) of m. Below α they hold the chance of any false claim at α.
 *
 * @param values p-values, 0..1
 * @returns in the order given
 * @throws SemqrelError INVALID_OPTION  a value is no probability   details: { index, p }
 */
export function bonferroni(values: readonly number[]): number[] {
  requireProbabilities(values);
  return values.map((p) => Math.min(1, p * values.length));
}
