/**
 * Is this a number of positions?
 */
import { SemqrelError } from "../../core/errors.ts";

/**
 * Infinity stands for every position.
 *
 * @throws SemqrelError INVALID_CUTOFF  it is no whole number >= 1   details: { cutoff }
 */
export function checkCutoff(measure: string, cutoff: number): void {
  if (cutoff === Number.POSITIVE_INFINITY || (Number.isInteger(cutoff) && cutoff >= 1)) return;
  throw new SemqrelError("INVALID_CUTOFF", `Computing ${measure}: the cutoff ${cutoff} is no whole number >= 1.`, {
    details: { cutoff },
  });
}
