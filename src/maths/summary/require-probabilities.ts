/**
 * Are numbers p-values?
 */
import { SemqrelError } from "../../core/errors.ts";

/** @throws SemqrelError INVALID_OPTION  one is NaN or outside 0..1   details: { index, p } */
export function requireProbabilities(values: ArrayLike<number>): void {
  for (let index = 0; index < values.length; index++) {
    const p = values[index] ?? Number.NaN;
    if (p >= 0 && p <= 1) continue;
    throw new SemqrelError("INVALID_OPTION", `Correcting p-values: ${p} at index ${index} is not in 0..1.`, {
      details: { index, p },
    });
  }
}
