/**
 * Does each row have a weight, and at least one a positive one?
 */
import { SemqrelError } from "../../core/errors.ts";

/**
 * @throws SemqrelError INVALID_OPTION  not one weight for each row                 details: { rows, weights }
 * @throws SemqrelError INVALID_OPTION  a weight is negative or not finite          details: { row, weight }
 * @throws SemqrelError INVALID_OPTION  no weight is positive                       details: { rows }
 */
export function requireWeights(rows: number, weights: ArrayLike<number>): void {
  const refuse = (found: string, details: Readonly<Record<string, unknown>>) => {
    throw new SemqrelError(
      "INVALID_OPTION",
      `Weighting rows: ${found}. Give one finite number >= 0 for each row, at least one above 0.`,
      { details },
    );
  };
  if (weights.length !== rows) {
    refuse(`there are ${rows} rows and ${weights.length} weights`, { rows, weights: weights.length });
  }
  let isSomePositive = false;
  for (let row = 0; row < rows; row++) {
    const weight = weights[row] ?? Number.NaN;
    if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY)) refuse(`row ${row} has ${weight}`, { row, weight });
    if (weight > 0) isSomePositive = true;
  }
  if (!isSomePositive) refuse("none is positive", { rows });
}
