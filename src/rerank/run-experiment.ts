import { at } from "../core/at.ts";
import { studentTQuantile } from "../maths/distributions.ts";
import { numbersAt } from "../maths/numbers.ts";
import type { MlpEpoch } from "../maths/regression/mlp.ts";
import {
  foldsByGroup,
  type Importance,
  permutationImportance,
  predictionErrors,
  randomRows,
} from "../maths/regression/prediction-errors.ts";
import { type FeatureColumns, learnPreparation, prepareFeatures } from "../maths/regression/prepare-features.ts";
import { fitRidge } from "../maths/regression/ridge.ts";
import { meanOf, squaresAround } from "../maths/summary.ts";
import { compareRuns } from "../measure/measures/compare-runs.ts";
import { dcg, ndcg } from "../measure/measures/graded/discounted-gain.ts";
import { type ExperimentRows, orderMeasures } from "./experiment-rows.ts";
import {
  fitRanker,
  type ModelKind,
  predictLabels,
  type Ranker,
  type RankerOptions,
  type TrainingRows,
} from "./ranker.ts";

export interface ExperimentOptions extends RankerOptions {
  readonly models: readonly ModelKind[];
  /** `queries`: no query is in both training and test. `rows`: queries are in both, so models know part of a list. */
  readonly split:
    | { readonly by: "queries"; readonly folds: number }
    | { readonly by: "rows"; readonly testShare: number };
  readonly repeats: number;
  readonly queryNames: readonly string[];
}

interface TestedRanker {
  /**
   * Predicted label of each row. In a split by queries, the row's fold was left out when the model was fitted. In a
   * split by rows, only the test rows were left out. A ranker from an earlier run may have been fitted with any row.
   */
  readonly predictions: Float64Array;
  /** For each feature, the increase of the error if its values are shuffled among rows that the model has not seen. */
  readonly importance: readonly Importance[];
  readonly curves: readonly (readonly MlpEpoch[])[];
  readonly coefficients: ReturnType<typeof coefficientIntervals>;
  readonly ranker: Ranker;
  readonly strengthAtEnd: "smallest" | "largest" | null;
}

export type Experiment = ReturnType<typeof experimentOf>;

/**
 * For each fold, fits each model on the other rows; then fits each model on all rows. It is a generator, so that its
 * caller can work between fits.
 */
export function* runExperiment(rows: ExperimentRows, options: ExperimentOptions) {
  const { features, targets, queryOfRow } = rows;
  const { foldOfRow, folds } = splitRows(rows, options);
  const total = options.models.length * (folds.length + 1);
  let done = 0;
  function* fitModel(kind: ModelKind, training: TrainingRows) {
    const steps = fitRanker(kind, training, options);
    for (;;) {
      yield { done, total };
      const step = steps.next();
      if (!step.done) continue;
      done++;
      return step.value;
    }
  }
  const trainOn = (trainRows: Int32Array): TrainingRows => ({ features, targets, queryOfRow, rows: trainRows });
  const all = trainOn(originalOrder(rows));
  const means = new Float64Array(targets.length);
  for (const { trainRows, predicted } of folds) {
    const mean = meanOf(numbersAt(targets, trainRows));
    for (const row of predicted) means[row] = mean;
  }
  const scoresOfFeatures = features.names.map((name, feature) => ({
    name: `feature:${name}`,
    scores: scoresOfFeature(rows, at(features.columns, feature), folds),
  }));

  const models: TestedRanker[] = [];
  for (const kind of options.models) {
    const predictions = new Float64Array(targets.length);
    const importances: (readonly Importance[])[] = [];
    const curves: (readonly MlpEpoch[])[] = [];
    for (const { trainRows, testing, predicted } of folds) {
      const { ranker, curve } = yield* fitModel(kind, trainOn(trainRows));
      predictLabels(ranker, features, predicted).forEach((label, place) => {
        predictions[at(predicted, place)] = label;
      });
      if (curve !== null) curves.push(curve);
      const places = testing.map((_, place) => place);
      const predict = (columns: FeatureColumns) => predictLabels(ranker, columns, places);
      importances.push(permutationImportance(features, testing, targets, predict, options));
    }
    const { ranker, strengthAtEnd } = yield* fitModel(kind, all);
    const isTested = ranker.model.kind === "ridge" && options.split.by === "queries";
    const coefficients = isTested ? coefficientIntervals(all, ranker.model.strength, foldOfRow) : [];
    models.push({ predictions, importance: meanImportance(importances), curves, coefficients, ranker, strengthAtEnd });
  }
  const tested = Int32Array.from(folds.flatMap(({ testing }) => [...testing])).sort();
  return experimentOf(rows, options, foldOfRow, tested, means, models, scoresOfFeatures);
}

