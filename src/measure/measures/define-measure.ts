/**
 * A measure is a kind (nDCG) with parameters (dcg='exp-log2', cutoff 10). Its printed form can be parsed again. To add
 * a kind, call `defineMeasure`, and add the result to `registry.ts`.
 */
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import type { RankedList } from "./ranked-list.ts";

/** Gains by label; other labels are their own gain. */
export type Gains = ReadonlyMap<number, number>;
/** Value of a parameter of a measure. */
export type ParameterValue = number | string | boolean | Gains;
/** Values of a measure's parameters, by name. */
export type ParameterValues = Readonly<Record<string, ParameterValue | null>>;

/** One parameter of a kind. */
export interface ParameterRule<Value extends ParameterValue | null> {
  /** Null if an absent parameter has its own meaning, which `meaning` explains. */
  readonly default: Value;
  readonly meaning: string;
  /** Allowed values, in words that complete "… takes". */
  readonly takes: string;
  readonly accepts: (value: ParameterValue) => boolean;
}

/** How the values of the queries are combined. */
export type Aggregate = "mean" | "sum" | "geometric mean";

type Presets = Readonly<Record<string, Readonly<Record<string, ParameterValue>>>>;

/** What defines a kind of measure: its formula, and fields of `MeasureKind`, optional if they have a default. */
export interface MeasureRules<Values extends ParameterValues>
  extends Pick<MeasureKind, "name" | "summary" | "citation">,
    Partial<Omit<MeasureKind, "name" | "summary" | "citation" | "parameters" | "with">> {
  /** @default none */
  readonly parameters?: { readonly [Name in keyof Values]: ParameterRule<Values[Name]> };
  /** Returns why allowed values cannot be combined; null if they can. */
  readonly refuses?: (values: Values & At) => string | null;
  /** trec_eval's name with these parameters, null for none. @default the spelling that `trecInput` has for it */
  readonly trecName?: (values: Values & At) => string | null;
  /** Returns a number in `range`; NaN if it is undefined. */
  readonly compute: (list: RankedList, values: Values & At) => number;
  /** Returns the value of the run if it is not an aggregate over queries. */
  readonly computeRun?: (lists: Iterable<RankedList>, values: Values & At) => number;
}

/** The cutoff or recall level of a measure. */
export interface At {
  /** The number after `@`: positions >= 1, or recall 0..1. Infinity, for every position, if there is none. */
  readonly at: number;
}

/** What counts as relevant. */
export interface RelevanceOptions {
  /** The smallest label that counts as relevant. @default 1 */
  readonly rel?: number;
}

/** How much of a list counts. */
export interface CutoffOptions {
  /** Number of positions from the top, a whole number >= 1. @default every position */
  readonly cutoff?: number;
}

/** A kind of measure, with any parameters. */
export interface MeasureKind {
  /** The name in ir_measures, otherwise in trec_eval. */
  readonly name: string;
  /** Other names for it, such as MAP for AP. @default none */
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
  /** Whether a smaller value is better, as for errors. @default false */
  readonly lowerIsBetter: boolean;
  /** Value of a query that the run lacks or without relevant documents, if `compute` returns NaN. @default 0 */
  readonly whenMissing: number;
  /** Whether queries without relevant documents are reported, and count `whenMissing` or are left out. @default true */
  readonly needsRelevant: boolean;
  readonly parameters: Readonly<Record<string, ParameterRule<ParameterValue | null>>>;
  /** semqrel's spelling for each spelling of trec_eval, such as `P@#` for `P_#`; `#` means a number. @default none */
  readonly trecInput: Readonly<Record<string, string>>;
  /** Whether trec_eval prints it for all queries together only. @default false */
  readonly onlyOfAll: boolean;
  /** The part of `RunContext` that it needs. @default null */
  readonly needs: "catalogue" | "titles" | null;
  /**
   * Returns the measure with these parameters, and defaults for the others.
   * @throws SemqrelError INVALID_MEASURE  an unknown parameter, or wrong values   details: { measure, key? }
   * @throws SemqrelError INVALID_CUTOFF   a cutoff that is missing, not allowed, or not a whole number >= 1
   */
  with(values: Readonly<Record<string, ParameterValue>>, at?: number | null): Measure;
}

/** A kind of measure with its parameters. */
export interface Measure {
  /** Printed form, such as `nDCG(dcg='exp-log2')@10`; parses back to an equal measure. */
  readonly name: string;
  readonly kind: MeasureKind;
  readonly parameters: ParameterValues;
  readonly at: number;
  /** The smallest label that counts as relevant; null if every label above 0 does. */
  readonly relevanceLevel: number | null;
  readonly judgedOnly: boolean;
  readonly trecName: string | null;
  /** The measure of one list; NaN if it is undefined. */
  compute(list: RankedList): number;
  /** Null if the value of the run is the aggregate over its queries. */
  readonly computeRun: ((lists: Iterable<RankedList>) => number) | null;
}

/**
 * Defines a kind of measure. Pass your own kinds to `parseMeasures` together with the known ones.
 * @example
 * const firstIsRelevant = defineMeasure({
 *   name: "First", summary: "Is the first result relevant?", citation: "none",
 *   compute: ({ labels }) => (labels[0] > 0 ? 1 : 0),
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

/** Smallest label that counts as relevant. */
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

/** Leaves unjudged documents out of the list before anything is computed. */
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

/** Removes labels that are their own gain, so that equal measures have equal parameters and print the same. */
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

/** Prints like ir_measures: parameters that differ from their default, in the given order. */
function printMeasure(kind: MeasureKind, given: Readonly<Record<string, ParameterValue>>, at: number | null): string {
  const shown = Object.entries(given)
    .filter(([key, value]) => value !== kind.parameters[key]?.default)
    .map(([key, value]) => `${key}=${printValue(value)}`);
  // ir_measures writes recall 0 and 1 with a decimal.
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

/** The option's name in programs may differ from the parameter's name in measures. */
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
