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
    const { columns, values } = output;
    const least = layer < layers.length - 1 ? 0 : Number.NEGATIVE_INFINITY;
    for (let start = 0; start < values.length; start += columns) {
      for (let column = 0; column < columns; column++) {
        const value = (values[start + column] as number) + (biases[column] as number);
        values[start + column] = Math.max(least, value);
      }
    }
    activations.push(output);
  });
  return activations;
}
