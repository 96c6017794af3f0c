/**
 * Is an option a share between 0 and 1?
 */
import { SemqrelError } from "../../core/errors.ts";

/** @throws SemqrelError INVALID_OPTION  not inside 0..1, or 0 or 1 themselves   details: { [name]: value } */
export function requireShare(name: string, value: number): void {
  if (value > 0 && value < 1) return;
  throw new SemqrelError("INVALID_OPTION", `Statistics: ${name} ${value} is not between 0 and 1, both excluded.`, {
    details: { [name]: value },
  });
}
