/** Do features predict labels of queries that the model has not seen, and do lists get better by it? */
import { at } from "../core/at.ts";
import { numbersAt } from "../maths/numbers.ts";
import type { MlpEpoch } from "../maths/regression/mlp.ts";
import {
  foldsByGroup,
  type Importance,
  type PredictionErrors,
  permutationImportance,
  predictionErrors,
  randomRows,
} from "../maths/regression/prediction-errors.ts";
import { type FeatureColumns, learnPreparation, prepareFeatures } from "../maths/regression/prepare-features.ts";
import { meanOf, squaresAround } from "../maths/summary.ts";
import type { ExperimentRows } from "./experiment-rows.ts";
import {
  type CoefficientInterval,
  type ComparedOrders,
  coefficientIntervals,
  compareOrders,
  originalOrder,
} from "./measure-order.ts";
import {
  type FittedRanker,
  fitRanker,
  type ModelKind,
  predictLabels,
  type Ranker,
  type RankerOptions,
  type TrainingRows,
} from "./ranker.ts";

export interface ExperimentOptions extends RankerOptions {
  readonly models: readonly ModelKind[];
  /**
   * `queries`: no query is in training and test. `rows`: rows of one query are in both, as in the study; what a model
   * then says of a list it has partly seen before.
   */
  readonly split:
    | { readonly by: "queries"; readonly folds: number }
    | { readonly by: "rows"; readonly testShare: number };
  readonly repeats: number;
  readonly queryNames: readonly string[];
}

interface ModelResult {
  readonly kind: ModelKind;
  /** By row: its label as predicted without it; with the split by rows also of rows that taught. */
  readonly predictions: Float64Array;
  readonly errors: PredictionErrors;
  /** By feature: rise of the error where its values are shuffled among rows that the model has not seen. */
  readonly importance: readonly Importance[];
  readonly curves: readonly (readonly MlpEpoch[])[];
  readonly coefficients: readonly CoefficientInterval[];
  readonly ranker: Ranker;
  readonly strengthAtEnd: "smallest" | "largest" | null;
}

export interface Experiment extends ComparedOrders {
  /** By row: its fold; with the split by rows 0 for rows that test, -1 for those that teach. */
  readonly foldOfRow: Int32Array;
  readonly tested: Int32Array;
  /** Of predicting the mean label of the rows that teach. */
  readonly baseline: PredictionErrors;
  readonly models: readonly ModelResult[];
}

export interface ExperimentStep {
  readonly done: number;
  readonly total: number;
}

type Fold = ReturnType<typeof splitRows>["folds"][number];

/**
 * Fits each model on each fold's rows, and once on all. A generator, so that its caller gets a turn between the fits.
 */
