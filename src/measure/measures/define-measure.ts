/**
 * What is a measure?
 * A value: a kind (nDCG) with parameters (dcg='exp-log2', cutoff 10), a printed form that parses back, and a number for
 * every query. A kind is one `defineMeasure`, and one line in `registry.ts`.
 */
import { SemqrelError } from "../../core/errors.ts";
import type { RankedList } from "./ranked-list.ts";

/** A gain for every label it names; other labels are their own gain. */
export type Gains = ReadonlyMap<number, number>;
/** Value of a parameter of a measure. */
export type ParameterValue = number | string | boolean | Gains;
/** Values of a measure's parameters, by name. */
export type ParameterValues = Readonly<Record<string, ParameterValue | null>>;

/** One parameter of a kind. */
export interface ParameterRule<Value extends ParameterValue | null> {
  /** Null where leaving it out means something of its own, which `meaning` says. */
  readonly default: Value;
  readonly meaning: string;
  /** What it may be, in words: ends the sentence "… takes". */
  readonly takes: string;
  /** Whether the parameter may have this value. */
  readonly accepts: (value: ParameterValue) => boolean;
}

/** How the numbers of the queries become one. */
export type Aggregate = "mean" | "sum" | "geometric mean";

export type Presets = Readonly<Record<string, Readonly<Record<string, ParameterValue>>>>;

/** What a kind of measure is made of. */
export interface MeasureRules<Values extends ParameterValues> {
  /** As ir_measures spells it; where it has none, as trec_eval does. */
  readonly name: string;
  /** Other spellings that mean the same: MAP for AP. */
  readonly aliases?: readonly string[];
  /** Names that stand for this kind with parameters: NumRelRet for NumRet(rel=1). */
  readonly presets?: Presets;
  /** One sentence. */
  readonly summary: string;
  readonly citation: string;
  /** What may follow `@`: nothing, positions from the top, or a share of recall. */
  readonly at: "nothing" | "cutoff" | "cutoff required" | "recall required";
  /** The smallest and the largest value; Infinity where there is no bound. */
  readonly range: readonly [number, number];
  readonly aggregate?: Aggregate;
  /** Whether a smaller value is a better one, as of errors. @default false */
  readonly lowerIsBetter?: boolean;
  /** What a query counts that the run lacks or that has no relevant document, where `compute` says NaN. @default 0 */
  readonly whenMissing?: number;
  /** Whether a query without relevant documents makes it undefined (reported, and counted as 0). */
  readonly needsRelevant: boolean;
  readonly parameters: { readonly [Name in keyof Values]: ParameterRule<Values[Name]> };
  /** Why these values, each of them allowed, do not go together; null where they do. */
  readonly refuses?: (values: Values & At) => string | null;
  /** trec_eval's name of a measure of this kind with these parameters, null where it has none. */
  readonly trecName?: (values: Values & At) => string | null;
  /** See `MeasureKind`. @default none but names */
  readonly trecInput?: MeasureKind["trecInput"];
  /** See `MeasureKind`. @default false */
  readonly onlyOfAll?: boolean;
  /** See `MeasureKind`. @default null */
  readonly needs?: MeasureKind["needs"];
  /** The measure of one list. @returns a number in `range`; NaN where it is undefined */
  readonly compute: (list: RankedList, values: Values & At) => number;
  /** The run's own number, where that is no aggregate of its queries' numbers. */
  readonly computeRun?: (lists: Iterable<RankedList>, values: Values & At) => number;
}

/** Where a measure with a cutoff or a recall level stops. */
export interface At {
  /** What stands behind `@`: positions >= 1 or recall 0..1. Infinity where nothing does: every position. */
  readonly at: number;
}

/** A kind of measure, whatever its parameters. */
export interface MeasureKind {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly presets: Presets;
  readonly summary: string;
  readonly citation: string;
  readonly at: MeasureRules<ParameterValues>["at"];
  readonly range: readonly [number, number];
  readonly aggregate: Aggregate;
  readonly lowerIsBetter: boolean;
  readonly whenMissing: number;
  readonly needsRelevant: boolean;
  readonly parameters: Readonly<Record<string, ParameterRule<ParameterValue | null>>>;
  /** What trec_eval's spellings mean in ours, such as `P_#` and `P@#`; `#` stands for a number. */
  readonly trecInput: Readonly<Record<string, string>>;
  /** trec_eval prints it of all queries together alone. */
  readonly onlyOfAll: boolean;
  /** What of `RunContext` it cannot do without. */
  readonly needs: "catalogue" | "titles" | null;
  /**
   * The measure with these parameters, defaults for the others.
   *
   * @throws SemqrelError INVALID_MEASURE  an unknown parameter, a value it does not take, or values that do not go
   *                                       together   details: { measure, key? }
   * @throws SemqrelError INVALID_CUTOFF   a cutoff that is missing, not allowed, or no whole number >= 1
   */
  with(values: Readonly<Record<string, ParameterValue>>, at?: number | null): Measure;
}

/** A measure with its parameters: what it is called, and what it computes of a list. */
export interface Measure {
  /** Printed form, such as `nDCG(dcg='exp-log2')@10`; parses back to an equal measure. */
  readonly name: string;
  readonly kind: MeasureKind;
  readonly parameters: ParameterValues;
  /** See `At`. */
  readonly at: number;
  /** The smallest label that counts as relevant; null where every label above 0 does. */
  readonly relevanceLevel: number | null;
  /** Sees judged documents only. */
  readonly judgedOnly: boolean;
  readonly trecName: string | null;
  /** The measure of one list; NaN where it is undefined. */
  compute(list: RankedList): number;
  /** Null where the run's number is the aggregate of its queries' numbers. */
  readonly computeRun: ((lists: Iterable<RankedList>) => number) | null;
}

