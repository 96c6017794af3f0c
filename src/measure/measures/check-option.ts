/** Does a measure that a program calls by itself take this option? */
import { SemqrelError } from "../../core/errors.ts";
import { type ParameterRule, type ParameterValue, printValue } from "./define-measure.ts";

/** What counts as relevant. */
export interface RelevanceOptions {
  /** The smallest label that counts as relevant. @default 1 */
  readonly rel?: number;
}

/** How much of a list counts. */
export interface CutoffOptions {
  /** Positions counted from the top, a whole number >= 1. @default every position */
  readonly cutoff?: number;
}

/**
 * @param name of the option in the program, which may differ from the parameter's in names of measures
 * @throws SemqrelError INVALID_OPTION  the rule does not accept the value   details: { [name]: value }
 */
export function checkOption(
  measure: string,
  name: string,
  value: ParameterValue,
  rule: Pick<ParameterRule<null>, "takes" | "accepts">,
): void {
  if (rule.accepts(value)) return;
  const misfit = `"${name}" takes ${rule.takes}, not ${printValue(value)}`;
  throw new SemqrelError("INVALID_OPTION", `Computing ${measure}: ${misfit}.`, { details: { [name]: value } });
}

/**
 * @param cutoff Infinity for every position
 * @throws SemqrelError INVALID_CUTOFF  it is no whole number >= 1   details: { cutoff }
 */
export function checkCutoff(measure: string, cutoff: number): void {
  if (cutoff === Number.POSITIVE_INFINITY || (Number.isInteger(cutoff) && cutoff >= 1)) return;
  const message = `Computing ${measure}: the cutoff ${cutoff} is no whole number >= 1.`;
  throw new SemqrelError("INVALID_CUTOFF", message, { details: { cutoff } });
}
