/**
 * How relevant is a result that was matched to the reference's rank r?
 * A label function is a value: it has a name and parameters, prints itself and parses back.
 */
import { SemqrelError } from "../../core/errors.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import { flat } from "./flat.ts";
import { graded } from "./graded.ts";
import { inverse } from "./inverse.ts";
import type { LabelFunctionKind } from "./label-function-kind.ts";
import { linear } from "./linear.ts";
import { log } from "./log.ts";

/** A function from a rank to a label, with the name that parses back to it. */
export interface LabelFunction {
  /** The printed form, which `parseLabelFunction` reads back: `linear(top=5,depth=20)`. */
  readonly name: string;
  /** The label, >= 0, of a 0-based rank in the reference list. */
  readonly labelOf: (rank: number) => number;
}

/** Every label function; a new one is one file and one entry here. */
export const labelFunctionKinds: readonly LabelFunctionKind[] = [inverse, linear, log, flat, graded];

const form = /^([a-z]+)(?:\(([^()]*)\))?$/;

/**
 * Reads `NAME` or `NAME(parameter=value,…)`.
 *
 * @throws SemqrelError INVALID_OPTION  unknown name or parameter, or a value that is no number   details: { given }
 * @example parseLabelFunction("inverse").labelOf(1) // 2.5
 */
export function parseLabelFunction(given: string): LabelFunction {
  const [, name, inside] = form.exec(given.trim().replace(/\s*([(),=/])\s*/g, "$1")) ?? [];
  const kind = labelFunctionKinds.find((candidate) => candidate.name === name);
  if (kind === undefined) {
    const known = labelFunctionKinds.map((known) => known.name).join(", ");
    const hint = suggestion(
      name ?? given,
      labelFunctionKinds.map((one) => one.name),
    );
    throw invalid(given, `there is no label function of that name.${hint} Known: ${known}`);
  }
  const parameters: Record<string, readonly number[]> = { ...kind.defaults };
  for (const part of inside ? inside.split(",") : []) {
    const [parameter = "", value = "", ...surplus] = part.split("=");
    const fallback = Object.hasOwn(kind.defaults, parameter) ? kind.defaults[parameter] : undefined;
    if (fallback === undefined) {
      throw invalid(
        given,
        `${kind.name} has no parameter "${parameter}". It has: ${Object.keys(kind.defaults).join(", ")}`,
      );
    }
    const numbers = value.split("/").map((number) => (number === "" ? Number.NaN : Number(number)));
    const isList = fallback.length > 1;
    if (surplus.length > 0 || numbers.some((number) => !Number.isFinite(number)) || (!isList && numbers.length > 1)) {
      throw invalid(given, `"${value}" is no value for ${parameter}. Write it like ${parameter}=${fallback.join("/")}`);
    }
    parameters[parameter] = numbers;
  }
  const printed = Object.entries(parameters).map(([parameter, values]) => `${parameter}=${values.join("/")}`);
  return { name: `${kind.name}(${printed.join(",")})`, labelOf: kind.make(parameters) };
}

function invalid(given: string, why: string): SemqrelError {
  return new SemqrelError("INVALID_OPTION", `Reading the label function "${given}": ${why}.`, { details: { given } });
}
