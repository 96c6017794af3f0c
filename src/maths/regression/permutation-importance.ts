/**
 * How much does a model lose without what one feature says?
 */

import { evenlySeededRandom } from "../random/seeded-random.ts";
import { shuffle } from "../random/shuffle.ts";
import { meanAndDeviation } from "../summary/mean-and-deviation.ts";
import { requireCount } from "../summary/require-count.ts";
import { predictionErrors } from "./prediction-errors.ts";
import type { FeatureColumns } from "./prepare-features.ts";

export interface Importance {
  readonly name: string;
  /** Mean rise of the mean squared error; around 0 or below where the model does not need the feature. */
  readonly rise: number;
  /** Sample standard deviation of the rise over the repeats; null for a single one. */
  readonly deviation: number | null;
}

export interface ImportanceOptions {
  /** Any 32-bit whole number. */
  readonly seed: number;
  /** How often each feature is shuffled, >= 1. */
  readonly repeats: number;
}

/** What is to be asked, and of which rows. */
export interface ImportanceQuestion {
  /** Raw features. */
  readonly columns: FeatureColumns;
  /** Numbers of the rows among which values are shuffled: those that test. */
  readonly rows: Int32Array;
  /** By row of the columns; read where `rows` says. */
  readonly targets: Float64Array;
  /** One number a row of the columns it is given, which are as long as `rows`. */
  readonly predict: (columns: FeatureColumns) => Float64Array;
}

/**
 * The rise of the error after the values of one feature were shuffled among the rows, the others left as they are. Features
 * that say the same stand in for each other: each alone then seems needless. All features see the same orders.
 *
 * @returns by feature
 * @throws SemqrelError INVALID_OPTION  no rows; repeats out of range; a target or a prediction is not finite
 *
 * Cost features · repeats predictions. Source: Breiman 2001 (Machine Learning 45, 5-32), for any model as in Fisher, Rudin
 * & Dominici 2019 (JMLR 20, 177).
 */
export function permutationImportance(
  { columns: { names, columns }, rows, targets, predict }: ImportanceQuestion,
  { seed, repeats }: ImportanceOptions,
): Importance[] {
  requireCount("repeats", repeats);
  const random = evenlySeededRandom(seed);
  const places = Array.from(rows, (_, place) => place);
  const orders = Array.from({ length: repeats }, () => shuffle(places, random));
  const given = columns.map((column) => Float64Array.from(rows, (row) => column[row] ?? Number.NaN));
  const expected = Float64Array.from(rows, (row) => targets[row] ?? Number.NaN);
  const mseOf = (changed: readonly Float64Array[]) =>
    predictionErrors(predict({ names, columns: changed }), expected).mse;
  const base = mseOf(given);
  return names.map((name, feature) => {
    const rises = orders.map((order) => {
      const shuffled = Float64Array.from(order, (place) => given[feature]?.[place] ?? Number.NaN);
      return mseOf(given.with(feature, shuffled)) - base;
    });
    const { mean, standardDeviation } = meanAndDeviation(rises);
    return { name, rise: mean, deviation: repeats === 1 ? null : standardDeviation };
  });
}
