/** Which perceptron fits the targets of documents? */
import { invalidOption } from "../../core/errors.ts";
import { type Random, seededRandom, shuffle } from "../random/seeded-random.ts";
import { requireCount } from "../require.ts";
import { meanAndDeviation } from "../summary/means.ts";
import type { FeatureMatrix } from "./feature-matrix.ts";
import { countMlpParameters, type MlpLayer, type MlpModel, mlpActivations, mlpLayers } from "./mlp.ts";
import { mlpGradient } from "./mlp-gradient.ts";
import type { Matrix } from "./multiply.ts";

/** How a perceptron is fitted. */
interface MlpOptions {
  /** Of the first weights and of the order of rows. Any 32-bit whole number. */
  readonly seed: number;
  /** Units of each hidden layer, each >= 1; none for a linear model. @default [100, 100] */
  readonly layers?: readonly number[];
  /** Weight of the squared weights, >= 0. @default 1e-4 */
  readonly alpha?: number;
  /** How often each row is used at most, >= 1. @default 200 */
  readonly epochs?: number;
  /** Rows a step, >= 1. @default 200 */
  readonly batch?: number;
  /** Rows that decide when to stop, and which weights are kept. @default null: all epochs, the last weights */
  readonly validation?: { readonly matrix: FeatureMatrix; readonly targets: ArrayLike<number> } | null;
}

/** A fitted perceptron, with its way there. */
interface MlpFit {
  readonly model: MlpModel;
  /** By epoch. Half mean squared errors of standardised targets: 0.5 is what their mean reaches. */
  readonly curve: readonly MlpEpoch[];
  /** The epoch whose weights the model has, from 1. */
  readonly bestEpoch: number;
}

export interface MlpEpoch {
  /** Mean over the epoch, penalty included. */
  readonly trainLoss: number;
  /** At the end of the epoch, without penalty; null without validation. */
  readonly validationLoss: number | null;
}

const RATE = 0.001;
/** Epochs in a row that may pass without lowering the validation loss by the tolerance. */
const PATIENCE = 10;
const TOLERANCE = 1e-4;

/**
 * A multi-layer perceptron with ReLU and a linear output, least squares, Adam on shuffled batches. Bring features to one
 * scale before. Targets are standardised for the fit, and the output layer of the model takes that back. All in double
 * precision and in one order: the same seed gives the same bytes. Cost O(epochs · rows · weights). Sources: Glorot &
 * Bengio 2010 (AISTATS, 249-256) for the first weights, biases 0; loss, alpha, batch and epochs as scikit-learn's
 * MLPRegressor.
 * @param targets by row, finite
 * @throws SemqrelError INVALID_OPTION  an option is out of range; there are no rows, or not one target for each;
 *   validation has other features; the loss is no longer finite
 */
export function fitMlp(matrix: FeatureMatrix, targets: ArrayLike<number>, options: MlpOptions): MlpFit {
  const epochs = mlpEpochs(matrix, targets, options);
  for (;;) {
    const epoch = epochs.next();
    if (epoch.done) return epoch.value;
  }
}

