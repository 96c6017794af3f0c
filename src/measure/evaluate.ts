import { at } from "../core/at.ts";
import { invalidOption, SemqrelError } from "../core/errors.ts";
import { suggestion } from "../core/text/suggestion.ts";
import { counted, isNumber, printed, quoted } from "../core/text/wording.ts";
import { PlainNames } from "../core/titles/name-table.ts";
import type { Names } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { groupJudgments } from "../lists/group-judgments.ts";
import { requireJudgedQuery } from "../lists/join-queries.ts";
import { type RankRunOptions, rankRun } from "../lists/rank-run.ts";
import { requireOneOf } from "../maths/numbers.ts";
import type { Measure } from "./measures/define-measure.ts";
import { defaultEvaluateOptions, type EvaluateOptions, evaluateRun } from "./measures/evaluate-run.ts";
import { findGaps } from "./measures/find-gaps.ts";
import { parseMeasures } from "./measures/parse-measures.ts";

/** The result of `evaluate`. */
export interface EvaluatedObjects {
  /** Each measure under its printed form, such as `nDCG@10`, in the given order. */
  readonly measures: {
    readonly [measure: string]: {
      /** Mean, sum or geometric mean, depending on the measure; NaN if no query has a value. */
      readonly value: number;
      /** Number of queries with a value. */
      readonly count: number;
      /** Value of each judged query, under its name; NaN if the query is left out. */
      readonly perQuery: Readonly<Record<string, number>>;
    };
  };
  /** Warnings about missing queries, queries without a relevant document, and labels that no measure uses. */
  readonly warnings: readonly Warning[];
}

/**
 * Measures one run against judgments. The values are the same as in trec_eval and ir_measures.
 * @param judgments - `{ query: { document: label } }`, or the text of a TREC qrels file. Labels are finite; a negative
 *                    label means that the document was pooled, but not judged.
 * @param run       - `{ query: { document: score } }`, `{ query: [documents, best first] }`, or the text of a TREC run.
 *                    Scores are finite, and larger is better. Ties are ordered by document id, descending.
 * @param measures  - names such as `nDCG@10` or `map`, or objects of type `Measure`
 * @throws SemqrelError INVALID_LABEL  a label is not finite, or a measure refuses it   details: { query, document, label }
 * @throws SemqrelError INVALID_ROW    a score is not finite                            details: { query, document, score }
 * @throws SemqrelError INVALID_ROW    a line has the wrong number of fields, or no valid number   details: { line }
 * @throws SemqrelError NO_COMMON_QUERY  the run has no query of the judgments
 * @throws SemqrelError INVALID_OPTION   an argument or option is wrong, such as a depth of 0
 * @throws SemqrelError INVALID_MEASURE, INVALID_CUTOFF  see `parseMeasures`
 * @example
 * evaluate({ q1: { a: 1, b: 0 } }, { q1: { b: 2, a: 1 } }, ["RR"]).measures["RR"].value // 0.5
 */
export function evaluate(
  judgments: GivenJudgments,
  run: GivenRun,
  measures: readonly (string | Measure)[],
  options: Partial<Omit<EvaluateOptions, "weights"> & RankRunOptions> = {},
): EvaluatedObjects {
  requireKnown(options);
  const { scorePrecision = "single", dropSelf = false, missingQueries = "zero", undefinedQueries = "zero" } = options;
  requireOneOf("Measuring", "scorePrecision", scorePrecision, ["single", "double"]);
  requireOneOf("Measuring", "dropSelf", dropSelf, [true, false]);
  const parsed = parseMeasures(measures);
  const names: Names = { queries: new PlainNames(), documents: new PlainNames() };
  const { numbers: labels, ...judged } = columnsOf(givenNumbers(judgments, "label"), names);
  const grouped = groupJudgments({ source: "judgments", ...judged, labels, raters: null, iterations: null });
  const { numbers: scores, ...retrieved } = columnsOf(givenNumbers(run, "score"), names);
  const ranked = rankRun({ name: "run", tag: null, source: "run", ...retrieved, scores }, { scorePrecision, dropSelf });
  requireJudgedQuery(ranked.run, grouped.judgments, "Use the same query names in both.");
  const evaluated = evaluateRun(grouped.judgments, ranked.run, parsed, options);
  const queries = Array.from(grouped.judgments.queries, (query) => names.queries.nameOf(query));
  return {
    measures: Object.fromEntries(
      evaluated.measured.map(({ measure, value, count, values }) => [
        measure.name,
        { value, count, perQuery: Object.fromEntries(queries.map((query, index) => [query, at(values, index)])) },
      ]),
    ),
    warnings: [
      ...grouped.warnings,
      ...ranked.warnings,
      ...findGaps(grouped.judgments, [evaluated], { missingQueries, undefinedQueries }),
    ],
  };
}

