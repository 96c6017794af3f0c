/**
 * Does each row of a matrix have a number to learn?
 */
import { SemqrelError } from "../../core/errors.ts";
import type { FeatureMatrix } from "./feature-matrix.ts";

/**
 * @throws SemqrelError INVALID_OPTION  no rows, or not one target for each   details: { rows, targets }
 * @throws SemqrelError INVALID_OPTION  a target is not finite                details: { row, target }
 */
export function requireTargets({ rows }: FeatureMatrix, targets: ArrayLike<number>): void {
  if (rows === 0 || targets.length !== rows) {
    throw new SemqrelError(
      "INVALID_OPTION",
      `Fitting a model: there are ${rows} rows and ${targets.length} targets. Give one target for each row, at least one.`,
      { details: { rows, targets: targets.length } },
    );
  }
  for (let row = 0; row < rows; row++) {
    const target = targets[row];
    if (Number.isFinite(target)) continue;
    throw new SemqrelError(
      "INVALID_OPTION",
      `Fitting a model: the target of row ${row} is ${target}. Leave out rows without a number to learn.`,
      { details: { row, target } },
    );
  }
}
