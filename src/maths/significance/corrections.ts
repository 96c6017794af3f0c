/** Which p-values stay small when many were looked at? */
import { requireProbabilities } from "../require.ts";

/**
 * Bonferroni's adjusted p-values, in the order given: min(1, m p) of m. Below α they hold the chance of any false claim
 * at α.
 * @throws SemqrelError INVALID_OPTION  a value is no probability   details: { index, p }
 */
export function bonferroni(values: readonly number[]): number[] {
  requireProbabilities(values);
  return values.map((p) => Math.min(1, p * values.length));
}

/**
 * Holm's adjusted p-values, in the order given: the i-th smallest (from 1) of m becomes max over j <= i of
 * min(1, (m - j + 1) p_j). They hold the chance of any false claim as Bonferroni's do, and are never larger. Source: Holm
 * 1979 (Scandinavian Journal of Statistics 6, 65-70).
 * @throws SemqrelError INVALID_OPTION  a value is no probability   details: { index, p }
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

/**
 * Benjamini and Hochberg's adjusted p-values, in the order given: the i-th smallest (from 1) of m becomes min over j >= i
 * of min(1, p_j m / j). Below α they hold the expected share of false claims among all claims at α, for independent or
 * positively dependent tests. Source: Benjamini & Hochberg 1995 (Journal of the Royal Statistical Society B 57, 289-300).
 * @throws SemqrelError INVALID_OPTION  a value is no probability   details: { index, p }
 */
export function benjaminiHochberg(values: readonly number[]): number[] {
  requireProbabilities(values);
  const adjusted = [...values];
  const falling = values.map((p, index) => ({ p, index })).sort((one, other) => other.p - one.p);
  let smallest = 1;
  falling.forEach(({ p, index }, above) => {
    smallest = Math.min(smallest, (p * values.length) / (values.length - above));
    adjusted[index] = smallest;
  });
  return adjusted;
}

/** Adjusts the p-values that are known; null stays null and does not count. */
export function adjustKnown(
  values: readonly (number | null)[],
  adjust: (known: readonly number[]) => readonly number[],
): (number | null)[] {
  const adjusted = adjust(values.flatMap((p) => p ?? []));
  let next = 0;
  return values.map((p) => (p === null ? null : (adjusted[next++] ?? null)));
}