/** Tests a fitted ranker, which may have seen these lists. The baseline predicts the mean label of the lists. */
export function applyRanker(
  rows: ExperimentRows,
  ranker: Ranker,
  options: Pick<ExperimentOptions, "seed" | "queryNames">,
): Experiment {
  const { targets, features } = rows;
  const tested = originalOrder(rows);
  const predictions = predictLabels(ranker, features, tested);
  const model = { predictions, importance: [], curves: [], coefficients: [], ranker, strengthAtEnd: null };
  const means = targets.slice().fill(meanOf(targets));
  const foldOfRow = Int32Array.from(targets, () => -1);
  return experimentOf(rows, options, foldOfRow, tested, means, [model]);
}

function experimentOf(
  rows: ExperimentRows,
  options: Pick<ExperimentOptions, "seed" | "queryNames">,
  foldOfRow: Int32Array,
  tested: Int32Array,
  means: Float64Array,
  models: readonly TestedRanker[],
  scoresOfFeatures: Parameters<typeof compareOrders>[1] = [],
) {
  const errorsOf = (predictions: Float64Array) =>
    predictionErrors(numbersAt(predictions, tested), numbersAt(rows.targets, tested));
  const measured = models.map((one) => ({
    ...one,
    kind: one.ranker.model.kind,
    errors: errorsOf(one.predictions),
  }));
  const scored = [
    ...scoresOfFeatures,
    ...measured.map(({ kind, predictions }) => ({ name: kind, scores: predictions })),
  ];
  return {
    /** Fold of each row. In a split by rows: 0 for test, -1 for training. If a ranker was applied: -1 for all rows. */
    foldOfRow,
    tested,
    /** Errors if each predicted label is the mean label of the training rows. */
    baseline: errorsOf(means),
    models: measured,
    ...compareOrders(rows, scored, options),
  };
}

function splitRows({ queryOfRow, targets }: ExperimentRows, { split, seed }: ExperimentOptions) {
  const where = (isMeant: (row: number) => boolean) =>
    Int32Array.from([...targets.keys()].filter((row) => isMeant(row)));
  if (split.by === "rows") {
    const testing = randomRows(targets.length, split.testShare, seed);
    const isTest = new Set(testing);
    const foldOfRow = Int32Array.from(targets, (_, row) => (isTest.has(row) ? 0 : -1));
    const fold = { trainRows: where((row) => !isTest.has(row)), testing, predicted: where(() => true) };
    return { foldOfRow, folds: [fold] };
  }
  const foldOfRow = foldsByGroup(queryOfRow, split.folds, seed);
  const folds = Array.from({ length: split.folds }, (_, fold) => {
    const testing = where((row) => foldOfRow[row] === fold);
    return { trainRows: where((row) => foldOfRow[row] !== fold), testing, predicted: testing };
  });
  return { foldOfRow, folds };
}

/** Scores rows by one feature, multiplied by the sign of its correlation with the labels in the training rows. */
function scoresOfFeature(
  { targets }: ExperimentRows,
  column: Float64Array,
  folds: ReturnType<typeof splitRows>["folds"],
): Float64Array {
  const alone = { names: ["feature"], columns: [column] };
  const scores = new Float64Array(targets.length);
  for (const { trainRows, predicted } of folds) {
    const preparation = learnPreparation(alone, trainRows);
    // If no training row has the feature, all scores are 0.
    const valuesOf = (some: Int32Array) => {
      const { features: width, values } = prepareFeatures(alone, some, preparation);
      return Float64Array.from(some, (_, place) => (width === 0 ? 0 : at(values, place * width)));
    };
    // Prepared values have mean 0, so this sum has the sign of the correlation.
    const sum = valuesOf(trainRows).reduce((sum, value, place) => sum + value * at(targets, at(trainRows, place)), 0);
    valuesOf(predicted).forEach((value, place) => {
      scores[at(predicted, place)] = Math.sign(sum) * value;
    });
  }
  return scores;
}

function meanImportance(folds: readonly (readonly Importance[])[]): Importance[] {
  const [first = []] = folds;
  if (folds.length === 1) return [...first];
  return first.map(({ name }, place) => {
    const rises = folds.map((fold) => at(fold, place).rise);
    const rise = meanOf(rises);
    return { name, rise, deviation: Math.sqrt(squaresAround(rises, rise) / (rises.length - 1)) };
  });
}

/** Returns the measures of each query, NaN if undefined. `order` has the row numbers, query by query. */
export function measureOrder(rows: ExperimentRows, order: Int32Array) {
  return valuesOf(rows, (query) => labelsOf(rows, query, order));
}

/** Averages each query's measures over all orders of its list. For this, it gives every row the list's mean label. */
export function measureRandomOrder(rows: ExperimentRows) {
  return valuesOf(rows, (query) => {
    const labels = labelsOf(rows, query);
    return labels.fill(meanOf(labels));
  });
}

export function originalOrder(rows: ExperimentRows): Int32Array {
  return rows.sources.map((_, row) => row);
}

/** Sorts each list by score, largest first. Rows with equal scores keep their original order. */
export function orderByScore(rows: ExperimentRows, scores: Float64Array): Int32Array {
  const order = originalOrder(rows);
  for (let query = 0; query + 1 < rows.offsets.length; query++) {
    order
      .subarray(rows.offsets[query], rows.offsets[query + 1])
      .sort((one, other) => at(scores, other) - at(scores, one) || one - other);
  }
  return order;
}

