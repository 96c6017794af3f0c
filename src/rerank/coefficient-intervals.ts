/**
 * How large is the effect of each feature in ridge regression, and how sure is that?
 */
import { learnPreparation, prepareFeatures } from "../regression/prepare-features.ts";
import { fitRidge } from "../regression/ridge.ts";
import { studentTQuantile } from "../statistics/student-t-quantile.ts";
import type { TrainingRows } from "./ranker.ts";

export interface CoefficientInterval {
  /** A feature, or its indicator, such as `katz missing`. */
  readonly feature: string;
  /** Change of the label with one standard deviation of the feature. */
  readonly value: number;
  /** Holds the value in 95 of 100 draws of queries. */
  readonly interval: readonly [number, number];
}

/**
 * Ridge on all rows, and on all but each fold: the grouped jackknife, with a t quantile of folds - 1. Preparation and
 * strength are those of all rows, so that the fits differ by their rows alone.
 *
 * Cost as one ridge fit a fold. Source: Shao & Tu 1995, The Jackknife and Bootstrap, section 2.3.
 *
 * @param foldOfRow by place in `rows`; folds hold whole queries
 */
export function coefficientIntervals(
  { features, targets, rows }: Omit<TrainingRows, "queryOfRow">,
  strength: number,
  foldOfRow: Int32Array,
): CoefficientInterval[] {
  const preparation = learnPreparation(features, rows);
  const coefficientsOf = (some: Int32Array) => {
    const matrix = prepareFeatures(features, some, preparation);
    return fitRidge(
      matrix,
      Float64Array.from(some, (row) => targets[row] ?? 0),
      strength,
    ).coefficients;
  };
  const folds = [...new Set(foldOfRow)];
  const whole = coefficientsOf(rows);
  const without = folds.map((fold) => coefficientsOf(rows.filter((_, place) => foldOfRow[place] !== fold)));
  const quantile = studentTQuantile(0.975, folds.length - 1);
  return preparation.matrixNames.map((feature, place) => {
    const values = without.map((coefficients) => coefficients[place] ?? 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / folds.length;
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const reach = quantile * Math.sqrt(((folds.length - 1) / folds.length) * squares);
    const value = whole[place] ?? 0;
    return { feature, value, interval: [value - reach, value + reach] };
  });
}