export function* runExperiment(
  rows: ExperimentRows,
  options: ExperimentOptions,
): Generator<ExperimentStep, Experiment, void> {
  const { features, targets, queryOfRow } = rows;
  const { foldOfRow, folds } = splitRows(rows, options);
  const tested = Int32Array.from(folds.flatMap(({ testing }) => [...testing])).sort();
  const total = options.models.length * (folds.length + 1);
  let done = 0;
  function* teachRanker(kind: ModelKind, training: TrainingRows): Generator<ExperimentStep, FittedRanker, void> {
    const steps = fitRanker(kind, training, options);
    for (;;) {
      yield { done, total };
      const step = steps.next();
      if (!step.done) continue;
      done++;
      return step.value;
    }
  }
  const teach = (teaching: Int32Array): TrainingRows => ({ features, targets, queryOfRow, rows: teaching });
  const all = teach(originalOrder(rows));
  const scoresOfFeature = features.names.map(() => new Float64Array(targets.length));
  const means = new Float64Array(targets.length);
  for (const fold of folds) {
    fillMeans(means, targets, fold);
    for (const [feature, scores] of scoresOfFeature.entries()) fillFeature(scores, rows, feature, fold);
  }

  const models: ModelResult[] = [];
  for (const kind of options.models) {
    const predictions = new Float64Array(targets.length);
    const importances: (readonly Importance[])[] = [];
    const curves: (readonly MlpEpoch[])[] = [];
    for (const { teaching, testing, predicted } of folds) {
      const { ranker, curve } = yield* teachRanker(kind, teach(teaching));
      predictLabels(ranker, features, predicted).forEach((label, place) => {
        predictions[at(predicted, place)] = label;
      });
      if (curve !== null) curves.push(curve);
      const places = testing.map((_, place) => place);
      const predict = (columns: FeatureColumns) => predictLabels(ranker, columns, places);
      importances.push(permutationImportance(features, testing, targets, predict, options));
    }
    const { ranker, strengthAtEnd } = yield* teachRanker(kind, all);
    const hasFolds = options.split.by === "queries";
    models.push({
      kind,
      predictions,
      errors: predictionErrors(numbersAt(predictions, tested), numbersAt(targets, tested)),
      importance: meanImportance(importances),
      curves,
      coefficients:
        ranker.model.kind === "ridge" && hasFolds ? coefficientIntervals(all, ranker.model.strength, foldOfRow) : [],
      ranker,
      strengthAtEnd,
    });
  }

  const scored = [
    ...features.names.map((name, feature) => ({ name: `feature:${name}`, scores: at(scoresOfFeature, feature) })),
    ...models.map(({ kind, predictions }) => ({ name: kind, scores: predictions })),
  ];
  return {
    foldOfRow,
    tested,
    baseline: predictionErrors(numbersAt(means, tested), numbersAt(targets, tested)),
    models,
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
    const fold = { teaching: where((row) => !isTest.has(row)), testing, predicted: where(() => true) };
    return { foldOfRow, folds: [fold] };
  }
  const foldOfRow = foldsByGroup(queryOfRow, split.folds, seed);
  const folds = Array.from({ length: split.folds }, (_, fold) => {
    const testing = where((row) => foldOfRow[row] === fold);
    return { teaching: where((row) => foldOfRow[row] !== fold), testing, predicted: testing };
  });
  return { foldOfRow, folds };
}

function fillMeans(means: Float64Array, targets: Float64Array, { teaching, predicted }: Fold): void {
  const mean = meanOf(numbersAt(targets, teaching));
  for (const row of predicted) means[row] = mean;
}

/** A feature alone ranks upwards or downwards as the training rows suggest. */
function fillFeature(scores: Float64Array, rows: ExperimentRows, feature: number, { teaching, predicted }: Fold): void {
  const { features, targets } = rows;
  const alone = { names: ["feature"], columns: [at(features.columns, feature)] };
  const preparation = learnPreparation(alone, teaching);
  // A feature that no teaching row has says nothing.
  const valuesOf = (some: Int32Array) => {
    const { features: width, values } = prepareFeatures(alone, some, preparation);
    return Float64Array.from(some, (_, place) => (width === 0 ? 0 : at(values, place * width)));
  };
  // Values have mean 0: the sign of this sum is that of the correlation.
  const taught = valuesOf(teaching);
  const direction = Math.sign(taught.reduce((sum, value, place) => sum + value * at(targets, at(teaching, place)), 0));
  valuesOf(predicted).forEach((value, place) => {
    scores[at(predicted, place)] = direction * value;
  });
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

/** Nothing is fitted: whether the ranker has seen these lists is unknown. The baseline predicts their own mean. */
export function applyRanker(
  rows: ExperimentRows,
  ranker: Ranker,
  options: Pick<ExperimentOptions, "seed" | "queryNames">,
): Experiment {
  const { targets, features } = rows;
  const tested = originalOrder(rows);
  const predictions = predictLabels(ranker, features, tested);
  const means = targets.slice().fill(meanOf(targets));
  const { kind } = ranker.model;
  const errors = predictionErrors(predictions, targets);
  const notFitted = { importance: [], curves: [], coefficients: [], strengthAtEnd: null };
  return {
    foldOfRow: Int32Array.from(targets, () => -1),
    tested,
    baseline: predictionErrors(means, targets),
    models: [{ kind, predictions, errors, ranker, ...notFitted }],
    ...compareOrders(rows, [{ name: kind, scores: predictions }], options),
  };
}
