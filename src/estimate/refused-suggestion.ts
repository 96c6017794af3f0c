/**
 * How is it said that nothing can be suggested?
 */
import { SemqrelError } from "../core/errors.ts";

/** @param what is wrong, and what to do, without a full stop */
export function refusedSuggestion(what: string): SemqrelError {
  return new SemqrelError("INVALID_OPTION", `Suggesting what to rate: ${what}.`, { details: { what } });
}
