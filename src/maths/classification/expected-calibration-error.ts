/**
 * How far are predictions from what is seen, on average?
 */
import type { ReliabilityBin } from "./reliability-curve.ts";

/**
 * Σ count / n |predicted - observed| over the bins of a reliability curve. It depends on the number of bins: fewer hide
 * errors that cancel, more show noise as error, so that even predictions without fault do not reach 0.
 *
 * @returns >= 0, in the unit of the predictions; null without items
 *
 * Source: Naeini, Cooper & Hauskrecht 2015 (AAAI); bins of equal count: Nguyen & O'Connor 2015 (EMNLP).
 */
export function expectedCalibrationError(curve: readonly ReliabilityBin[]): number | null {
  const items = curve.reduce((sum, { count }) => sum + count, 0);
  if (items === 0) return null;
  return curve.reduce((sum, bin) => sum + bin.count * Math.abs(bin.predicted - bin.observed), 0) / items;
}
