/** The model that predicts the grade people would give a title: learning, predicting, and reading it from a file. */

import { at } from "../../core/at.ts";
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import type { ModelIdentity } from "../../core/types.ts";
import { numbersAt } from "../../maths/numbers.ts";
import { fitIsotonic, type IsotonicModel, predictIsotonic } from "../../maths/regression/isotonic.ts";
import { fitLogistic, type LogisticModel, predictLogistic } from "../../maths/regression/logistic.ts";
import { foldsByGroup } from "../../maths/regression/prediction-errors.ts";
import {
  type FeatureColumns,
  type FeatureMatrix,
  type FeaturePreparation,
  learnPreparation,
  linearPrediction,
  prepareFeatures,
} from "../../maths/regression/prepare-features.ts";
import { chooseRidgeStrength, fitRidge, type RidgeModel } from "../../maths/regression/ridge.ts";
import { sumOf } from "../../maths/summary.ts";

export const calibrationMethods = ["ridge", "logistic", "isotonic"] as const;
export type CalibrationMethod = (typeof calibrationMethods)[number];

/** A learned model as plain data. A copy that is read from JSON gives the same predictions. */
export interface Calibration {
  readonly schema: "semqrel.calibration/1";
  readonly method: CalibrationMethod;
  /** The embedding model whose cosines are features; another model has other cosines. Null if no title was embedded. */
  readonly embedding: Pick<ModelIdentity, "name" | "sha256" | "precision"> | null;
  readonly trainedOn: { readonly queries: number; readonly pairs: number };
  readonly preparation: FeaturePreparation;
  /** Coefficients are in the order of `preparation.matrixNames`. */
  readonly model: RidgeModel | GradedLogistic | RidgeCurve;
}

/** Predicts the probability that a title is relevant, times the mean grade of the relevant training titles. */
export interface GradedLogistic {
  readonly kind: "logistic";
  /** Null if all or none of the training titles were relevant; `share` is then the predicted probability. */
  readonly relevance: LogisticModel | null;
  readonly share: number;
  readonly meanGrade: number;
}

export interface RidgeCurve {
  readonly kind: "isotonic";
  readonly score: RidgeModel;
  readonly curve: IsotonicModel;
}

export interface CalibrationTraining {
  readonly features: FeatureColumns;
  /** Grade of each row of the features, >= 0; only used for `rows`. */
  readonly targets: Float64Array;
  readonly queryOfRow: Int32Array;
  readonly rows: Int32Array;
}

export interface CalibrationOptions {
  readonly embedding: ModelIdentity | null;
  readonly seed: number;
  readonly method: CalibrationMethod;
  /** Strength of the penalty of ridge, >= 0. @default chosen by cross-validation over queries */
  readonly strength?: number;
}

const SCHEMA = "semqrel.calibration/1";
const FOLDS = 5;
/** Maximum number of folds. With fewer queries, each query is a fold. */
const MOST_FOLDS = 10;
/** Values to try for c, the weight of the rows relative to the penalty of a logistic model. */
const LOGISTIC_STRENGTHS = [0.001, 0.01, 0.1, 1, 10];
/** Ridge strength and logistic c for a single query, which does not allow cross-validation over queries. */
const LONE_STRENGTH = 10;
const LONE_C = 0.1;

/**
 * Learns a calibration. Cross-validation over queries chooses the strength of the penalty. `isotonic` fits a curve to
 * the ridge predictions of rows that the ridge model did not learn from. Costs about 6 fits of a model for
 * ridge, 11 for isotonic, 26 for logistic.
 */
export function fitCalibration(training: CalibrationTraining, options: CalibrationOptions): Calibration {
  const { method, embedding } = options;
  const { features, rows } = training;
  const preparation = learnPreparation(features, rows);
  return {
    schema: SCHEMA,
    method,
    embedding: embedding && { name: embedding.name, sha256: embedding.sha256, precision: embedding.precision },
    trainedOn: { queries: new Set(queriesOf(training)).size, pairs: rows.length },
    preparation,
    model: fitModel(training, prepareFeatures(features, rows, preparation), options),
  };
}

