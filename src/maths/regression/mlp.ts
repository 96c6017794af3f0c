/** What does a perceptron make of documents? */

import { at } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import type { FeatureMatrix } from "./feature-matrix.ts";
import { type Matrix, multiply } from "./multiply.ts";

export interface MlpLayer {
  /** inputs x outputs */
  readonly weights: Matrix;
  /** By output. */
  readonly biases: Float64Array;
}

/** Weights and biases of layers of these sizes. */
export function countMlpParameters(sizes: readonly number[]): number {
  return layerSizes(sizes).reduce((sum, [inputs, outputs]) => sum + (inputs + 1) * outputs, 0);
}

/**
 * Views: what is written to them is written to the parameters.
 * @param sizes       numbers of features, of units in each hidden layer, and of outputs
 * @param parameters  layer after layer, its weights before its biases
 */
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

/** The input, then input · weights + biases of each layer; what is negative becomes 0 (ReLU) in all but the last. */
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

function addBiases({ columns, values }: Matrix, biases: Float64Array): void {
  for (let start = 0; start < values.length; start += columns) {
    for (let column = 0; column < columns; column++) {
      values[start + column] = (values[start + column] as number) + (biases[column] as number);
    }
  }
}

/** By arithmetic: a branch on signs that cannot be predicted takes five times as long. */
function rectify(values: Float64Array): void {
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    values[at] = (value + Math.abs(value)) / 2;
  }
}

/** Plain data: written as JSON and read back, it predicts the same to the last bit. */
export interface MlpModel {
  readonly kind: "mlp";
  readonly features: number;
  /** Units of each hidden layer. */
  readonly layers: readonly number[];
  /** Of each hidden layer and of the output: inputs x outputs, input after input. */
  readonly weights: readonly (readonly number[])[];
  /** Of each hidden layer and of the output. */
  readonly biases: readonly (readonly number[])[];
}

/**
 * By row, in the unit of the targets. Cost O(rows · weights).
 * @throws SemqrelError INVALID_OPTION  the matrix has other features than the model   details: { features, expected }
 */
export function predictMlp(model: MlpModel, { rows, features, values }: FeatureMatrix): Float64Array {
  if (features !== model.features) {
    throw invalidOption(
      `Predicting with a perceptron: the matrix has ${features} features, the model ${model.features}. Give the features it was fitted to.`,
      { features, expected: model.features },
    );
  }
  const layers = model.weights.map((weights, layer) => {
    const biases = Float64Array.from(at(model.biases, layer));
    const inputs = weights.length / biases.length;
    return { weights: { rows: inputs, columns: biases.length, values: Float64Array.from(weights) }, biases };
  });
  const output = mlpActivations(layers, { rows, columns: features, values }).at(-1);
  return output?.values ?? new Float64Array(rows);
}
