/** Is a label function's parameter in its range? */
import { SemqrelError } from "../../core/errors.ts";

type Parameters = Readonly<Record<string, readonly number[]>>;

/**
 * The one number of a parameter, checked.
 *
 * @throws SemqrelError INVALID_OPTION  below `least`, or no whole number where `whole` is set
 */
export function parameter(parameters: Parameters, name: string, least: number, whole = false): number {
  const value = parameters[name]?.[0] ?? Number.NaN;
  if (!(value >= least) || (whole && !Number.isInteger(value))) {
    const kind = whole ? "a whole number" : "a number";
    throw new SemqrelError(
      "INVALID_OPTION",
      `Label function: ${name}=${value} is out of range. Give ${kind} >= ${least}.`,
      {
        details: { name, value },
      },
    );
  }
  return value;
}
