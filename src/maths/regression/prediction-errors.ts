/** Splits rows into training and test rows. Measures prediction errors, and their rise if a feature is shuffled. */
import { at, atKey } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import { numbersAt, requireCount, requirePaired, requireShare } from "../numbers.ts";
import { evenlySeededRandom, shuffle } from "../random.ts";
import { meanAndDeviation, meanOf, squaresAround, sumOfSquares } from "../summary.ts";
import type { FeatureColumns } from "./prepare-features.ts";

export type PredictionErrors = ReturnType<typeof predictionErrors>;

/** `r2` is 1 - mse / variance of the targets. Predicting the mean target gives 0. Null if all targets are equal. */
export function predictionErrors(predictions: ArrayLike<number>, targets: ArrayLike<number>) {
  requirePaired(predictions, targets);
  const count = targets.length;
  if (count === 0)
    throw invalidOption("Measuring predictions: there are no predictions. Give at least one row to test.");
  // Subtracts the first target, so that equal targets have a variance of exactly 0.
  const origin = targets[0] ?? 0;
  const distances = Float64Array.from(targets, (target) => target - origin);
  const variance = squaresAround(distances, meanOf(distances)) / count;
  const misses = Float64Array.from(predictions, (prediction, row) => prediction - at(targets, row));
  const mse = sumOfSquares(misses) / count;
  const mae = misses.reduce((sum, miss) => sum + Math.abs(miss), 0) / count;
  return { mse, rmse: Math.sqrt(mse), mae, r2: variance === 0 ? null : 1 - mse / variance };
}

export type Importance = ReturnType<typeof permutationImportance>[number];

/**
 * Returns, for each feature, how much the mean squared error rises if the feature is shuffled among the (test) rows.
 * `rise` is the mean over repeats, about 0 or negative if the model does not need the feature. `deviation` is the
 * standard deviation over repeats (n - 1), null for one repeat. If two features have the same information, both seem
 * useless. Source: Breiman 2001 (Machine Learning 45, 5-32); any model: Fisher, Rudin & Dominici 2019 (JMLR 20, 177).
 */
export function permutationImportance(
  { names, columns }: FeatureColumns,
  rows: Int32Array,
  targets: Float64Array,
  predict: (columns: FeatureColumns) => Float64Array,
  { seed, repeats }: { readonly seed: number; readonly repeats: number },
) {
  requireCount("repeats", repeats);
  const random = evenlySeededRandom(seed);
  const places = Array.from(rows, (_, place) => place);
  const orders = Array.from({ length: repeats }, () => shuffle(places, random));
  const given = columns.map((column) => numbersAt(column, rows));
  const expected = numbersAt(targets, rows);
  const mseOf = (columns: readonly Float64Array[]) => predictionErrors(predict({ names, columns }), expected).mse;
  const base = mseOf(given);
  return names.map((name, feature) => {
    const column = at(given, feature);
    const rises = orders.map((order) => {
      const shuffled = Float64Array.from(order, (place) => column[place] as number);
      return mseOf(given.with(feature, shuffled)) - base;
    });
    const { mean, standardDeviation } = meanAndDeviation(rises);
    return { name, rise: mean, deviation: repeats === 1 ? null : standardDeviation };
  });
}

/** Returns the fold of each row. All rows of a group (query) get the same random fold; folds have similar sizes. */
export function foldsByGroup(groupOfRow: Int32Array, folds: number, seed: number): Int32Array {
  const groups = [...new Set(groupOfRow)].sort((a, b) => a - b);
  if (!Number.isSafeInteger(folds) || folds < 2 || folds > groups.length) {
    throw invalidOption(
      `Splitting rows by query: --folds is ${folds}, but there ${groups.length === 1 ? "is 1 query" : `are ${groups.length} queries`}. Give a whole number from 2 to the number of queries, or add queries.`,
      { folds, groups: groups.length },
    );
  }
  const foldOfGroup = new Map(shuffle(groups, evenlySeededRandom(seed)).map((group, place) => [group, place % folds]));
  return groupOfRow.map((group) => atKey(foldOfGroup, group));
}

/** Draws a share of all rows (rounded) as test rows, ignoring groups. Returns their indexes, ascending. */
export function randomRows(rows: number, share: number, seed: number): Int32Array {
  requireShare("share", share);
  const drawn = Math.round(rows * share);
  if (drawn === 0 || drawn === rows) {
    throw invalidOption(
      `Splitting rows: a share of ${share} puts ${drawn} of ${rows} rows into the test set. Give another share or more rows, so that there are training and test rows.`,
      { rows, share },
    );
  }
  const order = shuffle([...new Array(rows).keys()], evenlySeededRandom(seed));
  return Int32Array.from(order.slice(0, drawn)).sort();
}
