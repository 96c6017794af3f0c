/** What makes up a label function? */
import { SemqrelError } from "../../core/errors.ts";

/** By name: one number each, or a list of them, written `1/5/10`. */
export type Parameters = Readonly<Record<string, readonly number[]>>;

/** One kind of label function: what it is called, its parameters with their defaults, and its formula. */
export interface LabelFunctionKind {
  readonly name: string;
  readonly summary: string;
  readonly defaults: Parameters;
  /** @returns the label of a rank from 0. */
  make(parameters: Parameters): (rank: number) => number;
}

/** The one number of a parameter, checked. */
export function parameter(parameters: Parameters, name: string, least: number, whole = false): number {
  const value = parameters[name]?.[0] ?? Number.NaN;
  if (value >= least && (!whole || Number.isInteger(value))) return value;
  const wanted = `${whole ? "a whole number" : "a number"} >= ${least}`;
  const message = `Label function: ${name}=${value} is out of range. Give ${wanted}.`;
  throw new SemqrelError("INVALID_OPTION", message, { details: { name, value } });
}
