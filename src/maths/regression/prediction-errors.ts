/**
 * How far are predictions from what they predict?
 */
import { SemqrelError } from "../../core/errors.ts";
import { requirePaired } from "../significance/require-paired.ts";

/** How far predictions are from what was to be predicted. */
export interface PredictionErrors {
  /** Mean squared error, in squared units of the targets. */
  readonly mse: number;
  /** Its root, in units of the targets. */
  readonly rmse: number;
  /** Mean absolute error. */
  readonly mae: number;
  /**
   * 1 - mse / variance of these targets: 1 is perfect, 0 as good as their mean, below 0 worse than it; null where all
   * targets are equal.
   */
  readonly r2: number | null;
}

/** @throws SemqrelError INVALID_OPTION  none; unequal lengths; a number is not finite */
export function predictionErrors(predictions: ArrayLike<number>, targets: ArrayLike<number>): PredictionErrors {
  requirePaired(predictions, targets);
  const count = targets.length;
  if (count === 0) {
    throw new SemqrelError("INVALID_OPTION", "Measuring predictions: there are none. Give at least one row to test.");
  }
  // Measured from the first, so that equal targets have no variance to the last bit.
  const origin = targets[0] ?? 0;
  const distances = Float64Array.from(targets, (target) => target - origin);
  const mean = distances.reduce((sum, distance) => sum + distance, 0) / count;
  const variance = distances.reduce((sum, distance) => sum + (distance - mean) ** 2, 0) / count;
  const misses = Float64Array.from(predictions, (prediction, row) => prediction - (targets[row] ?? 0));
  const mse = misses.reduce((sum, miss) => sum + miss * miss, 0) / count;
  const mae = misses.reduce((sum, miss) => sum + Math.abs(miss), 0) / count;
  return { mse, rmse: Math.sqrt(mse), mae, r2: variance === 0 ? null : 1 - mse / variance };
}
