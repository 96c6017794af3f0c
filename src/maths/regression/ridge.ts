import { CholeskyDecomposition, EigenvalueDecomposition, Matrix } from "ml-matrix";
import { at } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import { numbersAt } from "../numbers.ts";
import { meanOf } from "../summary.ts";
import {
  type FeatureColumns,
  type FeatureMatrix,
  learnPreparation,
  linearPrediction,
  prepareFeatures,
  requireTargets,
} from "./prepare-features.ts";

/** A column counts as constant if the sum of its squared deviations is at most ROUNDING · rows · mean². */
const ROUNDING = 1e-24;

export interface RidgeModel {
  readonly kind: "ridge";
  readonly strength: number;
  readonly intercept: number;
  readonly coefficients: readonly number[];
}

/**
 * Minimises Σ (target - intercept - row · coefficients)² + strength Σ coefficient² (the intercept is not
 * penalised), like scikit-learn's `Ridge(alpha=strength)`. Strength 0 is least squares. Of several solutions, returns
 * that with the smallest Σ coefficient². Cost O(rows · features² + features³). Source: Hoerl & Kennard 1970.
 */
export function fitRidge(matrix: FeatureMatrix, targets: Float64Array, strength: number): RidgeModel {
  return ridgeFitter(matrix, targets)(strength);
}

