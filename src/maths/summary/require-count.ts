/**
 * Is an option a whole number of things?
 */
import { SemqrelError } from "../../core/errors.ts";

/** @throws SemqrelError INVALID_OPTION  no whole number >= 1   details: { [name]: value } */
export function requireCount(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  throw new SemqrelError("INVALID_OPTION", `Statistics: ${name} ${value} is no whole number >= 1.`, {
    details: { [name]: value },
  });
}