/**
 * Makes a kind of measure from its rules. Measures of your own go to `parseMeasures` beside the known ones.
 *
 * @example
 * const firstIsRelevant = defineMeasure({
 *   name: "First", summary: "Is the first result relevant?", citation: "none", at: "nothing", range: [0, 1],
 *   needsRelevant: true, parameters: {}, compute: ({ labels }) => (labels[0] > 0 ? 1 : 0),
 * });
 */
export function defineMeasure<Values extends ParameterValues>(rules: MeasureRules<Values>): MeasureKind {
  const { computeRun } = rules;
  const kind: MeasureKind = {
    name: rules.name,
    aliases: rules.aliases ?? [],
    presets: rules.presets ?? {},
    summary: rules.summary,
    citation: rules.citation,
    at: rules.at,
    range: rules.range,
    aggregate: rules.aggregate ?? "mean",
    lowerIsBetter: rules.lowerIsBetter ?? false,
    whenMissing: rules.whenMissing ?? 0,
    needsRelevant: rules.needsRelevant,
    parameters: rules.parameters,
    trecInput: rules.trecInput ?? {},
    onlyOfAll: rules.onlyOfAll ?? false,
    needs: rules.needs ?? null,
    with(written, at = null) {
      const given = withoutIdentities(written);
      const name = printMeasure(kind, given, at);
      checkAt(kind, name, at);
      const parameters = checkParameters(kind, name, given);
      const values = { ...parameters, at: at ?? Number.POSITIVE_INFINITY } as Values & At;
      const refusal = rules.refuses?.(values) ?? null;
      if (refusal !== null) throw invalidMeasure(name, refusal);
      const level = values["rel"];
      return {
        name,
        kind,
        parameters,
        at: values.at,
        relevanceLevel: typeof level === "number" ? level : null,
        judgedOnly: values["judged_only"] === true,
        trecName: rules.trecName?.(values) ?? null,
        compute: (list) => rules.compute(list, values),
        computeRun: computeRun === undefined ? null : (lists) => computeRun(lists, values),
      };
    },
  };
  return kind;
}

/** Smallest label that counts as relevant. */
export const relParameter: ParameterRule<number> = {
  default: 1,
  meaning: "the smallest label that counts as relevant",
  takes: "a number > 0",
  accepts: (value) => typeof value === "number" && value > 0 && value < Number.POSITIVE_INFINITY,
};

/** Leaves documents without a judgment out of the list before anything is computed. */
export const judgedOnlyParameter: ParameterRule<boolean> = {
  default: false,
  meaning: "leaves results without a judgment out of the list",
  takes: "True or False",
  accepts: (value) => typeof value === "boolean",
};

function checkParameters(kind: MeasureKind, name: string, given: Readonly<Record<string, ParameterValue>>) {
  const known = Object.keys(kind.parameters);
  for (const [key, value] of Object.entries(given)) {
    const rule = Object.hasOwn(kind.parameters, key) ? kind.parameters[key] : undefined;
    if (rule?.accepts(value)) continue;
    const why =
      rule === undefined
        ? `there is no parameter "${key}"; ${kind.name} has ${known.length === 0 ? "none" : known.join(", ")}`
        : `"${key}" takes ${rule.takes}, not ${printValue(value)}`;
    throw invalidMeasure(name, why, { key });
  }
  return Object.fromEntries(known.map((key) => [key, given[key] ?? kind.parameters[key]?.default ?? null]));
}

function invalidMeasure(name: string, why: string, details: Readonly<Record<string, unknown>> = {}): SemqrelError {
  return new SemqrelError("INVALID_MEASURE", `Reading measure ${name}: ${why}.`, {
    details: { measure: name, ...details },
  });
}

/** A label that is its own gain needs no entry: equal measures get equal parameters, and print the same. */
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
  throw new SemqrelError("INVALID_CUTOFF", `Reading measure ${name}: it ${wanted}.`, {
    details: { measure: name, cutoff: at },
  });
}

/** As ir_measures prints: parameters with another value than their default, in the order given. */
function printMeasure(kind: MeasureKind, given: Readonly<Record<string, ParameterValue>>, at: number | null): string {
  const shown = Object.entries(given)
    .filter(([key, value]) => value !== kind.parameters[key]?.default)
    .map(([key, value]) => `${key}=${printValue(value)}`);
  return `${kind.name}${shown.length > 0 ? `(${shown.join(",")})` : ""}${at === null ? "" : `@${printAt(kind, at)}`}`;
}

/** Recall 0 and 1 as ir_measures names them. */
function printAt(kind: MeasureKind, at: number): string {
  return kind.at === "recall required" && Number.isInteger(at) ? at.toFixed(1) : String(at);
}

/** A value as names of measures write it. */
export function printValue(value: ParameterValue): string {
  if (typeof value === "string") return `'${value}'`;
  if (typeof value === "boolean") return value ? "True" : "False";
  if (!(value instanceof Map)) return String(value);
  return `{${[...value].map(([label, gain]) => `${label}:${gain}`).join(",")}}`;
}
