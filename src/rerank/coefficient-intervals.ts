/** How large is the effect of each feature in ridge regression, and how sure is that? */
import { at } from "../core/at.ts";
import { studentTQuantile } from "../maths/distributions/student-t.ts";
import { learnPreparation, prepareFeatures } from "../maths/regression/prepare-features.ts";
import { fitRidge } from "../maths/regression/ridge.ts";
import type { TrainingRows } from "./ranker.ts";

export interface CoefficientInterval {
  /** A feature, or its indicator, such as `katz missing`. */
  readonly feature: string;
  /** Change of the label with one standard deviation of the feature. */
  readonly value: number;
  /** Of 95 %, over draws of queries, of the effect with nothing drawn towards 0: `value` may lie outside. */
  readonly interval: readonly [number, number];
}

/**
 * The coefficients are ridge's. Its strength draws them towards 0, so that an interval around them would miss the effect
 * of a weak feature. The interval is therefore that of least squares, by the grouped jackknife: fits without each fold, a
 * t quantile of folds - 1. All fits share the preparation of all rows, so that they differ by their rows alone.
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
  const coefficientsOf = (some: Int32Array, penalty: number) => {
    const labels = Float64Array.from(some, (row) => at(targets, row));
    return fitRidge(prepareFeatures(features, some, preparation), labels, penalty).coefficients;
  };
  const folds = [...new Set(foldOfRow)];
  const values = coefficientsOf(rows, strength);
  const whole = coefficientsOf(rows, 0);
  const without = folds.map((fold) => {
    const others = rows.filter((_, place) => foldOfRow[place] !== fold);
    return coefficientsOf(others, 0);
  });
  const quantile = studentTQuantile(0.975, folds.length - 1);
  return preparation.matrixNames.map((feature, place) => {
    const ofFolds = without.map((coefficients) => at(coefficients, place));
    const mean = ofFolds.reduce((sum, value) => sum + value, 0) / folds.length;
    const squares = ofFolds.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const reach = quantile * Math.sqrt(((folds.length - 1) / folds.length) * squares);
    const centre = at(whole, place);
    return { feature, value: at(values, place), interval: [centre - reach, centre + reach] };
  });
}
