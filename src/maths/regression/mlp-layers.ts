/**
 * Where in one list of parameters are the weights and biases of each layer?
 */
import type { Matrix } from "./multiply.ts";

export interface MlpLayer {
  /** inputs x outputs */
  readonly weights: Matrix;
  /** By output. */
  readonly biases: Float64Array;
}

/** How many parameters layers of these sizes have: weights and biases. */
export function countMlpParameters(sizes: readonly number[]): number {
  return layerSizes(sizes).reduce((sum, [inputs, outputs]) => sum + (inputs + 1) * outputs, 0);
}

/**
 * Views: what is written to them is written to the parameters.
 *
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
