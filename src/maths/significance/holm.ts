/**
 * Which p-values stay small when many were looked at, step by step?
 */
import { requireProbabilities } from "../summary/require-probabilities.ts";

/**
 * Holm's adjusted p-values: the i-th smallest (from 1) of m becomes max over j <= i of min(1, (m - j + 1) p_j). They
 * hold the chance of any false claim as Bonferroni's do, and are never larger.
 *
 * @param values p-values, 0..1
 * @returns in the order given
 * @throws SemqrelError INVALID_OPTION  a value is no probability   details: { index, p }
 *
 * Source: Holm 1979 (Scandinavian Journal of Statistics 6, 65-70).
 */
export function holm(values: readonly number[]): number[] {
  requireProbabilities(values);
  const adjusted = [...values];
  const rising = values.map((p, index) => ({ p, index })).sort((one, other) => one.p - other.p);
  let largest = 0;
  rising.forEach(({ p, index }, rank) => {
    largest = Math.max(largest, Math.min(1, p * (values.length - rank)));
    adjusted[index] = largest;
  });
  return adjusted;
}
