/** How are values distributed? */
import type { Description } from "../../core/types.ts";

/**
 * Quantile of type 7 (Hyndman & Fan 1996): linear interpolation between the closest ranks, as R, numpy and pandas do
 * by default.
 * @param sorted ascending, at least one value
 * @param share  0..1
 */
export function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return low + (high - low) * (place - below);
}

/**
 * The eight numbers of pandas' `describe()`: sample standard deviation (n - 1), quartiles of type 7.
 * @param values undefined ones are NaN and do not count
 * @returns `count` and, where there is no value, null for the rest; `std` is null below two values
 */
export function describe(values: Float64Array): Description {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const count = sorted.length;
  if (count === 0) {
    return { count, mean: null, std: null, min: null, "25%": null, "50%": null, "75%": null, max: null };
  }
  const mean = sorted.reduce((sum, value) => sum + value, 0) / count;
  const squares = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    count,
    mean,
    std: count < 2 ? null : Math.sqrt(squares / (count - 1)),
    min: quantile(sorted, 0),
    "25%": quantile(sorted, 0.25),
    "50%": quantile(sorted, 0.5),
    "75%": quantile(sorted, 0.75),
    max: quantile(sorted, 1),
  };
}

interface PercentileInterval {
  /** The middle 95 %; null where no resample has a value. */
  readonly interval: readonly [low: number, high: number] | null;
  /** Resamples in which the statistic is undefined; the interval is of the others. */
  readonly leftOut: number;
}

/**
 * Percentile bootstrap. Source: Efron and Tibshirani 1993, An Introduction to the Bootstrap, chapter 13.
 * @param values of the statistic in each resample, null where it is undefined; quantiles are of type 7
 */
export function percentileInterval(values: readonly (number | null)[]): PercentileInterval {
  const defined = Float64Array.from(values.flatMap((value) => value ?? [])).sort();
  return {
    interval: defined.length === 0 ? null : [quantile(defined, 0.025), quantile(defined, 0.975)],
    leftOut: values.length - defined.length,
  };
}
