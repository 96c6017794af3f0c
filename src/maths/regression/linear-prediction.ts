/**
 * What does a weighted sum of features say of each row?
 */
import { SemqrelError } from "../../core/errors.ts";
import type { FeatureMatrix } from "./feature-matrix.ts";

export interface LinearTerms {
  readonly intercept: number;
  /** By feature. */
  readonly coefficients: ArrayLike<number>;
}

/**
 * intercept + Σ coefficient · feature, by row.
 *
 * @throws SemqrelError INVALID_OPTION  not one coefficient for each feature   details: { features, coefficients }
 *
 * Cost O(rows · features).
 */
export function linearPrediction({ intercept, coefficients }: LinearTerms, matrix: FeatureMatrix): Float64Array {
  const { rows, features, values } = matrix;
  if (coefficients.length !== features) {
    throw new SemqrelError(
      "INVALID_OPTION",
      `Predicting: the model has ${coefficients.length} coefficients, the rows have ${features} features. Prepare them as those it learned from.`,
      { details: { features, coefficients: coefficients.length } },
    );
  }
  const predictions = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let sum = intercept;
    const start = row * features;
    for (let feature = 0; feature < features; feature++) {
      sum += (coefficients[feature] as number) * (values[start + feature] as number);
    }
    predictions[row] = sum;
  }
  return predictions;
}
