/** What does a model see of documents, and what does a weighted sum of it say? */
import { invalidOption } from "../../core/errors.ts";

/** Numbers of several documents, one row a document. */
export interface FeatureMatrix {
  readonly rows: number;
  readonly features: number;
  /** rows x features, row after row; every number finite. */
  readonly values: Float64Array;
}

interface LinearTerms {
  readonly intercept: number;
  /** By feature. */
  readonly coefficients: ArrayLike<number>;
}

/** intercept + Σ coefficient · feature, by row. Refuses other numbers of features than of coefficients. */
export function linearPrediction({ intercept, coefficients }: LinearTerms, matrix: FeatureMatrix): Float64Array {
  const { rows, features, values } = matrix;
  if (coefficients.length !== features) {
    throw invalidOption(
      `Predicting: the model has ${coefficients.length} coefficients, the rows have ${features} features. Prepare them as those it learned from.`,
      { features, coefficients: coefficients.length },
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

export function requireTargets({ rows }: FeatureMatrix, targets: ArrayLike<number>): void {
  if (rows === 0 || targets.length !== rows) {
    throw invalidOption(
      `Fitting a model: there are ${rows} rows and ${targets.length} targets. Give one target for each row, at least one.`,
      { rows, targets: targets.length },
    );
  }
  for (let row = 0; row < rows; row++) {
    const target = targets[row];
    if (Number.isFinite(target)) continue;
    throw invalidOption(
      `Fitting a model: the target of row ${row} is ${target}. Leave out rows without a number to learn.`,
      { row, target },
    );
  }
}

export function requireWeights(rows: number, weights: ArrayLike<number>): void {
  const refuse = (found: string, details: Readonly<Record<string, unknown>>) => {
    const remedy = "Give one finite number >= 0 for each row, at least one above 0.";
    throw invalidOption(`Weighting rows: ${found}. ${remedy}`, details);
  };
  if (weights.length !== rows) {
    refuse(`there are ${rows} rows and ${weights.length} weights`, { rows, weights: weights.length });
  }
  let isSomePositive = false;
  for (let row = 0; row < rows; row++) {
    const weight = weights[row] as number;
    if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY)) refuse(`row ${row} has ${weight}`, { row, weight });
    if (weight > 0) isSomePositive = true;
  }
  if (!isSomePositive) refuse("none is positive", { rows });
}
