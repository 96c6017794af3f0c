/**
 * Where do most values of a resampled statistic lie?
 */
import { quantile } from "./quantile.ts";

export interface PercentileInterval {
  /** The middle 95 %; null where no resample has a value. */
  readonly interval: readonly [low: number, high: number] | null;
  /** Resamples in which the statistic is undefined; the interval is of the others. */
  readonly leftOut: number;
}

/**
 * Percentile bootstrap.
 *
 * @param values of the statistic in each resample, null where it is undefined; quantiles are of type 7
 *
 * Source: Efron and Tibshirani 1993, An Introduction to the Bootstrap, chapter 13.
 */
export function percentileInterval(values: readonly (number | null)[]): PercentileInterval {
  const defined = Float64Array.from(values.flatMap((value) => value ?? [])).sort();
  return {
    interval: defined.length === 0 ? null : [quantile(defined, 0.025), quantile(defined, 0.975)],
    leftOut: values.length - defined.length,
  };
}
