/**
 * Short notation for judgments and runs, as plain objects: `{ q1: { d1: 3, d2: 0 } }`. Queries and documents are in the
 * order of the object.
 */
import fc from "fast-check";
import { makeNames } from "../../src/core/titles/name-table.ts";
import type { Judgments, Names, RawJudgments, RawRun, Run } from "../../src/core/types.ts";
import { groupJudgments } from "../../src/lists/group-judgments.ts";
import { rankRun } from "../../src/lists/rank-run.ts";
import { evaluationRules, type MeasureReport } from "../../src/measure/measure-report.ts";
import {
  defaultEvaluateOptions,
  type EvaluatedRun,
  type EvaluateOptions,
  evaluateRun,
} from "../../src/measure/measures/evaluate-run.ts";
import { parseMeasures } from "../../src/measure/measures/parse-measures.ts";

/** By query, then by document: a label or a score. */
export type Numbers = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** One row: query, document, label or score. */
export type NumberRow = readonly [query: string, document: string, number: number];

export interface MadeEvaluation {
  readonly names: Names;
  readonly judgments: Judgments;
  /** In the given order. */
  readonly runs: readonly Run[];
}

/** Judgments and runs, by name, with shared names. */
export function makeEvaluation(judgments: Numbers, runs: Readonly<Record<string, Numbers>>): MadeEvaluation {
  const names = makeNames();
  return {
    names,
    judgments: groupJudgments(makeRawJudgments(rowsOf(judgments), names)).judgments,
    runs: Object.entries(runs).map(
      ([name, numbers]) => rankRun(makeRawRun(rowsOf(numbers), names, name), { scorePrecision: "single" }).run,
    ),
  };
}

/** Measured runs, as in a report. */
export function makeReport(
  made: MadeEvaluation,
  measures: readonly string[],
  options: Partial<EvaluateOptions> = {},
  more: Partial<MeasureReport> = {},
): MeasureReport {
  const runs = made.runs.map((run): EvaluatedRun => evaluateRun(made.judgments, run, parseMeasures(measures), options));
  return {
    queries: namesOf(made),
    runs,
    segmentation: null,
    weightColumn: null,
    weights: options.weights ?? null,
    rules: evaluationRules({
      ...defaultEvaluateOptions,
      ...options,
      missingQueries: "zero",
      scorePrecision: "single",
    }),
    warnings: [],
    ...more,
  };
}

/** Names of the judged queries, by index. */
export function namesOf({ judgments }: Pick<MadeEvaluation, "judgments">): string[] {
  return Array.from(judgments.queries, (query) => judgments.names.queries.nameOf(query));
}

export function makeRawJudgments(
  rows: readonly NumberRow[],
  names = makeNames(),
  raters: readonly string[] | null = null,
): RawJudgments {
  const { numbers, ...columns } = columnsOf(rows, names);
  return {
    ...columns,
    source: "qrels",
    labels: numbers,
    raters,
    iterations: null,
    titles: null,
    queryTexts: new Map(),
  };
}

export function makeRawRun(rows: readonly NumberRow[], names = makeNames(), name = "run"): RawRun {
  const { numbers, ...columns } = columnsOf(rows, names);
  return { ...columns, name, tag: null, source: `${name}.run`, scores: numbers, titles: null, queryTexts: new Map() };
}

/** Judgments or a run as rows, in their order. */
export function rowsOfGrouped(grouped: Judgments | Run): NumberRow[] {
  const numbers = "labels" in grouped ? grouped.labels : grouped.scores;
  return [...grouped.queries].flatMap((query, place) =>
    Array.from(grouped.documents.subarray(grouped.offsets[place], grouped.offsets[place + 1]), (document, rank) => {
      const at = (grouped.offsets[place] ?? 0) + rank;
      return [grouped.names.queries.nameOf(query), grouped.names.documents.nameOf(document), numbers[at] ?? 0] as const;
    }),
  );
}

/** Up to five queries with up to eight documents, each with one of `numbers`. */
export function someNumbers(numbers: fc.Arbitrary<number>): fc.Arbitrary<Numbers> {
  const documents = fc.dictionary(fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "é"), numbers, { minKeys: 1 });
  return fc.dictionary(fc.constantFrom("q1", "q2", "q3", "q4", "q5"), documents, { minKeys: 1, noNullPrototype: true });
}

function rowsOf(numbers: Numbers): NumberRow[] {
  return Object.entries(numbers).flatMap(([query, documents]) =>
    Object.entries(documents).map(([document, number]) => [query, document, number] as const),
  );
}

function columnsOf(rows: readonly NumberRow[], names: Names) {
  return {
    names,
    queries: Int32Array.from(rows, ([query]) => names.queries.add(query)),
    documents: Int32Array.from(rows, ([, document]) => names.documents.add(document)),
    numbers: Float64Array.from(rows, ([, , number]) => number),
  };
}
