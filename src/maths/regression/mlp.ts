import { at } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import { requireCount } from "../numbers.ts";
import { seededRandom, shuffle } from "../random.ts";
import { meanAndDeviation, sumOfSquares } from "../summary.ts";
import { type Matrix, multiply } from "./multiply.ts";
import type { FeatureMatrix } from "./prepare-features.ts";

interface MlpLayer {
  readonly weights: Matrix;
  readonly biases: Float64Array;
}
export function countMlpParameters(sizes: readonly number[]): number {
  return layerSizes(sizes).reduce((sum, [inputs, outputs]) => sum + (inputs + 1) * outputs, 0);
}

/** Returns each layer as views of `parameters`. `sizes`: numbers of features, units per hidden layer, and outputs. */
export function mlpLayers(sizes: readonly number[], parameters: Float64Array): MlpLayer[] {
  let start = 0;
  const next = (count: number) => {
    start += count;
    return parameters.subarray(start - count, start);
  };
  return layerSizes(sizes).map(([inputs, outputs]) => ({
    weights: { rows: inputs, columns: outputs, values: next(inputs * outputs) },
    biases: next(outputs),
  }));
}

function layerSizes(sizes: readonly number[]): [inputs: number, outputs: number][] {
  return sizes.slice(1).map((outputs, layer) => [sizes[layer] as number, outputs]);
}

/** Returns the input, then each layer's output: the layer's input · weights + biases, with ReLU except in the last. */
export function mlpActivations(layers: readonly MlpLayer[], input: Matrix): Matrix[] {
  const activations = [input];
  layers.forEach(({ weights, biases }, layer) => {
    const output = multiply(activations[layer] as Matrix, weights);
    addBiases(output, biases);
    if (layer < layers.length - 1) rectify(output.values);
    activations.push(output);
  });
  return activations;
}

function outputOf(layers: readonly MlpLayer[], input: Matrix): Float64Array {
  return (mlpActivations(layers, input).at(-1) as Matrix).values;
}

function addBiases({ columns, values }: Matrix, biases: Float64Array): void {
  for (let start = 0; start < values.length; start += columns) {
    for (let column = 0; column < columns; column++) {
      values[start + column] = (values[start + column] as number) + (biases[column] as number);
    }
  }
}

/** Applies ReLU in place, without a branch. A branch takes five times as long if signs are unpredictable. */
function rectify(values: Float64Array): void {
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    values[at] = (value + Math.abs(value)) / 2;
  }
}

export interface MlpModel {
  readonly kind: "mlp";
  readonly features: number;
  readonly layers: readonly number[];
  /** For each hidden layer, then the output layer: all weights of its first input, then all of its second input, … */
  readonly weights: readonly (readonly number[])[];
  readonly biases: readonly (readonly number[])[];
}

/** Returns predictions in the unit of the targets. Cost O(rows · weights). */
export function predictMlp(model: MlpModel, { rows, features, values }: FeatureMatrix): Float64Array {
  if (features !== model.features) {
    throw invalidOption(
      `Predicting with a perceptron: the matrix has ${features} features, but the model has ${model.features}. Give the features that it was fitted to.`,
      { features, expected: model.features },
    );
  }
  const layers = model.weights.map((weights, layer) => {
    const biases = Float64Array.from(at(model.biases, layer));
    const inputs = weights.length / biases.length;
    return { weights: { rows: inputs, columns: biases.length, values: Float64Array.from(weights) }, biases };
  });
  return outputOf(layers, { rows, columns: features, values });
}

interface MlpOptions {
  readonly seed: number;
  /** Number of units in each hidden layer, >= 1. An empty list gives a linear model. @default [100, 100] */
  readonly layers?: readonly number[];
  readonly alpha?: number;
  readonly epochs?: number;
  readonly batch?: number;
  /** Rows that decide when to stop and which weights to keep. If null, the last weights are kept. @default null */
  readonly validation?: { readonly matrix: FeatureMatrix; readonly targets: ArrayLike<number> } | null;
}

export interface MlpEpoch {
  /** Mean loss over the epoch, with the penalty. */
  readonly trainLoss: number;
  /** Loss at the end of the epoch, without the penalty; null if there are no validation rows. */
  readonly validationLoss: number | null;
}

const RATE = 0.001;
/** The fit stops if the validation loss has not fallen by TOLERANCE for this number of epochs. */
const PATIENCE = 10;
const TOLERANCE = 1e-4;

/**
 * Fits a multi-layer perceptron with ReLU and a linear output by least squares, with Adam on shuffled batches. Yields
 * after each epoch, so that the caller may do other work. Features must have the same scale. The fit uses standardised
 * targets; at the end, the output layer is rescaled to their original unit. Double precision and a fixed order give the
 * same bytes for the same seed. Source: Glorot & Bengio 2010 (AISTATS, 249-256) for the initial weights (biases 0);
 * scikit-learn's MLPRegressor for loss, alpha, batch and epochs.
 * @returns `curve`: the losses of each epoch. A loss is half the mean squared error of standardised targets: about 0.5
 * for a model that always predicts the mean target. `bestEpoch`: the epoch, from 1, whose weights the model has
 */
