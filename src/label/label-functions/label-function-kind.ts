import { SemqrelError } from "../../core/errors.ts";

/** One or more numbers for each parameter name. Several numbers are written as `1/5/10`. */
export type Parameters = Readonly<Record<string, readonly number[]>>;

export interface LabelFunctionKind {
  readonly name: string;
  readonly summary: string;
  readonly defaults: Parameters;
  /** @returns a function from a 0-based rank to its label */
  make(parameters: Parameters): (rank: number) => number;
}

/** Returns the only number of a parameter. Throws if it is below `least`, or if `whole` is true and it is not whole. */
export function parameter(parameters: Parameters, name: string, least: number, whole = false): number {
  const value = parameters[name]?.[0] ?? Number.NaN;
  if (value >= least && (!whole || Number.isInteger(value))) return value;
  const wanted = `${whole ? "a whole number" : "a number"} >= ${least}`;
  const message = `Label function: ${name}=${value} is out of range. Give ${wanted}.`;
  throw new SemqrelError("INVALID_OPTION", message, { details: { name, value } });
}
