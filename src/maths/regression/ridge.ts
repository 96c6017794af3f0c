/** Which weighted sum of features comes nearest to the targets, large weights at a price? */
import { invalidOption } from "../../core/errors.ts";
import { type FeatureMatrix, linearPrediction, requireTargets, requireWeights } from "./feature-matrix.ts";
import { solveSymmetric } from "./solve-symmetric.ts";

/** Share of a sum of squares that may be rounding. */
const ROUNDING = 1e-24;

/** Plain data. */
export interface RidgeModel {
  readonly kind: "ridge";
  /** The price of a squared coefficient, >= 0. */
  readonly strength: number;
  readonly intercept: number;
  /** By feature. */
  readonly coefficients: readonly number[];
}

/**
 * Minimises Σ weight (target - intercept - row · coefficients)² + strength Σ coefficient², the intercept being free, as
 * scikit-learn's `Ridge(alpha=strength)`. Strength 0 is ordinary least squares; of several solutions the shortest. Cost
 * O(rows · features² + features³). Source: Hoerl & Kennard 1970 (Technometrics 12, 55-67).
 * @param weights by row, >= 0 @default 1 for each
 * @throws SemqrelError INVALID_OPTION  strength is no finite number >= 0; targets or weights do not fit the rows
 */
export function fitRidge(
  matrix: FeatureMatrix,
  targets: Float64Array,
  strength: number,
  weights?: Float64Array,
): RidgeModel {
  return ridgeFitter(matrix, targets, weights)(strength);
}

/** As `fitRidge`, for many strengths: the pass over the rows is made once. */
export function ridgeFitter(
  matrix: FeatureMatrix,
  targets: Float64Array,
  weights?: Float64Array,
): (strength: number) => RidgeModel {
  requireTargets(matrix, targets);
  if (weights !== undefined) requireWeights(matrix.rows, weights);
  const { features } = matrix;
  const { means, target } = weightedMeans(matrix, targets, weights);
  const { squares, products } = centredSums(matrix, targets, weights, means, target);
  return (strength) => {
    requireStrength(strength);
    const penalised = squares.slice();
    for (let feature = 0; feature < features; feature++) {
      const place = feature * features + feature;
      penalised[place] = (penalised[place] as number) + strength;
    }
    const coefficients = Array.from(solveSymmetric(penalised, products));
    const intercept = coefficients.reduce((rest, value, feature) => rest - value * (means[feature] as number), target);
    return { kind: "ridge", strength, intercept, coefficients };
  };
}

/** One number a row. @throws SemqrelError INVALID_OPTION  the features are not as many as the model's */
export function predictRidge(model: RidgeModel, matrix: FeatureMatrix): Float64Array {
  return linearPrediction(model, matrix);
}

function weightedMeans({ rows, features, values }: FeatureMatrix, targets: Float64Array, weights?: Float64Array) {
  const means = new Float64Array(features);
  let [total, target] = [0, 0];
  for (let row = 0; row < rows; row++) {
    const weight = weights === undefined ? 1 : (weights[row] as number);
    total += weight;
    target += weight * (targets[row] as number);
    for (let feature = 0; feature < features; feature++) {
      means[feature] = (means[feature] as number) + weight * (values[row * features + feature] as number);
    }
  }
  return { means: means.map((sum) => sum / total), target: target / total };
}

/** Of features with features (the lower triangle), and of features with targets, all measured from their means. */
function centredSums(
  { rows, features, values }: FeatureMatrix,
  targets: Float64Array,
  weights: Float64Array | undefined,
  means: Float64Array,
  target: number,
) {
  const squares = new Float64Array(features * features);
  const products = new Float64Array(features);
  const centred = new Float64Array(features);
  for (let row = 0; row < rows; row++) {
    for (let feature = 0; feature < features; feature++) {
      centred[feature] = (values[row * features + feature] as number) - (means[feature] as number);
    }
    const weight = weights === undefined ? 1 : (weights[row] as number);
    for (let feature = 0; feature < features; feature++) {
      const share = weight * (centred[feature] as number);
      products[feature] = (products[feature] as number) + share * ((targets[row] as number) - target);
      for (let other = 0; other <= feature; other++) {
        const place = feature * features + other;
        squares[place] = (squares[place] as number) + share * (centred[other] as number);
      }
    }
  }
  for (let feature = 0; feature < features; feature++) {
    const mean = means[feature] as number;
    // What is left of a constant column is rounding, and no direction: least squares would climb it.
    if ((squares[feature * features + feature] as number) > ROUNDING * rows * mean * mean) continue;
    products[feature] = 0;
    for (let other = 0; other < features; other++) {
      squares[Math.max(feature, other) * features + Math.min(feature, other)] = 0;
    }
  }
  return { squares, products };
}

function requireStrength(strength: number): void {
  if (strength >= 0 && strength < Number.POSITIVE_INFINITY) return;
  throw invalidOption(`Fitting ridge: the strength is ${strength}. Give a finite number >= 0.`, { strength });
}