export function* mlpEpochs(matrix: FeatureMatrix, targets: ArrayLike<number>, options: MlpOptions) {
  const { seed, layers = [100, 100], alpha = 1e-4, epochs = 200, batch = 200, validation = null } = options;
  for (const units of layers) requireCount("layers", units);
  requireCount("epochs", epochs);
  requireCount("batch", batch);
  refuseUnless(alpha >= 0 && Number.isFinite(alpha), `alpha is ${alpha}. Give a number >= 0`, { alpha });
  requireRows(matrix, targets, matrix.features);
  if (validation !== null) requireRows(validation.matrix, validation.targets, matrix.features);

  const { mean, standardDeviation } = meanAndDeviation(targets);
  // The standard deviation is undefined for a single row, and 0 for equal targets.
  const deviation = standardDeviation || 1;
  const scaled = (values: ArrayLike<number>) => Float64Array.from(values, (value) => (value - mean) / deviation);
  const wanted = scaled(targets);
  const input = (rows: FeatureMatrix) => ({ ...rows, columns: rows.features });
  const held = validation && { input: input(validation.matrix), targets: scaled(validation.targets) };

  const random = seededRandom(seed);
  const sizes = [matrix.features, ...layers, 1];
  const parameters = new Float64Array(countMlpParameters(sizes));
  for (const { weights } of mlpLayers(sizes, parameters)) {
    const bound = Math.sqrt(6 / (weights.rows + weights.columns));
    for (const place of weights.values.keys()) weights.values[place] = bound * (2 * random() - 1);
  }
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
    refuseUnless(finite, `the loss of epoch ${epoch} is not finite. Scale the features`, { epoch });
    const losses: MlpEpoch = { trainLoss, validationLoss };
    curve.push(losses);
    yield losses;
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
  refuseUnless(rows >= 1, "there are no rows. Give at least one row", { rows });
  refuseUnless(length === rows, `${rows} rows have ${length} targets. Give one per row`, { rows, targets: length });
  const found = `the validation rows have ${features} features, not ${expected}. Give the features of the training rows`;
  refuseUnless(features === expected, found, { features, expected });
}

function refuseUnless(holds: boolean, found: string, details: Record<string, unknown>): void {
  if (!holds) throw invalidOption(`Fitting a perceptron: ${found}.`, details);
}

function lossOf(layers: readonly MlpLayer[], input: Matrix, targets: Float64Array): number {
  const predicted = outputOf(layers, input);
  return targets.reduce((sum, target, row) => sum + (target - (predicted[row] as number)) ** 2, 0) / (2 * input.rows);
}

function rowsOf({ features, values }: FeatureMatrix, rows: readonly number[]) {
  const chosen = new Float64Array(rows.length * features);
  rows.forEach((row, at) => {
    chosen.set(values.subarray(row * features, (row + 1) * features), at * features);
  });
  return { rows: rows.length, columns: features, values: chosen };
}

const [MEAN_DECAY, SQUARE_DECAY, EPSILON] = [0.9, 0.999, 1e-8];

/** Returns a function that makes one step of Adam, in place. Source: Kingma & Ba 2015 (ICLR), algorithm 1. */
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

/**
 * Returns the loss, and its gradient by backpropagation. The loss is half the mean squared error plus alpha / (2 rows)
 * times the sum of squared weights (without biases), like in scikit-learn's MLPRegressor. At the kink of a ReLU, uses
 * the gradient of the flat side. Source: Rumelhart, Hinton & Williams 1986 (Nature 323, 533-536).
 */
export function mlpGradient(
  sizes: readonly number[],
  parameters: Float64Array,
  input: Matrix,
  targets: Float64Array,
  alpha: number,
) {
  const { rows } = input;
  const gradient = new Float64Array(parameters.length);
  const slopes = mlpLayers(sizes, gradient);
  const layers = mlpLayers(sizes, parameters);
  const activations = mlpActivations(layers, input);
  const predicted = (activations.at(-1) as Matrix).values;
  const misses = targets.map((target, row) => ((predicted[row] as number) - target) / rows);
  // Derivative of the loss with respect to each output of the current layer.
  let errors: Matrix = { rows, columns: 1, values: misses };
  let loss = (sumOfSquares(errors.values) * rows) / 2;
  for (let layer = layers.length - 1; ; layer--) {
    const { weights } = layers[layer] as MlpLayer;
    const slope = slopes[layer] as MlpLayer;
    const inputs = activations[layer] as Matrix;
    slope.weights.values.set(multiply(inputs, errors, "left").values);
    loss += addPenalty(weights.values, slope.weights.values, alpha / rows);
    addRows(errors, slope.biases);
    if (layer === 0) break;
    errors = multiply(errors, weights, "right");
    propagateThroughRectifier(errors, inputs);
  }
  return { loss, gradient };
}

function addPenalty(weights: Float64Array, slopes: Float64Array, share: number): number {
  let squares = 0;
  for (let at = 0; at < weights.length; at++) {
    const weight = weights[at] as number;
    slopes[at] = (slopes[at] as number) + share * weight;
    squares += weight * weight;
  }
  return (share / 2) * squares;
}

function addRows({ columns, values }: Matrix, sums: Float64Array): void {
  for (let start = 0; start < values.length; start += columns) {
    for (let column = 0; column < columns; column++) {
      sums[column] = (sums[column] as number) + (values[start + column] as number);
    }
  }
}

/** Sets errors to 0 if their ReLU has output 0. Uses a product, because an unpredictable branch takes longer. */
function propagateThroughRectifier({ values: errors }: Matrix, { values: outputs }: Matrix): void {
  for (let at = 0; at < errors.length; at++) errors[at] = (errors[at] as number) * Number((outputs[at] as number) > 0);
}
