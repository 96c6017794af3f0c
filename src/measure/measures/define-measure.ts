/**
 * A measure is a kind (nDCG) with parameters (dcg='exp-log2', cutoff 10). Its printed form can be parsed again. To add
 * a kind, call `defineMeasure`, and add the result to `registry.ts`.
 */
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import type { RankedList } from "./ranked-list.ts";

/** Maps labels to gains. If a label is not in the map, its gain is equal to the label. */
export type Gains = ReadonlyMap<number, number>;
/** Value of a parameter of a measure. */
export type ParameterValue = number | string | boolean | Gains;
/** Values of a measure's parameters, under the names of the parameters. */
export type ParameterValues = Readonly<Record<string, ParameterValue | null>>;

/** One parameter of a kind. */
export interface ParameterRule<Value extends ParameterValue | null> {
  /** Null if the absence of the parameter has a special meaning, which `meaning` explains. */
  readonly default: Value;
  readonly meaning: string;
  /** Allowed values, in words that complete "takes …", such as "a number > 0". */
  readonly takes: string;
  readonly accepts: (value: ParameterValue) => boolean;
}

/** How the values of the queries are combined. */
export type Aggregate = "mean" | "sum" | "geometric mean";

type Presets = Readonly<Record<string, Readonly<Record<string, ParameterValue>>>>;

/** Definition of a kind of measure: its formula and the fields of `MeasureKind`. Fields with a default are optional. */
export interface MeasureRules<Values extends ParameterValues>
  extends Pick<MeasureKind, "name" | "summary" | "citation">,
    Partial<Omit<MeasureKind, "name" | "summary" | "citation" | "parameters" | "with">> {
  /** Rule of each parameter, under its name. @default none */
  readonly parameters?: { readonly [Name in keyof Values]: ParameterRule<Values[Name]> };
  /** Returns why these values cannot be combined, although each is allowed alone; null if they can be combined. */
  readonly refuses?: (values: Values & At) => string | null;
  /** Returns the measure's name in trec_eval for these values; null if it has none. @default the name in `trecInput` */
  readonly trecName?: (values: Values & At) => string | null;
  /** Returns the value of a list, in `range`; NaN if it is undefined. */
  readonly compute: (list: RankedList, values: Values & At) => number;
  /** Returns the value of a whole run. @default the aggregate of its queries' values */
  readonly computeRun?: (lists: Iterable<RankedList>, values: Values & At) => number;
}

/** The cutoff or recall level of a measure. */
export interface At {
  /** The number after `@`: a number of positions >= 1, or a recall 0..1. Without `@`: Infinity, for all positions. */
  readonly at: number;
}

/** Which labels count as relevant. */
export interface RelevanceOptions {
  /** The smallest label that counts as relevant. @default 1 */
  readonly rel?: number;
}

/** How many positions of a list count. */
export interface CutoffOptions {
  /** Number of positions from the top, a whole number >= 1. @default all positions */
  readonly cutoff?: number;
}

/** A kind of measure, such as nDCG. `with` sets its parameters. */
export interface MeasureKind {
  /** The name in ir_measures, or in trec_eval if ir_measures lacks the kind. */
  readonly name: string;
  /** Other names of the same kind, such as MAP for AP. @default none */
  readonly aliases: readonly string[];
  /** Names for this kind with certain parameters, such as NumRelRet for NumRet(rel=1). @default none */
  readonly presets: Presets;
  readonly summary: string;
  readonly citation: string;
  /** What may follow `@`: nothing, a number of positions, or a recall. @default "nothing" */
  readonly at: "nothing" | "cutoff" | "cutoff required" | "recall required";
  /** The smallest and the largest value; Infinity if there is no bound. @default 0..1 */
  readonly range: readonly [number, number];
  readonly aggregate: Aggregate;
  /** Whether a smaller value is better, as for measures of error. @default false */
  readonly lowerIsBetter: boolean;
  /** Replaces NaN from `compute` if the run lacks the query, or the query has no relevant document. @default 0 */
  readonly whenMissing: number;
  /** Whether `undefinedQueries` decides how queries without a relevant document count. @default true */
  readonly needsRelevant: boolean;
  readonly parameters: Readonly<Record<string, ParameterRule<ParameterValue | null>>>;
  /** semqrel's name for each of trec_eval's names, such as `P@#` for `P_#`; `#` means a number. @default none */
  readonly trecInput: Readonly<Record<string, string>>;
  /** Whether trec_eval prints the measure only for all queries together. @default false */
  readonly onlyOfAll: boolean;
  /** Additional data that the measure needs from `RunContext`. @default null */
  readonly needs: "catalogue" | "titles" | null;
  /**
   * Returns the measure with these parameters, and defaults for the others.
   * @throws SemqrelError INVALID_MEASURE  a parameter is unknown, or has a wrong value   details: { measure, key? }
   * @throws SemqrelError INVALID_CUTOFF   the cutoff or recall is missing, not allowed, or out of range
   */
  with(values: Readonly<Record<string, ParameterValue>>, at?: number | null): Measure;
}