function labelsOf({ targets, offsets }: ExperimentRows, query: number, order?: Int32Array): Float64Array {
  const [begin, end] = [at(offsets, query), at(offsets, query + 1)];
  return order === undefined ? targets.slice(begin, end) : numbersAt(targets, order.subarray(begin, end));
}

function valuesOf(rows: ExperimentRows, reached: (query: number) => Float64Array) {
  const queries = rows.offsets.length - 1;
  const returned = (options?: { cutoff: number }) =>
    Float64Array.from({ length: queries }, (_, query) => {
      // Sorts the rows' own labels, because `reached` may return the mean label for every position.
      const ideal = dcg(labelsOf(rows, query).sort().reverse(), options);
      return ideal > 0 ? dcg(reached(query), options) / ideal : Number.NaN;
    });
  // An empty list gets 0 if the reference has a label above 0. In `returned`, it always gets NaN.
  const reference = (options?: { cutoff: number }) =>
    Float64Array.from({ length: queries }, (_, query) => {
      const ideal = rows.idealLabels?.[query];
      return ideal === undefined ? Number.NaN : ndcg(reached(query), ideal, options);
    });
  return {
    ndcg_returned: returned(),
    "ndcg_returned@10": returned({ cutoff: 10 }),
    ndcg_reference: reference(),
    "ndcg_reference@10": reference({ cutoff: 10 }),
  };
}

export function compareOrders(
  rows: ExperimentRows,
  proposed: readonly { readonly name: string; readonly scores: Float64Array }[],
  { seed, queryNames }: { readonly seed: number; readonly queryNames: readonly string[] },
) {
  const ordered = (name: string, order: Int32Array) => ({ name, order, values: measureOrder(rows, order) });
  const tested = [
    ordered("original", originalOrder(rows)),
    ...proposed.map(({ name, scores }) => ordered(name, orderByScore(rows, scores))),
  ];
  const known = orderMeasures.filter((measure) =>
    tested.some(({ values }) => values[measure].some((value) => !Number.isNaN(value))),
  );
  const comparisons = compareRuns(
    known.map((measure) => ({ measure, lowerIsBetter: false, values: tested.map(({ values }) => values[measure]) })),
    {
      runs: tested.map(({ name }) => name),
      queries: queryNames,
      pairs: proposed.map((_, place) => ({ run: place + 1, baseline: 0 })),
      weights: null,
      seed,
      permutations: 100_000,
      moved: 0,
    },
  );
  // The best and the random order are shown for comparison, without a test.
  const ideal = ordered("ideal", orderByScore(rows, rows.targets));
  const random = { name: "random", order: null, values: measureRandomOrder(rows) };
  return {
    /** `original`, `feature:NAME`, models, `ideal` and `random`. `random` has means over all orders, and no `order`. */
    orders: [...tested, ideal, random],
    comparisons,
  };
}

/**
 * Returns the coefficients of ridge. Ridge shrinks them towards 0, so intervals around them would miss the effect of a
 * weak feature. Therefore, each interval is around the coefficient of least squares. Its width comes from the grouped
 * jackknife (one fit per fold, without its rows) and a t quantile with folds - 1 degrees of freedom. All fits use
 * features as prepared for all rows. Cost: folds + 2 ridge fits. Source: Shao & Tu 1995, The Jackknife and Bootstrap,
 * 2.3.
 * @param foldOfRow - fold of each entry of `rows`; folds contain whole queries
 * @returns one entry for each feature and each indicator, such as `katz missing`. `value`: change of the label per
 * standard deviation of the feature. `interval`: 95 %; its width allows for other queries. The interval may exclude
 * `value`, because ridge shrinks `value`.
 */
export function coefficientIntervals(
  { features, targets, rows }: Omit<TrainingRows, "queryOfRow">,
  strength: number,
  foldOfRow: Int32Array,
) {
  const preparation = learnPreparation(features, rows);
  const coefficientsOf = (some: Int32Array, penalty: number) => {
    return fitRidge(prepareFeatures(features, some, preparation), numbersAt(targets, some), penalty).coefficients;
  };
  const folds = [...new Set(foldOfRow)];
  const values = coefficientsOf(rows, strength);
  const whole = coefficientsOf(rows, 0);
  const withoutFold = (fold: number) => rows.filter((_, place) => foldOfRow[place] !== fold);
  const without = folds.map((fold) => coefficientsOf(withoutFold(fold), 0));
  const quantile = studentTQuantile(0.975, folds.length - 1);
  return preparation.matrixNames.map((feature, place) => {
    const ofFolds = without.map((coefficients) => at(coefficients, place));
    const squares = squaresAround(ofFolds, meanOf(ofFolds));
    const reach = quantile * Math.sqrt(((folds.length - 1) / folds.length) * squares);
    const centre = at(whole, place);
    return { feature, value: at(values, place), interval: [centre - reach, centre + reach] as const };
  });
}
