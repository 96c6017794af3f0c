/** Models that predict labels from features. */
import { at } from "../core/at.ts";
import { SemqrelError } from "../core/errors.ts";
import { checked, filledText, list, object, oneOf } from "../core/schema.ts";
import { numbersAt } from "../maths/numbers.ts";
import { type ForestModel, fitForest, predictForest } from "../maths/regression/forest.ts";
import { type MlpEpoch, type MlpModel, mlpEpochs, predictMlp } from "../maths/regression/mlp.ts";
import { foldsByGroup } from "../maths/regression/prediction-errors.ts";
import {
  type FeatureColumns,
  type FeaturePreparation,
  learnPreparation,
  linearPrediction,
  prepareFeatures,
} from "../maths/regression/prepare-features.ts";
import { chooseRidgeStrength, fitRidge, type RidgeModel } from "../maths/regression/ridge.ts";

export const modelKinds = ["ridge", "mlp", "forest"] as const;
export type ModelKind = (typeof modelKinds)[number];

/** A fitted model. It is plain data, so that it predicts the same after being written and read as JSON. */
export interface Ranker {
  readonly schema: "semqrel.ranker/1";
  readonly preparation: FeaturePreparation;
  readonly model: RidgeModel | MlpModel | ForestModel;
}

/** Recognises the file of a ranker. `canPredict` tests the other fields. */
const rankerShape = object({
  schema: oneOf("semqrel.ranker/1"),
  preparation: object({ matrixNames: list(filledText) }),
  model: object({ kind: oneOf(...modelKinds) }),
});

export interface RankerOptions {
  readonly seed: number;
  /** Strength of ridge, >= 0; null to choose it by cross-validation over queries. */
  readonly strength: number | null;
  readonly epochs: number;
  readonly trees: number;
}

export interface TrainingRows {
  readonly features: FeatureColumns;
  readonly targets: Float64Array;
  readonly queryOfRow: Int32Array;
  readonly rows: Int32Array;
}

/** A perceptron's training queries are split into this number of folds. One fold decides when training stops. */
const VALIDATION_FOLDS = 10;
const STRENGTH_FOLDS = 5;

/**
 * Fits a model. It is a generator, so that the caller can do other work between the epochs of a perceptron.
 * @returns `curve`: losses of a perceptron. `strengthAtEnd`: "smallest" or "largest" if the strength of ridge is the
 * smallest or largest strength that was tried; null for other strengths and other models.
 */
export function* fitRanker(kind: ModelKind, training: TrainingRows, options: RankerOptions) {
  const { features, targets } = training;
  const { seed, epochs, trees } = options;
  const { trainRows, heldOut } = kind === "mlp" ? holdOut(training, seed) : { trainRows: training.rows, heldOut: null };
  const preparation = learnPreparation(features, trainRows);
  const matrix = prepareFeatures(features, trainRows, preparation);
  const known = numbersAt(targets, trainRows);
  const fitted = (model: Ranker["model"], curve: readonly MlpEpoch[] | null = null) => {
    const ranker: Ranker = { schema: "semqrel.ranker/1", preparation, model };
    return { ranker, curve, strengthAtEnd: null };
  };
  if (kind === "forest") return fitted(fitForest(matrix, known, { seed, trees }));
  if (kind === "ridge") {
    const { strength, atEnd } = chooseStrength(training, options);
    return { ...fitted(fitRidge(matrix, known, strength)), strengthAtEnd: atEnd };
  }
  const validation = heldOut && {
    matrix: prepareFeatures(features, heldOut, preparation),
    targets: numbersAt(targets, heldOut),
  };
  const { model, curve } = yield* mlpEpochs(matrix, known, { seed, epochs, validation });
  return fitted(model, curve);
}

export function predictLabels(
  { preparation, model }: Ranker,
  features: FeatureColumns,
  rows: Int32Array,
): Float64Array {
  const matrix = prepareFeatures(features, rows, preparation);
  if (model.kind === "ridge") return linearPrediction(model, matrix);
  return model.kind === "mlp" ? predictMlp(model, matrix) : predictForest(model, matrix);
}

export const RANKER_REMEDY = "Give a file from the folder models/ that semqrel rerank -o wrote.";

export function parseRanker(text: string, source: string): Ranker {
  const refuse = (what: string, cause?: unknown) => {
    const message = `Reading ${source}: ${what}. ${RANKER_REMEDY}`;
    return new SemqrelError("INVALID_FORMAT", message, { details: { file: source }, cause });
  };
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    throw refuse("it is not JSON", cause);
  }
  checked(rankerShape, document, (misfit) => refuse(`it does not contain a ranker: ${misfit}`));
  const ranker = document as Ranker;
  if (!canPredict(ranker)) throw refuse("the ranker in it is damaged");
  return ranker;
}

/** Tests a prediction for a row of zeros. Checks trees first, because a damaged tree could cause an endless loop. */
function canPredict(ranker: Ranker): boolean {
  const { preparation, model } = ranker;
  try {
    if (model.kind === "forest" && !model.trees.every(leadsToLeaves)) return false;
    if (model.kind === "mlp" && !hasItsLayers(model)) return false;
    const zeros = { names: preparation.names, columns: preparation.names.map(() => Float64Array.of(0)) };
    return predictLabels(ranker, zeros, Int32Array.of(0)).every(Number.isFinite);
  } catch {
    return false;
  }
}

function hasItsLayers({ features, layers, weights, biases }: MlpModel): boolean {
  return [...layers, 1].every((units, layer) => {
    const inputs = layer === 0 ? features : at(layers, layer - 1);
    return biases[layer]?.length === units && weights[layer]?.length === inputs * units;
  });
}

/** Returns true if children come after their node, and the last node is a leaf. */
function leadsToLeaves({ feature, value, otherwise }: ForestModel["trees"][number]): boolean {
  const isWhole = value.length === feature.length && otherwise.length === feature.length && feature.at(-1) === -1;
  const isAhead = (child: number, node: number) => child > node + 1 && child < feature.length;
  return isWhole && feature.every((column, node) => column === -1 || isAhead(at(otherwise, node), node));
}

function chooseStrength({ features, targets, queryOfRow, rows }: TrainingRows, { strength, seed }: RankerOptions) {
  const groups = queriesOf(rows, queryOfRow);
  const folds = Math.min(STRENGTH_FOLDS, new Set(groups).size);
  // One query does not show which strength is best for other queries.
  if (strength !== null || folds < 2) return { strength: strength ?? 1, atEnd: null };
  return chooseRidgeStrength(features, targets, rows, { foldOfRow: foldsByGroup(groups, folds, seed) });
}

function holdOut({ queryOfRow, rows }: TrainingRows, seed: number) {
  const groups = queriesOf(rows, queryOfRow);
  if (new Set(groups).size < VALIDATION_FOLDS) return { trainRows: rows, heldOut: null };
  const folds = foldsByGroup(groups, VALIDATION_FOLDS, seed);
  return {
    trainRows: rows.filter((_, place) => folds[place] !== 0),
    heldOut: rows.filter((_, place) => folds[place] === 0),
  };
}

function queriesOf(rows: Int32Array, queryOfRow: Int32Array): Int32Array {
  return rows.map((row) => at(queryOfRow, row));
}