/** Returns a predicted grade for each of `rows`; ridge may predict negative ones. Extra features are ignored. */
export function predictGrades(
  { preparation, model }: Calibration,
  features: FeatureColumns,
  rows: Int32Array,
): Float64Array {
  const matrix = prepareFeatures(features, rows, preparation);
  if (model.kind === "ridge") return linearPrediction(model, matrix);
  if (model.kind === "isotonic") return predictIsotonic(model.curve, linearPrediction(model.score, matrix));
  const { relevance, share, meanGrade } = model;
  const shares = relevance === null ? new Float64Array(rows.length).fill(share) : predictLogistic(relevance, matrix);
  return shares.map((each) => each * meanGrade);
}

export function parseCalibration(text: string, source: string): Calibration {
  const refuse = (what: string, cause?: unknown) =>
    new SemqrelError(
      "INVALID_FORMAT",
      `Reading ${source}: ${what}. Give a calibration.json that this version of semqrel estimate wrote.`,
      { details: { file: source }, cause },
    );
  let document: Partial<Calibration> | null;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    throw refuse("it is not JSON", cause);
  }
  if (document?.schema !== SCHEMA) {
    const version = /^semqrel\.calibration\/.+$/.exec(String(document?.schema))?.[0];
    throw refuse(
      version === undefined
        ? "it does not contain a calibration"
        : `it was written by another version of semqrel (${version}; this version reads ${SCHEMA})`,
    );
  }
  if (!canPredict(document as Calibration)) throw refuse("the calibration in it is damaged");
  return document as Calibration;
}

/** @param model - the model that embeds the new titles */
export function requireSameEmbedding({ embedding }: Calibration, model: ModelIdentity | null, source: string): void {
  if (embedding?.sha256 === model?.sha256 && embedding?.precision === model?.precision) return;
  const name = (one: Calibration["embedding"]) =>
    one === null ? "no model" : `${one.name}, ${one.precision}, ${one.sha256.slice(0, 12)}`;
  throw new SemqrelError(
    "DIFFERENT_CONDITIONS",
    `Applying ${source}: it learned from cosines of the model ${name(embedding)}, but these titles have cosines of ${name(model)}. Use the same model, or run semqrel estimate --write-labels again with this one.`,
    { details: { calibration: embedding, model } },
  );
}

function fitModel(
  training: CalibrationTraining,
  matrix: FeatureMatrix,
  { method, strength, seed }: CalibrationOptions,
): Calibration["model"] {
  const { features, rows } = training;
  const targets = numbersAt(training.targets, rows);
  const queries = queriesOf(training);
  const count = Math.min(FOLDS, new Set(queries).size);
  const folds = count < 2 ? null : foldsByGroup(queries, count, seed);
  if (method === "logistic") {
    const relevant = targets.filter(isRelevant);
    const c = folds === null ? LONE_C : chooseLogisticStrength(training, folds);
    return {
      kind: "logistic",
      relevance: fitLogistic(matrix, targets.map(isRelevant), { c }),
      share: relevant.length / rows.length,
      meanGrade: sumOf(relevant) / Math.max(1, relevant.length),
    };
  }
  const bestStrength = () =>
    folds === null
      ? LONE_STRENGTH
      : chooseRidgeStrength(features, training.targets, rows, { foldOfRow: folds }).strength;
  const chosen = strength ?? bestStrength();
  const score = fitRidge(matrix, targets, chosen);
  if (method === "ridge") return score;
  const unseen = linearPrediction(score, matrix);
  for (const { train, test, places } of folds === null ? [] : splits(training, folds)) {
    const predicted = linearPrediction(fitRidge(train.matrix, train.targets, chosen), test.matrix);
    for (const [row, place] of places.entries()) unseen[place] = at(predicted, row);
  }
  return { kind: "isotonic", score, curve: fitIsotonic(unseen, targets) };
}

