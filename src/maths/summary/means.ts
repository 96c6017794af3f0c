/** Around which number do values lie, how far apart, and what if some count more than others? */
import { invalidOption } from "../../core/errors.ts";
import { requirePaired } from "../require.ts";

/** From the first to the last. */
export function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index] as number;
  return sum;
}

/** 0 of none. */
export function meanOf(values: ArrayLike<number>): number {
  return sumOf(values) / Math.max(1, values.length);
}

interface MeanAndDeviation {
  readonly mean: number;
  /** Sample standard deviation (n - 1). */
  readonly standardDeviation: number;
}

/**
 * Mean and sample standard deviation in two passes, both measured from the first value: where all values are equal, the
 * mean is that value and the deviation 0, to the last bit.
 * @param values finite, at least two
 */
export function meanAndDeviation(values: ArrayLike<number>): MeanAndDeviation {
  const count = values.length;
  const origin = values[0] ?? Number.NaN;
  let sum = 0;
  for (let index = 0; index < count; index++) sum += (values[index] as number) - origin;
  const mean = origin + sum / count;
  let squares = 0;
  for (let index = 0; index < count; index++) squares += ((values[index] as number) - mean) ** 2;
  return { mean, standardDeviation: Math.sqrt(squares / (count - 1)) };
}

/** A mean in which queries weigh differently. */
export interface WeightedMean {
  readonly mean: number;
  /** Null where fewer than two weights are positive. */
  readonly standardError: number | null;
}

/**
 * mean = Σ w x / Σ w, and the linearised standard error of this ratio over the n values whose weight is positive:
 *
 *   standard error = sqrt(n / (n - 1) Σ w² (x - mean)²) / Σ w
 *
 * Equal weights give standard deviation / sqrt(n). Only the ratios of weights matter; they are not counts of
 * repetitions. Source: Cochran 1977, Sampling Techniques, 6.4 (ratio estimate, without finite population correction).
 * @param values  finite, one per query
 * @param weights finite and >= 0, at least one > 0
 * @throws SemqrelError INVALID_OPTION  a weight is negative; none is positive; as `requirePaired`
 */
export function weightedMean(values: ArrayLike<number>, weights: ArrayLike<number>): WeightedMean {
  requirePaired(values, weights);
  let [positive, largest] = [0, 0];
  for (let index = 0; index < weights.length; index++) {
    const weight = weights[index] as number;
    if (weight < 0) {
      throw invalidOption(`Weighting: the weight ${weight} at index ${index} is negative.`, { index, weight });
    }
    if (weight > 0) positive++;
    largest = Math.max(largest, weight);
  }
  if (positive === 0) {
    throw invalidOption("Weighting: no weight is positive. Give at least one above 0.", { weights: weights.length });
  }
  // Shares of the largest: sums of huge or tiny weights neither overflow nor vanish.
  const shares = Float64Array.from(weights, (weight) => weight / largest);
  const total = sumOf(shares);
  const mean = shares.reduce((sum, share, index) => sum + share * (values[index] as number), 0) / total;
  if (positive === 1) return { mean, standardError: null };
  const squares = shares.reduce((sum, share, index) => sum + (share * ((values[index] as number) - mean)) ** 2, 0);
  return { mean, standardError: Math.sqrt((positive / (positive - 1)) * squares) / total };
}