const optionNames = [...Object.keys(defaultEvaluateOptions), "scorePrecision", "dropSelf"];

/** Refuses misspelt options, which would have no effect. */
function requireKnown(options: object): void {
  if (typeof options !== "object" || options === null) {
    throw invalidOption(`Measuring: the options are ${printed(options)}. Give an object, or leave them out.`);
  }
  const unknown = Object.keys(options).find((name) => !optionNames.includes(name));
  if (unknown === undefined) return;
  throw invalidOption(`Measuring: there is no option "${unknown}".${suggestion(unknown, optionNames)}`, {
    option: unknown,
  });
}

function columnsOf(numbers: readonly GivenNumber[], names: Names) {
  return {
    names,
    titles: null,
    queryTexts: new Map<number, string>(),
    queries: Int32Array.from(numbers, ({ query }) => names.queries.add(query)),
    documents: Int32Array.from(numbers, ({ document }) => names.documents.add(document)),
    numbers: Float64Array.from(numbers, ({ number }) => number),
  };
}

/** `{ query: { document: label or score } }`, as objects or Maps. */
export type NumbersByDocument = ByName<ByName<number>>;

type ByName<Value> = Readonly<Record<string, Value>> | ReadonlyMap<string, Value>;

/** `{ query: { document: label } }`, or the text of a TREC qrels file. */
export type GivenJudgments = NumbersByDocument | string;

/** `{ query: { document: score } }`, `{ query: [documents, best first] }`, or the text of a TREC run. */
export type GivenRun = NumbersByDocument | ByName<readonly string[]> | string;

export type GivenNumber = ReturnType<typeof numbersOfText>[number];

/** Returns the label or score of each document of each query. Documents in a list get falling scores. */
export function givenNumbers(given: GivenJudgments | GivenRun, what: "label" | "score"): GivenNumber[] {
  if (typeof given === "string") return numbersOfText(given, what);
  const numbers = entriesOf<ByName<number> | readonly string[]>(given, `${what}s`).flatMap(([query, documents]) =>
    Array.isArray(documents)
      ? documents.map((document, index) => ({ query, document, number: documents.length - index }))
      : entriesOf(documents as ByName<number>, `${what}s of query ${printed(query)}`).map(([document, number]) => {
          return { query, document, number };
        }),
  );
  // Without this check, NaN and Infinity would silently give wrong values.
  for (const { query, document, number } of numbers) {
    const wrong = [query, document].filter((name: unknown) => typeof name !== "string" && typeof name !== "number");
    if (wrong.length > 0) throw invalidOption(`Measuring: the name ${printed(wrong[0])} is not a text. Give texts.`);
    if (Number.isFinite(number)) continue;
    throw new SemqrelError(
      what === "label" ? "INVALID_LABEL" : "INVALID_ROW",
      `Measuring query ${quoted(String(query))}: the ${what} of document ${quoted(String(document))} is ${printed(number)}, not a finite number. ` +
        `Correct it, or leave the document out.`,
      { details: { query, document, [what]: number } },
    );
  }
  return numbers;
}

function entriesOf<Value>(given: ByName<Value>, what: string): (readonly [string, Value])[] {
  if (typeof given !== "object" || given === null) {
    throw invalidOption(`Measuring: the ${what} are ${printed(given)}. Give an object or a Map.`);
  }
  return given instanceof Map ? [...given] : Object.entries(given);
}

const layouts = {
  label: { source: "judgments", fields: 4, number: 3, form: "query iteration document label" },
  score: { source: "run", fields: 6, number: 4, form: "query Q0 document rank score name" },
};

function numbersOfText(text: string, what: "label" | "score") {
  const layout = layouts[what];
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const fields = line.trim().split(/\s+/);
    const [query = "", , document = ""] = fields;
    const number = fields[layout.number] ?? "";
    const refuse = (found: string) =>
      new SemqrelError("INVALID_ROW", `Reading the ${layout.source}, line ${index + 1}: ${found}: ${quoted(line)}.`, {
        details: { line: index + 1 },
      });
    if (fields.length !== layout.fields) {
      throw refuse(`${counted(fields.length, "field")}, expected ${layout.fields} (${layout.form})`);
    }
    if (!isNumber(number)) throw refuse(`the ${what} ${quoted(number)} is not a number`);
    return [{ query, document, number: Number(number) }];
  });
}
