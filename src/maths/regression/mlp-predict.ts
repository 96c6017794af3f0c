/**
 * What does a fitted perceptron expect of documents?
 */
import { SemqrelError } from "../../core/errors.ts";
import type { FeatureMatrix } from "./feature-matrix.ts";
import { mlpActivations } from "./mlp-activations.ts";

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
 * @returns by row, in the unit of the targets
 * @throws SemqrelError INVALID_OPTION  the matrix has other features than the model   details: { features, expected }
 *
 * Cost O(rows · weights).
 */
export function predictMlp(model: MlpModel, { rows, features, values }: FeatureMatrix): Float64Array {
  if (features !== model.features) {
    throw new SemqrelError(
      "INVALID_OPTION",
      `Predicting with a perceptron: the matrix has ${features} features, the model ${model.features}. Give the features it was fitted to.`,
      { details: { features, expected: model.features } },
    );
  }
  const layers = model.weights.map((weights, layer) => {
    const biases = Float64Array.from(model.biases[layer] ?? []);
    const inputs = weights.length / biases.length;
    return { weights: { rows: inputs, columns: biases.length, values: Float64Array.from(weights) }, biases };
  });
  const output = mlpActivations(layers, { rows, columns: features, values }).at(-1);
  return output?.values ?? new Float64Array(rows);
}
