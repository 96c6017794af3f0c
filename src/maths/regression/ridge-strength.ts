/** At which price of large weights does ridge predict best what it has not seen? */

import { at } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import { numbersAt } from "../many-numbers.ts";
import { type FeatureColumns, learnPreparation, prepareFeatures } from "./prepare-features.ts";
import { predictRidge, ridgeFitter } from "./ridge.ts";

/** Two a decade: 0.01, 0.0316 … 3162, 10,000. */
export const RIDGE_STRENGTHS: readonly number[] = Array.from({ length: 13 }, (_, step) => 10 ** (step / 2 - 2));

interface RidgeStrength {
  /** With the smallest error, of equals the largest. */
  readonly strength: number;
  /** Where the best may lie beyond the strengths tried; null where it lies among them. */
  readonly atEnd: "smallest" | "largest" | null;
  /** By strength, ascending: mean squared error over all rows, each predicted by the fit that did not see its fold. */
  readonly errors: readonly { readonly strength: number; readonly mse: number }[];
}

interface RidgeStrengthOptions {
  /** By place in `rows`, as `foldsByGroup` gives it for them. */
  readonly foldOfRow: Int32Array;
  /** @default RIDGE_STRENGTHS */
  readonly strengths?: readonly number[];
}

/**
 * Cross-validation over folds; features are prepared anew in each, from the rows that teach. Cost O(folds (rows ·
 * features² + strengths · features³)).
 * @param columns raw features
 * @param targets by row of the columns; read where `rows` says
 * @param rows    numbers of the training rows
 * @throws SemqrelError INVALID_OPTION  no strengths; fewer than two folds, or not one for each of `rows`; as `fitRidge`
 */
export function chooseRidgeStrength(
  columns: FeatureColumns,
  targets: Float64Array,
  rows: Int32Array,
  { foldOfRow, strengths = RIDGE_STRENGTHS }: RidgeStrengthOptions,
): RidgeStrength {
  const folds = new Set(foldOfRow);
  if (strengths.length === 0 || folds.size < 2 || foldOfRow.length !== rows.length) {
    throw invalidOption(
      `Choosing the strength of ridge: ${strengths.length} strengths, ${folds.size} folds, ${rows.length} rows of which ${foldOfRow.length} have a fold. Give a strength, two folds, and a fold for each row.`,
      { strengths: strengths.length, folds: folds.size, rows: rows.length, foldOfRow: foldOfRow.length },
    );
  }
  const ascending = [...strengths].sort((a, b) => a - b);
  const sums = new Float64Array(ascending.length);
  for (const fold of folds) {
    const taught = rows.filter((_, place) => foldOfRow[place] !== fold);
    const tested = rows.filter((_, place) => foldOfRow[place] === fold);
    const preparation = learnPreparation(columns, taught);
    const fitAt = ridgeFitter(prepareFeatures(columns, taught, preparation), numbersAt(targets, taught));
    const matrix = prepareFeatures(columns, tested, preparation);
    const expected = numbersAt(targets, tested);
    for (const [place, strength] of ascending.entries()) {
      const predictions = predictRidge(fitAt(strength), matrix);
      const squares = predictions.reduce((sum, value, row) => sum + (value - at(expected, row)) ** 2, 0);
      sums[place] = at(sums, place) + squares;
    }
  }
  const errors = ascending.map((strength, place) => ({ strength, mse: at(sums, place) / rows.length }));
  const best = sums.lastIndexOf(Math.min(...sums));
  const atEnd = best === 0 ? "smallest" : best === sums.length - 1 ? "largest" : null;
  return { strength: at(ascending, best), atEnd, errors };
}
