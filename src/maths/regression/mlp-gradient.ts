/** How far is a perceptron from its targets, and which way is downhill? */
import { type MlpLayer, mlpActivations, mlpLayers } from "./mlp.ts";
import { type Matrix, multiply } from "./multiply.ts";

interface MlpGradient {
  readonly loss: number;
  /** Of the loss, by parameter; at the kink of a ReLU that of its flat side. */
  readonly gradient: Float64Array;
}

/**
 * Half the mean squared error plus alpha / (2 rows) times the sum of squared weights (biases are free), as
 * scikit-learn's MLPRegressor, with its gradient by backpropagation. Source: Rumelhart, Hinton & Williams 1986 (Nature
 * 323, 533-536).
 * @param sizes  numbers of features, of units in each hidden layer, and 1
 */
export function mlpGradient(
  sizes: readonly number[],
  parameters: Float64Array,
  input: Matrix,
  targets: Float64Array,
  alpha: number,
): MlpGradient {
  const { rows } = input;
  const gradient = new Float64Array(parameters.length);
  const slopes = mlpLayers(sizes, gradient);
  const layers = mlpLayers(sizes, parameters);
  const activations = mlpActivations(layers, input);
  const predicted = (activations.at(-1) as Matrix).values;
  const misses = targets.map((target, row) => ((predicted[row] as number) - target) / rows);
  // By how much the loss grows with each output of the layer at hand.
  let errors: Matrix = { rows, columns: 1, values: misses };
  let loss = (errors.values.reduce((sum, error) => sum + error * error, 0) * rows) / 2;
  for (let layer = layers.length - 1; ; layer--) {
    const { weights } = layers[layer] as MlpLayer;
    const slope = slopes[layer] as MlpLayer;
    const inputs = activations[layer] as Matrix;
    slope.weights.values.set(multiply(inputs, errors, "left").values);
    loss += addPenalty(weights.values, slope.weights.values, alpha / rows);
    addRows(errors, slope.biases);
    if (layer === 0) break;
    errors = multiply(errors, weights, "right");
    stopWhereClosed(errors, inputs);
  }
  return { loss, gradient };
}

/** Gives the penalty itself. */
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

/** Errors pass a ReLU where it let something through. A product: a branch that cannot be predicted takes longer. */
function stopWhereClosed({ values: errors }: Matrix, { values: outputs }: Matrix): void {
  for (let at = 0; at < errors.length; at++) errors[at] = (errors[at] as number) * Number((outputs[at] as number) > 0);
}