/** A kind of measure with values for its parameters. */
export interface Measure {
  /** Printed form, such as `nDCG(dcg='exp-log2')@10`; can be parsed back to an equal measure. */
  readonly name: string;
  readonly kind: MeasureKind;
  readonly parameters: ParameterValues;
  readonly at: number;
  /** The smallest label that counts as relevant; null if every label above 0 does. */
  readonly relevanceLevel: number | null;
  readonly judgedOnly: boolean;
  readonly trecName: string | null;
  /** Returns the value of a list; NaN if it is undefined. */
  compute(list: RankedList): number;
  /** Returns the value of a whole run. Null if the run's value is the aggregate of its queries' values. */
  readonly computeRun: ((lists: Iterable<RankedList>) => number) | null;
}

/**
 * Defines a kind of measure. To use your kinds, pass `[...measureKinds, yourKind]` to `parseMeasures`.
 * @example
 * const firstIsRelevant = defineMeasure({
 *   name: "First", summary: "Is the first result relevant?", citation: "none",
 *   compute: ({ labels: [first = 0] }) => (first > 0 ? 1 : 0),
 * });
 */
export function defineMeasure<Values extends ParameterValues>(rules: MeasureRules<Values>): MeasureKind {
  const { compute, computeRun, refuses, trecName, parameters: parameterRules, ...description } = rules;
  const kind: MeasureKind = {
    ...defaults,
    ...description,
    parameters: parameterRules ?? {},
    with(written, at = null) {
      const given = withoutIdentities(written);
      const name = printMeasure(kind, given, at);
      checkAt(kind, name, at);
      const parameters = checkParameters(kind, name, given);
      const values = { ...parameters, at: at ?? Number.POSITIVE_INFINITY } as Values & At;
      const refusal = refuses?.(values) ?? null;
      if (refusal !== null) throw invalidMeasure(name, refusal);
      const level = values["rel"];
      return {
        name,
        kind,
        parameters,
        at: values.at,
        relevanceLevel: typeof level === "number" ? level : null,
        judgedOnly: values["judged_only"] === true,
        trecName: trecName === undefined ? trecNameOf(kind, name, at) : trecName(values),
        compute: (list) => compute(list, values),
        computeRun: computeRun === undefined ? null : (lists) => computeRun(lists, values),
      };
    },
  };
  return kind;
}

const defaults: Omit<MeasureKind, "name" | "summary" | "citation" | "parameters" | "with"> = {
  aliases: [],
  presets: {},
  at: "nothing",
  range: [0, 1],
  aggregate: "mean",
  lowerIsBetter: false,
  whenMissing: 0,
  needsRelevant: true,
  trecInput: {},
  onlyOfAll: false,
  needs: null,
};

function trecNameOf({ trecInput }: MeasureKind, name: string, at: number | null): string | null {
  const withNumber = (spelling: string) => spelling.replace("#", String(at));
  const [trecName] = Object.entries(trecInput).find(([, ours]) => withNumber(ours) === name) ?? [];
  return trecName === undefined ? null : withNumber(trecName);
}

/** Rule of the parameter `rel`, the smallest label that counts as relevant. */
export const relParameter: ParameterRule<number> = {
  default: 1,
  meaning: "the smallest label that counts as relevant",
  takes: "a number > 0",
  accepts: (value) => typeof value === "number" && value > 0 && value < Number.POSITIVE_INFINITY,
};

export const optionalRelParameter = (meaning: string): ParameterRule<number | null> => ({
  ...relParameter,
  default: null,
  meaning,
});

export const booleanParameter: Omit<ParameterRule<boolean>, "meaning"> = {
  default: false,
  takes: "True or False",
  accepts: (value) => typeof value === "boolean",
};

/** Rule of the parameter `judged_only`, which leaves unjudged results out of the list before measuring it. */
export const judgedOnlyParameter: ParameterRule<boolean> = {
  ...booleanParameter,
  meaning: "leaves results without a judgment out of the list",
};

export const binaryParameters = { rel: relParameter, judged_only: judgedOnlyParameter };

