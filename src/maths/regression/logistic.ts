import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { sumOfSquares } from "../summary.ts";
import { type FeatureMatrix, linearPrediction, requireTargets } from "./prepare-features.ts";
import { solveSymmetric } from "./ridge.ts";

export interface LogisticModel {
  readonly kind: "logistic";
  /** Inverse strength of the penalty, above 0: a larger value penalises large coefficients less. */
  readonly c: number;
  readonly intercept: number;
  readonly coefficients: readonly number[];
}

const MOST_ROUNDS = 200;
/** A fit ends after a round that lowers the loss by at most about this share. */
const TOLERANCE = 1e-14;

/**
 * Minimises c Σ log-loss + ½ Σ coefficient² (the intercept is not penalised), like scikit-learn's
 * `LogisticRegression(C=c)`. The penalty keeps coefficients finite if the features separate the labels (0 or 1)
 * perfectly. Returns null if all labels are equal, because the intercept would be infinite. Uses Newton's method.
 */
export function fitLogistic(
  matrix: FeatureMatrix,
  labels: ArrayLike<number>,
  { c }: { readonly c: number },
): LogisticModel | null {
  requireLabels(labels);
  requireTargets(matrix, labels);
  if (!(c > 0 && c < Number.POSITIVE_INFINITY)) throw refusal(c, "is not a finite number above 0");
  if (Array.from(labels).every((label) => label === labels[0])) return null;
  // The coefficients, then the intercept.
  let parameters = new Float64Array(matrix.features + 1);
  let loss = lossOf(parameters, matrix, labels, c);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { gradient, curvature } = slopesAt(parameters, matrix, labels, c);
    const step = solveSymmetric(curvature, gradient);
    const gain = step.reduce((sum, value, place) => sum + value * (gradient[place] as number), 0);
    const before = parameters;
    const after = (share: number) => before.map((value, place) => value - share * (step[place] as number));
    let next = after(1);
    let nextLoss = lossOf(next, matrix, labels, c);
    // Rounding errors of the loss do not count as a rise.
    for (let share = 0.5; !(nextLoss <= loss * (1 + 1e-12)) && share > 5e-13; share /= 2) {
      next = after(share);
      nextLoss = lossOf(next, matrix, labels, c);
    }
    [parameters, loss] = [next, nextLoss];
    if (gain > TOLERANCE * loss) continue;
    const { intercept, coefficients } = termsOf(parameters);
    return { kind: "logistic", c, intercept, coefficients: Array.from(coefficients) };
  }
  throw refusal(c, "gives a fit that does not converge");
}

export function predictLogistic(model: LogisticModel, matrix: FeatureMatrix): Float64Array {
  return linearPrediction(model, matrix).map(sigmoid);
}

function termsOf(parameters: Float64Array) {
  return { intercept: parameters.at(-1) as number, coefficients: parameters.subarray(0, -1) };
}

const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

function lossOf(parameters: Float64Array, matrix: FeatureMatrix, labels: ArrayLike<number>, c: number): number {
  const terms = termsOf(parameters);
  const logits = linearPrediction(terms, matrix);
  // log(1 + e^wrong), without overflow.
  const logLoss = logits.reduce((sum, logit, row) => {
    const wrong = labels[row] === 1 ? -logit : logit;
    return sum + Math.max(wrong, 0) + Math.log1p(Math.exp(-Math.abs(wrong)));
  }, 0);
  return c * logLoss + sumOfSquares(terms.coefficients) / 2;
}

/** Returns the gradient and the second derivatives (`curvature`, lower triangle only) of the loss. */
function slopesAt(parameters: Float64Array, matrix: FeatureMatrix, labels: ArrayLike<number>, c: number) {
  const { rows, features, values } = matrix;
  const order = features + 1;
  const gradient = parameters.with(-1, 0);
  const curvature = new Float64Array(order * order);
  for (let feature = 0; feature < features; feature++) curvature[feature * order + feature] = 1;
  const logits = linearPrediction(termsOf(parameters), matrix);
  const ofRow = new Float64Array(order).fill(1);
  for (let row = 0; row < rows; row++) {
    ofRow.set(values.subarray(row * features, (row + 1) * features));
    const logit = logits[row] as number;
    const slope = c * (sigmoid(logit) - (labels[row] as number));
    const bend = c * sigmoid(logit) * sigmoid(-logit);
    for (let place = 0; place < order; place++) {
      const value = ofRow[place] as number;
      gradient[place] = (gradient[place] as number) + slope * value;
      for (let other = 0; other <= place; other++) {
        const cell = place * order + other;
        curvature[cell] = (curvature[cell] as number) + bend * value * (ofRow[other] as number);
      }
    }
  }
  return { gradient, curvature };
}

function requireLabels(labels: ArrayLike<number>): void {
  for (let row = 0; row < labels.length; row++) {
    const label = labels[row];
    if (label === 0 || label === 1) continue;
    throw new SemqrelError(
      "INVALID_LABEL",
      `Fitting a logistic model: the label of row ${row} is ${label}. Give 0 or 1, for example 1 if a label reaches a threshold.`,
      { details: { row, label } },
    );
  }
}

function refusal(c: number, found: string): SemqrelError {
  return invalidOption(`Fitting a logistic model: c ${c} ${found}. Give a finite number above 0, such as 1.`, { c });
}
