/**
 * Are values nothing but 0 and 1?
 */
import { SemqrelError } from "../../core/errors.ts";

/** @throws SemqrelError INVALID_OPTION  one is neither 0 nor 1   details: { index, value } */
export function requireBinary(values: ArrayLike<number>): void {
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (value === 0 || value === 1) continue;
    throw new SemqrelError(
      "INVALID_OPTION",
      `Judging scores: the truth at index ${index} is ${value}. Give 1 for what is relevant and 0 for what is not.`,
      { details: { index, value } },
    );
  }
}
