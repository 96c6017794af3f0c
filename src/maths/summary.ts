import { invalidOption } from "../core/errors.ts";
import type { Description } from "../core/types.ts";
import { requirePaired } from "./numbers.ts";

export function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index] as number;
  return sum;
}

export function sumOfSquares(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += (values[index] as number) * (values[index] as number);
  return sum;
}

export function squaresAround(values: ArrayLike<number>, centre: number): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += ((values[index] as number) - centre) ** 2;
  return sum;
}

/** Returns the mean; 0 if there are no values. */
export function meanOf(values: ArrayLike<number>): number {
  return sumOf(values) / Math.max(1, values.length);
}

/** Returns mean and sample standard deviation (n - 1) of two or more values; for equal values v, exactly v and 0. */
export function meanAndDeviation(values: ArrayLike<number>) {
  const count = values.length;
  const origin = values[0] ?? Number.NaN;
  let sum = 0;
  for (let index = 0; index < count; index++) sum += (values[index] as number) - origin;
  const mean = origin + sum / count;
  return { mean, standardDeviation: Math.sqrt(squaresAround(values, mean) / (count - 1)) };
}

/** A weighted mean over queries. */
export interface WeightedMean {
  readonly mean: number;
  /** Standard error of the mean; null if fewer than two weights are positive. */
  readonly standardError: number | null;
}

/**
 * Returns the mean Σ w x / Σ w, and the linearised standard error of this ratio over the n values with positive weight:
 *
 *   standard error = sqrt(n / (n - 1) Σ w² (x - mean)²) / Σ w
 *
 * Equal weights give standard deviation / sqrt(n). Only the ratios of weights matter; weights are not counts of
 * repetitions. Source: Cochran 1977, Sampling Techniques, 6.4 (ratio estimate, without finite population correction).
 * @throws SemqrelError INVALID_OPTION  a weight is < 0; no weight is > 0; lengths differ; a number is not finite
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
  // Divides by the largest weight, so that sums of huge or tiny weights neither overflow nor underflow.
  const shares = Float64Array.from(weights, (weight) => weight / largest);
  const total = sumOf(shares);
  const mean = shares.reduce((sum, share, index) => sum + share * (values[index] as number), 0) / total;
  if (positive === 1) return { mean, standardError: null };
  const squares = shares.reduce((sum, share, index) => sum + (share * ((values[index] as number) - mean)) ** 2, 0);
  return { mean, standardError: Math.sqrt((positive / (positive - 1)) * squares) / total };
}

/**
 * Returns the quantile of type 7 (Hyndman & Fan 1996): linear interpolation between the closest ranks, the default of
 * R, numpy and pandas. `sorted` has at least one value and ascends; `share` is in 0..1.
 */
export function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return low + (high - low) * (place - below);
}

/** Describes values like pandas: sample standard deviation (n - 1), quartiles of type 7; ignores NaN. */
export function describe(values: ArrayLike<number>): Description {
  const sorted = Float64Array.from(values)
    .filter((value) => !Number.isNaN(value))
    .sort();
  const count = sorted.length;
  if (count === 0) {
    return { count, mean: null, std: null, min: null, "25%": null, "50%": null, "75%": null, max: null };
  }
  const mean = meanOf(sorted);
  return {
    count,
    mean,
    std: count < 2 ? null : Math.sqrt(squaresAround(sorted, mean) / (count - 1)),
    min: quantile(sorted, 0),
    "25%": quantile(sorted, 0.25),
    "50%": quantile(sorted, 0.5),
    "75%": quantile(sorted, 0.75),
    max: quantile(sorted, 1),
  };
}

/** Returns the 2.5 % and 97.5 % quantiles of the values that are not null, if any (Efron & Tibshirani 1993, 13). */
export function percentileInterval(values: readonly (number | null)[]) {
  const defined = Float64Array.from(values.flatMap((value) => value ?? [])).sort();
  const interval = defined.length === 0 ? null : ([quantile(defined, 0.025), quantile(defined, 0.975)] as const);
  return { interval, leftOut: values.length - defined.length };
}
