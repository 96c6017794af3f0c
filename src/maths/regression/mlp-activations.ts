/**
 * What does each layer of a perceptron make of rows?
 */
import type { MlpLayer } from "./mlp-layers.ts";
import { type Matrix, multiply } from "./multiply.ts";

/**
 * input · weights + biases, layer after layer; what is negative becomes 0 (ReLU) in all but the last.
 *
 * @param input rows x features
 * @returns the input, then of each layer rows x outputs. Cost O(rows · weights).
 */
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

/** By arithmetic: a branch on signs nobody can foresee takes five times as long. */
function rectify(values: Float64Array): void {
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    values[at] = (value + Math.abs(value)) / 2;
  }
}
