/** Do predictions mean what they say, and how far are they from what is seen? */
import { at } from "../../core/at.ts";
import { requireCount, requirePaired } from "../require.ts";
import { quantile } from "../summary/quantiles.ts";

/** Predictions of one size, and how often they came true. */
export interface ReliabilityBin {
  /** Items, >= 1. */
  readonly count: number;
  /** Mean prediction. */
  readonly predicted: number;
  /** Mean of what was observed: the share of relevant items where observations are 0 and 1. */
  readonly observed: number;
}

/**
 * Bins of about as many items each, cut at the quantiles (type 7) of the predictions, as scikit-learn's
 * `calibration_curve(strategy="quantile")`. Equal predictions share a bin, so that the order of the items does not
 * matter; where many are equal there are fewer and larger bins. Cost O(n log n + n bins).
 * @param predicted finite, on the scale of `observed`: rescale before
 * @param observed  finite, one for each prediction
 * @param bins      at most, >= 1
 * @returns the bins that hold anything, by rising prediction
 * @throws SemqrelError INVALID_OPTION as `requirePaired`; bins out of range
 */
export function reliabilityCurve(
  predicted: ArrayLike<number>,
  observed: ArrayLike<number>,
  bins = 10,
): readonly ReliabilityBin[] {
  requirePaired(predicted, observed);
  requireCount("bins", bins);
  const sorted = Float64Array.from(predicted).sort();
  const edges = Array.from({ length: bins - 1 }, (_, inner) => quantile(sorted, (inner + 1) / bins));
  const sums = Array.from({ length: bins }, () => ({ count: 0, predicted: 0, observed: 0 }));
  for (let item = 0; item < predicted.length; item++) {
    const value = predicted[item] as number;
    const above = edges.findIndex((edge) => value <= edge);
    const bin = at(sums, above === -1 ? bins - 1 : above);
    bin.count++;
    bin.predicted += value;
    bin.observed += observed[item] as number;
  }
  return sums
    .filter(({ count }) => count > 0)
    .map((bin) => ({ count: bin.count, predicted: bin.predicted / bin.count, observed: bin.observed / bin.count }));
}

/**
 * Σ count / n |predicted - observed| over the bins of a reliability curve. It depends on the number of bins: fewer hide
 * errors that cancel, more show noise as error, so that even predictions without fault do not reach 0. Source: Naeini,
 * Cooper & Hauskrecht 2015 (AAAI); bins of equal count: Nguyen & O'Connor 2015 (EMNLP).
 * @returns >= 0, in the unit of the predictions; null without items
 */
export function expectedCalibrationError(curve: readonly ReliabilityBin[]): number | null {
  const items = curve.reduce((sum, { count }) => sum + count, 0);
  if (items === 0) return null;
  return curve.reduce((sum, bin) => sum + bin.count * Math.abs(bin.predicted - bin.observed), 0) / items;
}