export function ridgeFitter(matrix: FeatureMatrix, targets: Float64Array): (strength: number) => RidgeModel {
  requireTargets(matrix, targets);
  const { features } = matrix;
  const means = meansOf(matrix);
  const target = meanOf(targets);
  const { squares, products } = centredSums(matrix, targets, means, target);
  return (strength) => {
    if (!(strength >= 0 && strength < Number.POSITIVE_INFINITY)) {
      throw invalidOption(`Fitting ridge: the strength is ${strength}. Give a finite number >= 0.`, { strength });
    }
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

function meansOf({ rows, features, values }: FeatureMatrix): Float64Array {
  const sums = new Float64Array(features);
  for (let row = 0; row < rows; row++) {
    for (let feature = 0; feature < features; feature++) {
      sums[feature] = (sums[feature] as number) + (values[row * features + feature] as number);
    }
  }
  return sums.map((sum) => sum / rows);
}

/** Sums products of centred features: with each other (`squares`, lower triangle only) and with centred targets. */
function centredSums(
  { rows, features, values }: FeatureMatrix,
  targets: Float64Array,
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
    for (let feature = 0; feature < features; feature++) {
      const own = centred[feature] as number;
      products[feature] = (products[feature] as number) + own * ((targets[row] as number) - target);
      for (let other = 0; other <= feature; other++) {
        const place = feature * features + other;
        squares[place] = (squares[place] as number) + own * (centred[other] as number);
      }
    }
  }
  for (let feature = 0; feature < features; feature++) {
    const mean = means[feature] as number;
    // After centring, a constant column has only rounding errors, which must not get a coefficient.
    if ((squares[feature * features + feature] as number) > ROUNDING * rows * mean * mean) continue;
    products[feature] = 0;
    for (let other = 0; other < features; other++) {
      squares[Math.max(feature, other) * features + Math.min(feature, other)] = 0;
    }
  }
  return { squares, products };
}

/** Two strengths per decade: 0.01, 0.0316 … 3162, 10,000. */
export const RIDGE_STRENGTHS: readonly number[] = Array.from({ length: 13 }, (_, step) => 10 ** (step / 2 - 2));

/**
 * Chooses the strength with the smallest mean squared error; the largest if several tie. Each row is predicted by a fit
 * to the other folds; `foldOfRow` has the fold of each entry of `rows`. `atEnd` is not null if the strength is the
 * smallest or largest tried; a better strength may then be beyond it. For each fold, features are prepared from the
 * rows of the other folds.
 */
export function chooseRidgeStrength(
  columns: FeatureColumns,
  targets: Float64Array,
  rows: Int32Array,
  options: { readonly foldOfRow: Int32Array; readonly strengths?: readonly number[] },
) {
  const { foldOfRow, strengths = RIDGE_STRENGTHS } = options;
  const folds = new Set(foldOfRow);
  if (strengths.length === 0 || folds.size < 2 || foldOfRow.length !== rows.length) {
    throw invalidOption(
      `Choosing the strength of ridge: strengths: ${strengths.length}, folds: ${folds.size}, rows: ${rows.length}, rows with a fold: ${foldOfRow.length}. Give at least one strength, two folds, and a fold for each row.`,
      { strengths: strengths.length, folds: folds.size, rows: rows.length, foldOfRow: foldOfRow.length },
    );
  }
  const ascending = [...strengths].sort((a, b) => a - b);
  const sums = new Float64Array(ascending.length);
  for (const fold of folds) {
    const trainingRows = rows.filter((_, place) => foldOfRow[place] !== fold);
    const testRows = rows.filter((_, place) => foldOfRow[place] === fold);
    const preparation = learnPreparation(columns, trainingRows);
    const fitAt = ridgeFitter(prepareFeatures(columns, trainingRows, preparation), numbersAt(targets, trainingRows));
    const matrix = prepareFeatures(columns, testRows, preparation);
    const expected = numbersAt(targets, testRows);
    for (const [place, strength] of ascending.entries()) {
      const predictions = linearPrediction(fitAt(strength), matrix);
      const squares = predictions.reduce((sum, value, row) => sum + (value - at(expected, row)) ** 2, 0);
      sums[place] = at(sums, place) + squares;
    }
  }
  const errors = ascending.map((strength, place) => ({ strength, mse: at(sums, place) / rows.length }));
  const best = sums.lastIndexOf(Math.min(...sums));
  const atEnd: "smallest" | "largest" | null = best === 0 ? "smallest" : best === sums.length - 1 ? "largest" : null;
  return { strength: at(ascending, best), atEnd, errors };
}

/** Numbers below this share of a diagonal element, or of the largest eigenvalue, count as rounding errors. */
const TOLERANCE = 1e-13;

/** Returns the shortest least squares solution of A x = right. Reads only the lower triangle of the symmetric A. */
export function solveSymmetric(matrix: Float64Array, right: Float64Array): Float64Array {
  const order = right.length;
  if (order === 0) return new Float64Array();
  const whole = Matrix.zeros(order, order);
  for (let row = 0; row < order; row++) {
    for (let column = 0; column <= row; column++) {
      const value = matrix[row * order + column] as number;
      requireFinite(value);
      whole.set(row, column, value);
      whole.set(column, row, value);
    }
  }
  right.forEach(requireFinite);
  const cholesky = new CholeskyDecomposition(whole);
  const lower = cholesky.lowerTriangularMatrix;
  // If a row depends linearly on the rows above it, its diagonal entry in `lower` is 0 up to rounding.
  if (whole.diagonal().every((own, row) => lower.get(row, row) ** 2 > TOLERANCE * own)) {
    return Float64Array.from(cholesky.solve(Matrix.columnVector(right)).getColumn(0));
  }
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(whole, { assumeSymmetric: true });
  const least = TOLERANCE * Math.max(...realEigenvalues);
  const solution = new Float64Array(right.length);
  for (const [place, eigenvalue] of realEigenvalues.entries()) {
    if (!(eigenvalue > least)) continue;
    const vector = eigenvectorMatrix.getColumn(place);
    const share = vector.reduce((sum, value, row) => sum + value * (right[row] as number), 0) / eigenvalue;
    for (const [row, value] of vector.entries()) solution[row] = (solution[row] as number) + share * value;
  }
  return solution;
}

function requireFinite(value: number): void {
  if (Number.isFinite(value)) return;
  throw invalidOption(`Solving linear equations: one of the numbers is ${value}. Give finite numbers.`, { value });
}
