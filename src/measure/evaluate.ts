/** What does a run reach, where judgments and run are plain objects? */
import { at } from "../core/at.ts";
import { SemqrelError } from "../core/errors.ts";
import { quoted } from "../core/text/wording.ts";
import { PlainNames } from "../core/titles/keys.ts";
import type { Names } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { groupJudgments } from "../lists/group-judgments.ts";
import { requireJudgedQuery } from "../lists/join-queries.ts";
import { type RankRunOptions, rankRun } from "../lists/rank-run.ts";
import type { Measure } from "./measures/define-measure.ts";
import { type EvaluateOptions, evaluateRun } from "./measures/evaluate-run.ts";
import { findGaps } from "./measures/find-gaps.ts";
import { parseMeasures } from "./measures/parse-measures.ts";

/** By query, then by document: the label, or the engine's score. */
export type NumbersByDocument = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Measures of a run that was given as plain objects. */
export interface EvaluatedObjects {
  /** By the measure's printed form, in the order given. */
  readonly measures: {
    readonly [measure: string]: {
      /** Mean, sum or geometric mean, as the measure says; NaN where no query has a value. */
      readonly value: number;
      /** Queries in it. */
      readonly count: number;
      /** By query of the judgments; NaN where it is left out. */
      readonly perQuery: Readonly<Record<string, number>>;
    };
  };
  /** What was odd: queries that are missing, without a relevant document, labels that no measure sees. */
  readonly warnings: readonly Warning[];
}

/**
 * Measures one run against judgments, as trec_eval and ir_measures do.
 * @param judgments labels by query and document, finite; negative: in the pool but not judged
 * @param run       scores by query and document, finite, larger is better; equal scores go by document id, descending
 * @param measures  names such as `nDCG@10` or `map`, or measures
 * @throws SemqrelError INVALID_LABEL  a label is not finite, or a measure refuses it   details: { query, document, label }
 * @throws SemqrelError INVALID_ROW    a score is not finite                            details: { query, document, score }
 * @throws SemqrelError NO_COMMON_QUERY  the run has no query of the judgments
 * @throws SemqrelError INVALID_OPTION   `depth` is no whole number >= 1, nor Infinity  details: { depth }
 * @throws SemqrelError INVALID_MEASURE, INVALID_CUTOFF  as `parseMeasures`
 * @example
 * evaluate({ q1: { a: 1, b: 0 } }, { q1: { b: 2, a: 1 } }, ["RR"]).measures["RR"].value // 0.5
 */
export function evaluate(
  judgments: NumbersByDocument,
  run: NumbersByDocument,
  measures: readonly (string | Measure)[],
  options: Partial<Omit<EvaluateOptions, "weights"> & RankRunOptions> = {},
): EvaluatedObjects {
  const parsed = parseMeasures(measures);
  requireFinite(judgments, "label");
  requireFinite(run, "score");
  const names: Names = { queries: new PlainNames(), documents: new PlainNames() };
  const { numbers: labels, ...judged } = columnsOf(judgments, names);
  const grouped = groupJudgments({ source: "judgments", ...judged, labels, raters: null, iterations: null });
  const { numbers: scores, ...retrieved } = columnsOf(run, names);
  const ranked = rankRun(
    { name: "run", tag: null, source: "run", ...retrieved, scores },
    { scorePrecision: options.scorePrecision ?? "single" },
  );
  requireJudgedQuery(ranked.run, grouped.judgments, "Call the queries of both the same.");
  const evaluated = evaluateRun(grouped.judgments, ranked.run, parsed, options);
  const queries = Array.from(grouped.judgments.queries, (query) => names.queries.nameOf(query));
  return {
    measures: Object.fromEntries(
      evaluated.measured.map(({ measure, value, count, values }) => [
        measure.name,
        { value, count, perQuery: Object.fromEntries(queries.map((query, place) => [query, at(values, place)])) },
      ]),
    ),
    warnings: [
      ...grouped.warnings,
      ...findGaps(grouped.judgments, [evaluated], {
        missingQueries: options.missingQueries ?? "zero",
        undefinedQueries: options.undefinedQueries ?? "zero",
      }),
    ],
  };
}

/** NaN and Infinity would be taken for some label or score in silence. */
function requireFinite(numbers: NumbersByDocument, what: "label" | "score"): void {
  for (const [query, documents] of Object.entries(numbers)) {
    for (const [document, number] of Object.entries(documents)) {
      if (Number.isFinite(number)) continue;
      throw new SemqrelError(
        what === "label" ? "INVALID_LABEL" : "INVALID_ROW",
        `Measuring query ${quoted(query)}: the ${what} of document ${quoted(document)} is ${number}, no finite number. ` +
          `Correct it, or leave the document out.`,
        { details: { query, document, [what]: number } },
      );
    }
  }
}

function columnsOf(numbers: NumbersByDocument, names: Names) {
  const rows = Object.entries(numbers).flatMap(([query, documents]) =>
    Object.entries(documents).map(([document, number]) => ({ query, document, number })),
  );
  return {
    names,
    titles: null,
    queryTexts: new Map<number, string>(),
    queries: Int32Array.from(rows, ({ query }) => names.queries.add(query)),
    documents: Int32Array.from(rows, ({ document }) => names.documents.add(document)),
    numbers: Float64Array.from(rows, ({ number }) => number),
  };
}
