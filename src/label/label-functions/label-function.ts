/** Label functions, which convert a rank in the reference's list to a label. */
import { invalidOption, type SemqrelError } from "../../core/errors.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import { type LabelFunctionKind, type Parameters, parameter } from "./label-function-kind.ts";

export interface LabelFunction {
  /** The printed form, which `parseLabelFunction` reads back: `linear(top=5,depth=20)`. */
  readonly name: string;
  /** Returns the label, >= 0, of a 0-based rank in the reference list. */
  readonly labelOf: (rank: number) => number;
}

/** Returns the largest label. It must be above 0, because otherwise nothing would be relevant. */
function topOf(parameters: Parameters): number {
  const top = parameter(parameters, "top", 0);
  if (top > 0) return top;
  const message = `Label function: top=${top} makes every label 0. Give a number above 0.`;
  throw invalidOption(message, { name: "top", value: top });
}

/** All label functions. Ranks count from 0. */
export const labelFunctionKinds: readonly LabelFunctionKind[] = [
  {
    // Labels 5, 2.5, 1.667, …, as in the original notebook.
    name: "inverse",
    summary: "top / (rank + 1)",
    defaults: { top: [5] },
    make(parameters) {
      const top = topOf(parameters);
      return (rank) => top / (rank + 1);
    },
  },
  {
    name: "linear",
    summary: "top * (1 - rank / depth), not below 0",
    defaults: { top: [5], depth: [20] },
    make(parameters) {
      const top = topOf(parameters);
      const depth = parameter(parameters, "depth", 1, true);
      return (rank) => (rank < depth ? (top * (depth - rank)) / depth : 0);
    },
  },
  {
    // Decreases like DCG's discount.
    name: "log",
    summary: "top / log2(rank + 2)",
    defaults: { top: [5] },
    make(parameters) {
      const top = topOf(parameters);
      return (rank) => top / Math.log2(rank + 2);
    },
  },
  {
    name: "flat",
    summary: "top if rank < depth, else 0",
    defaults: { top: [1], depth: [20] },
    make(parameters) {
      const top = topOf(parameters);
      const depth = parameter(parameters, "depth", 1, true);
      return (rank) => (rank < depth ? top : 0);
    },
  },
  {
    // Whole grades, like those of raters: with 1/5/10/20, rank 0 gets 4, ranks 1-4 get 3, …, ranks from 20 get 0.
    name: "graded",
    summary: "number of depths that are larger than the rank: 4, 3, 2, 1 or 0",
    defaults: { depths: [1, 5, 10, 20] },
    make({ depths = [] }) {
      if (depths.every((depth, place) => Number.isInteger(depth) && depth > (depths[place - 1] ?? 0))) {
        return (rank) => depths.filter((depth) => rank < depth).length;
      }
      const remedy = "Give whole numbers like depths=1/5/10/20.";
      throw invalidOption(`Label function graded: depths=${depths.join("/")} are not increasing. ${remedy}`, {
        depths,
      });
    },
  },
];

const form = /^([a-z]+)(?:\(([^()]*)\))?$/;

/** Parses `NAME` or `NAME(parameter=value,…)`. @example parseLabelFunction("inverse").labelOf(1) // 2.5 */
export function parseLabelFunction(given: string): LabelFunction {
  const [, name, inside] = form.exec(given.trim().replace(/\s*([(),=/])\s*/g, "$1")) ?? [];
  const kind = labelFunctionKinds.find((candidate) => candidate.name === name);
  if (kind === undefined) {
    const known = labelFunctionKinds.map((one) => one.name);
    const hint = suggestion(name ?? given, known);
    throw invalid(given, `there is no label function of that name.${hint} Known: ${known.join(", ")}`);
  }
  const parameters: Record<string, readonly number[]> = { ...kind.defaults };
  for (const part of inside ? inside.split(",") : []) {
    const [name = "", value = "", ...surplus] = part.split("=");
    const fallback = Object.hasOwn(kind.defaults, name) ? kind.defaults[name] : undefined;
    if (fallback === undefined) {
      const known = Object.keys(kind.defaults).join(", ");
      throw invalid(given, `${kind.name} has no parameter "${name}". It has: ${known}`);
    }
    const numbers = value.split("/").map((number) => (number === "" ? Number.NaN : Number(number)));
    const isList = fallback.length > 1;
    if (surplus.length > 0 || numbers.some((number) => !Number.isFinite(number)) || (!isList && numbers.length > 1)) {
      throw invalid(given, `"${value}" is not a value for ${name}. Write it like ${name}=${fallback.join("/")}`);
    }
    parameters[name] = numbers;
  }
  const printed = Object.entries(parameters).map(([name, values]) => `${name}=${values.join("/")}`);
  return { name: `${kind.name}(${printed.join(",")})`, labelOf: kind.make(parameters) };
}

function invalid(given: string, why: string): SemqrelError {
  return invalidOption(`Reading the label function "${given}": ${why}.`, { given });
}