/** As `fitMlp`, but its caller may do other work after each epoch. */
export function* mlpEpochs(
  matrix: FeatureMatrix,
  targets: ArrayLike<number>,
  options: MlpOptions,
): Generator<MlpEpoch, MlpFit, void> {
  const { seed, layers = [100, 100], alpha = 1e-4, epochs = 200, batch = 200, validation = null } = options;
  for (const units of layers) requireCount("layers", units);
  requireCount("epochs", epochs);
  requireCount("batch", batch);
  refuseUnless(alpha >= 0 && Number.isFinite(alpha), `alpha ${alpha} is no number >= 0. Give one`, { alpha });
  requireRows(matrix, targets, matrix.features);
  if (validation !== null) requireRows(validation.matrix, validation.targets, matrix.features);

  const { mean, standardDeviation } = meanAndDeviation(targets);
  // Of a single row it is undefined, of a constant 0.
  const deviation = standardDeviation || 1;
  const scaled = (values: ArrayLike<number>) => Float64Array.from(values, (value) => (value - mean) / deviation);
  const wanted = scaled(targets);
  const input = (rows: FeatureMatrix) => ({ ...rows, columns: rows.features });
  const held = validation && { input: input(validation.matrix), targets: scaled(validation.targets) };

  const random = seededRandom(seed);
  const sizes = [matrix.features, ...layers, 1];
  const parameters = new Float64Array(countMlpParameters(sizes));
  drawWeights(mlpLayers(sizes, parameters), random);
  const step = adam(parameters, RATE);
  const curve: MlpEpoch[] = [];
  let order = Array.from(wanted.keys());
  let best = { loss: Number.POSITIVE_INFINITY, epoch: 0, parameters };
  for (let epoch = 1, stalled = 0; epoch <= epochs && stalled < PATIENCE; epoch++) {
    order = shuffle(order, random);
    let trainLoss = 0;
    for (let start = 0; start < order.length; start += batch) {
      const chosen = order.slice(start, start + batch);
      const expected = Float64Array.from(chosen, (row) => wanted[row] as number);
      const { loss, gradient } = mlpGradient(sizes, parameters, rowsOf(matrix, chosen), expected, alpha);
      step(gradient);
      trainLoss += (loss * chosen.length) / order.length;
    }
    const validationLoss = held && lossOf(mlpLayers(sizes, parameters), held.input, held.targets);
    const finite = Number.isFinite(trainLoss) && Number.isFinite(validationLoss ?? 0);
    refuseUnless(finite, `the loss of epoch ${epoch} is not finite. Bring the features to one scale`, { epoch });
    curve.push({ trainLoss, validationLoss });
    yield { trainLoss, validationLoss };
    if (validationLoss === null) best = { loss: trainLoss, epoch, parameters };
    else {
      stalled = validationLoss > best.loss - TOLERANCE ? stalled + 1 : 0;
      if (validationLoss < best.loss) best = { loss: validationLoss, epoch, parameters: parameters.slice() };
    }
  }
  const fitted = mlpLayers(sizes, best.parameters);
  const output = fitted.at(-1) as MlpLayer;
  output.weights.values.forEach((weight, at, weights) => {
    weights[at] = weight * deviation;
  });
  output.biases[0] = (output.biases[0] as number) * deviation + mean;
  const model: MlpModel = {
    kind: "mlp",
    features: matrix.features,
    layers: [...layers],
    weights: fitted.map(({ weights }) => [...weights.values]),
    biases: fitted.map(({ biases }) => [...biases]),
  };
  return { model, curve, bestEpoch: best.epoch };
}

function requireRows({ rows, features }: FeatureMatrix, { length }: ArrayLike<number>, expected: number): void {
  refuseUnless(rows >= 1, "there are no rows. Give at least one", { rows });
  refuseUnless(length === rows, `${rows} rows have ${length} targets. Give one a row`, { rows, targets: length });
  const found = `validation has ${features} features, not ${expected}. Give the same`;
  refuseUnless(features === expected, found, { features, expected });
}

function refuseUnless(holds: boolean, found: string, details: Record<string, unknown>): void {
  if (!holds) throw invalidOption(`Fitting a perceptron: ${found}.`, details);
}

function lossOf(layers: readonly MlpLayer[], input: Matrix, targets: Float64Array): number {
  const predicted = (mlpActivations(layers, input).at(-1) as Matrix).values;
  return targets.reduce((sum, target, row) => sum + (target - (predicted[row] as number)) ** 2, 0) / (2 * input.rows);
}

function drawWeights(layers: readonly MlpLayer[], random: Random): void {
  for (const { weights } of layers) {
    const bound = Math.sqrt(6 / (weights.rows + weights.columns));
    weights.values.forEach((_, at, values) => {
      values[at] = bound * (2 * random() - 1);
    });
  }
}

function rowsOf({ features, values }: FeatureMatrix, rows: readonly number[]) {
  const chosen = new Float64Array(rows.length * features);
  rows.forEach((row, at) => {
    chosen.set(values.subarray(row * features, (row + 1) * features), at * features);
  });
  return { rows: rows.length, columns: features, values: chosen };
}

const [MEAN_DECAY, SQUARE_DECAY, EPSILON] = [0.9, 0.999, 1e-8];

/**
 * Adam. Source: Kingma & Ba 2015 (ICLR), algorithm 1.
 * @param rate length of a step where slopes agree, > 0
 * @returns a step, which takes the gradient at the parameters and changes them in place
 */
export function adam(parameters: Float64Array, rate: number): (gradient: Float64Array) => void {
  const means = new Float64Array(parameters.length);
  const squares = new Float64Array(parameters.length);
  let [meanBias, squareBias] = [1, 1];
  return (gradient) => {
    meanBias *= MEAN_DECAY;
    squareBias *= SQUARE_DECAY;
    for (let at = 0; at < parameters.length; at++) {
      const slope = gradient[at] as number;
      const mean = MEAN_DECAY * (means[at] as number) + (1 - MEAN_DECAY) * slope;
      const square = SQUARE_DECAY * (squares[at] as number) + (1 - SQUARE_DECAY) * slope * slope;
      means[at] = mean;
      squares[at] = square;
      const step = (rate * (mean / (1 - meanBias))) / (Math.sqrt(square / (1 - squareBias)) + EPSILON);
      parameters[at] = (parameters[at] as number) - step;
    }
  };
}
