/**
 * Between which bounds does the correlation lie that a sample's stands for?
 */
import { normalQuantile } from "../distributions/normal-quantile.ts";
import { requireShare } from "../summary/require-share.ts";

/**
 * Fisher's interval of Pearson's correlation: tanh(artanh r ± z / sqrt(n - 3)), as scipy's `pearsonr` gives it.
 *
 * @param correlation -1..1
 * @param count of pairs
 * @param level share of intervals that hold the true value, between 0 and 1
 * @returns null below four pairs; [r, r] where r is 1 or -1
 * @throws SemqrelError INVALID_OPTION  level out of range
 *
 * Source: Fisher 1921 (Metron 1, 3-32). It takes the pairs as drawn from a bivariate normal distribution.
 */
export function fisherInterval(
  correlation: number,
  count: number,
  level = 0.95,
): readonly [low: number, high: number] | null {
  requireShare("level", level);
  if (count < 4) return null;
  const centre = Math.atanh(correlation);
  const reach = normalQuantile((1 + level) / 2) / Math.sqrt(count - 3);
  return [Math.tanh(centre - reach), Math.tanh(centre + reach)];
}
