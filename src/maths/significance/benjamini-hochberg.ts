/**
 * Which p-values stay small when a share of false claims is accepted?
 */
import { requireProbabilities } from "../summary/require-probabilities.ts";

/**
 * Benjamini and Hochberg's adjusted p-values: the i-th smallest (from 1) of m becomes min over j >= i of min(1, p_j m /
 * j). Below α they hold the expected share of false claims among all claims at α, for independent or positively
 * dependent tests.
 *
 * @param values p-values, 0..1
 * @returns in the order given
 * @throws SemqrelError INVALID_OPTION  a value is no probability   details: { index, p }
 *
 * Source: Benjamini & Hochberg 1995 (Journal of the Royal Statistical Society B 57, 289-300).
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