function checkParameters(kind: MeasureKind, name: string, given: Readonly<Record<string, ParameterValue>>) {
  const known = Object.keys(kind.parameters);
  for (const [key, value] of Object.entries(given)) {
    const rule = Object.hasOwn(kind.parameters, key) ? kind.parameters[key] : undefined;
    if (rule?.accepts(value)) continue;
    const why = rule
      ? `"${key}" takes ${rule.takes}, not ${printValue(value)}`
      : `there is no parameter "${key}"; ${kind.name} has ${known.join(", ") || "none"}`;
    throw invalidMeasure(name, why, { key });
  }
  return Object.fromEntries(known.map((key) => [key, given[key] ?? kind.parameters[key]?.default ?? null]));
}

export function invalidMeasure(name: string, why: string, found: Readonly<Record<string, unknown>> = {}): SemqrelError {
  const details = { measure: name, ...found };
  return new SemqrelError("INVALID_MEASURE", `Reading measure ${name}: ${why}.`, { details });
}

/** Removes gains that equal their label, and sorts the other gains, so that equal measures print the same. */
function withoutIdentities(given: Readonly<Record<string, ParameterValue>>): Record<string, ParameterValue> {
  const entries = Object.entries(given).map(([key, value]): [string, ParameterValue] => {
    if (!(value instanceof Map)) return [key, value];
    return [key, new Map([...value].filter(([label, gain]) => label !== gain).sort(([one], [other]) => one - other))];
  });
  return Object.fromEntries(entries.filter(([, value]) => !(value instanceof Map && value.size === 0)));
}

function checkAt(kind: MeasureKind, name: string, at: number | null): void {
  const isCutoff = kind.at === "cutoff" || kind.at === "cutoff required";
  if (at === null && (kind.at === "nothing" || kind.at === "cutoff")) return;
  if (at !== null && isCutoff && Number.isInteger(at) && at >= 1) return;
  if (at !== null && kind.at === "recall required" && at >= 0 && at <= 1) return;
  const wanted = {
    nothing: `takes no cutoff: write ${kind.name}`,
    cutoff: `takes a whole number >= 1 as cutoff, such as ${kind.name}@10, or none`,
    "cutoff required": `needs a whole number >= 1 as cutoff, such as ${kind.name}@10`,
    "recall required": `needs a recall from 0 to 1, such as ${kind.name}@0.5`,
  }[kind.at];
  const details = { measure: name, cutoff: at };
  throw new SemqrelError("INVALID_CUTOFF", `Reading measure ${name}: it ${wanted}.`, { details });
}

/** Prints a measure like ir_measures: only parameters that differ from their default, in the given order. */
function printMeasure(kind: MeasureKind, given: Readonly<Record<string, ParameterValue>>, at: number | null): string {
  const shown = Object.entries(given)
    .filter(([key, value]) => value !== kind.parameters[key]?.default)
    .map(([key, value]) => `${key}=${printValue(value)}`);
  // ir_measures writes the recalls 0 and 1 as 0.0 and 1.0.
  const shownAt = kind.at === "recall required" && Number.isInteger(at) ? at?.toFixed(1) : at;
  return `${kind.name}${shown.length > 0 ? `(${shown.join(",")})` : ""}${at === null ? "" : `@${shownAt}`}`;
}

function printValue(value: ParameterValue): string {
  if (typeof value === "string") return `'${value}'`;
  if (typeof value === "boolean") return value ? "True" : "False";
  if (!(value instanceof Map)) return String(value);
  return `{${[...value].map(([label, gain]) => `${label}:${gain}`).join(",")}}`;
}

export function checkRelevance(measure: string, rel: number, cutoff: number = Number.POSITIVE_INFINITY): void {
  checkCutoff(measure, cutoff);
  checkOption(measure, "rel", rel, relParameter);
}

/** @param name - name of the option in code, such as `trecEval`; printed measures may use another (`trec_eval`) */
export function checkOption(
  measure: string,
  name: string,
  value: ParameterValue,
  rule: Pick<ParameterRule<null>, "takes" | "accepts">,
): void {
  if (rule.accepts(value)) return;
  const misfit = `"${name}" takes ${rule.takes}, not ${printValue(value)}`;
  throw invalidOption(`Computing ${measure}: ${misfit}.`, { [name]: value });
}

export function checkCutoff(measure: string, cutoff: number): void {
  if (cutoff === Number.POSITIVE_INFINITY || (Number.isInteger(cutoff) && cutoff >= 1)) return;
  const message = `Computing ${measure}: the cutoff ${cutoff} is not a whole number >= 1.`;
  throw new SemqrelError("INVALID_CUTOFF", message, { details: { cutoff } });
}