/** Returns the strength with the smallest log loss over folds; if several have this loss, the smallest of them. */
function chooseLogisticStrength(training: CalibrationTraining, folds: Int32Array): number {
  const losses = new Float64Array(LOGISTIC_STRENGTHS.length);
  for (const { train, test } of splits(training, folds)) {
    for (const [place, c] of LOGISTIC_STRENGTHS.entries()) {
      const model = fitLogistic(train.matrix, train.targets.map(isRelevant), { c });
      if (model === null) continue;
      const loss = predictLogistic(model, test.matrix).reduce(
        (sum, share, row) => sum - Math.log(Math.max(1e-12, isRelevant(at(test.targets, row)) ? share : 1 - share)),
        0,
      );
      losses[place] = at(losses, place) + loss;
    }
  }
  return LOGISTIC_STRENGTHS[losses.indexOf(Math.min(...losses))] ?? LONE_C;
}

function isRelevant(grade: number): number {
  return grade >= 1 ? 1 : 0;
}

/** Yields each fold as test data, and the others as training data. Statistics of the training data prepare both. */
function* splits({ features, targets, rows }: CalibrationTraining, folds: Int32Array) {
  for (const fold of new Set(folds)) {
    const places = Array.from(folds.keys()).filter((place) => folds[place] === fold);
    const train = rows.filter((_, place) => folds[place] !== fold);
    const test = rows.filter((_, place) => folds[place] === fold);
    const preparation = learnPreparation(features, train);
    const prepared = (of: Int32Array) => ({
      matrix: prepareFeatures(features, of, preparation),
      targets: numbersAt(targets, of),
    });
    yield { places, train: prepared(train), test: prepared(test) };
  }
}

function queriesOf({ rows, queryOfRow }: CalibrationTraining): Int32Array {
  return rows.map((row) => at(queryOfRow, row));
}

/** Returns whether the calibration gives a finite prediction for a row of zeros. */
function canPredict(calibration: Calibration): boolean {
  const { preparation, embedding, trainedOn } = calibration;
  try {
    if (![trainedOn.queries, trainedOn.pairs].every(Number.isSafeInteger)) return false;
    if (embedding !== null && (typeof embedding.sha256 !== "string" || typeof embedding.precision !== "string"))
      return false;
    const zeros = { names: preparation.names, columns: preparation.names.map(() => Float64Array.of(0)) };
    return predictGrades(calibration, zeros, Int32Array.of(0)).every(Number.isFinite);
  } catch {
    return false;
  }
}

/**
 * Returns each row's fold. All rows of a query are in one fold.
 * @param lacking - words after "no" or "only one" in the error message, such as "rated query has matches"
 */
export function foldsOfQueries(queries: Int32Array, seed: number, doing: string, lacking: string): Int32Array {
  const count = new Set(queries).size;
  if (count < 2) {
    throw invalidOption(
      `${doing}: ${count === 0 ? "no" : "only one"} ${lacking} in these lists. Rate at least two queries, preferably ten.`,
      { queries: count },
    );
  }
  return foldsByGroup(queries, Math.min(MOST_FOLDS, count), seed);
}

/**
 * Predicts a label >= 0 for every row. Rows of a training query are predicted by the model that did not learn from the
 * query's fold. Rows of other queries get the mean prediction of all models. Costs one fit and one prediction of all
 * rows per fold.
 */
export function crossFit(training: CalibrationTraining, options: CalibrationOptions) {
  const { features, rows, queryOfRow } = training;
  const queries = queriesOf(training);
  const folds = foldsOfQueries(queries, options.seed, "Calibrating", "query has ratings of results");
  const foldOfQuery = new Map(Array.from(queries, (query, place) => [query, at(folds, place)]));
  const models = Array.from({ length: new Set(folds).size }, (_, fold) =>
    fitCalibration({ ...training, rows: rows.filter((_, place) => folds[place] !== fold) }, options),
  );
  const everyRow = Int32Array.from(queryOfRow.keys());
  const predictions = models.map((model) => predictGrades(model, features, everyRow));
  const labels = Float64Array.from(queryOfRow, (query, row) => {
    const fold = foldOfQuery.get(query);
    const label =
      fold === undefined
        ? predictions.reduce((sum, ofFold) => sum + at(ofFold, row), 0) / models.length
        : at(at(predictions, fold), row);
    return Math.max(0, label);
  });
  return { labels, models, foldOfQuery };
}
