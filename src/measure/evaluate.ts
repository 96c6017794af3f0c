/** Measures a run that a program has in memory. */
import { at } from "../core/at.ts";
import { PlainNames } from "../core/titles/keys.ts";
import type { Names } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { groupJudgments } from "../lists/group-judgments.ts";
import { requireJudgedQuery } from "../lists/join-queries.ts";
import { type RankRunOptions, rankRun } from "../lists/rank-run.ts";
import { type GivenJudgments, type GivenNumber, type GivenRun, givenNumbers } from "./given-data.ts";
import type { Measure } from "./measures/define-measure.ts";
import { type EvaluateOptions, evaluateRun } from "./measures/evaluate-run.ts";
import { findGaps } from "./measures/find-gaps.ts";
import { parseMeasures } from "./measures/parse-measures.ts";

/** Measures of a run that was given by a program. */
export interface EvaluatedObjects {
  /** By the measure's printed form, in the order given. */
  readonly measures: {
    readonly [measure: string]: {
      /** Mean, sum or geometric mean, as the measure says; NaN if no query has a value. */
      readonly value: number;
      /** Queries in it. */
      readonly count: number;
      /** By query of the judgments; NaN if it is left out. */
      readonly perQuery: Readonly<Record<string, number>>;
    };
  };
  /** Warnings: queries that are missing, without a relevant document, labels that no measure sees. */
  readonly warnings: readonly Warning[];
}

/**
 * Measures one run against judgments, as trec_eval and ir_measures do.
 *
 * @param judgments labels by query and document, finite; negative: in the pool but not judged. Or the text of a TREC file
 * @param run       scores by query and document, finite, larger is better; equal scores go by document id, descending.
 *                  Or documents by query with the best first, or the text of a TREC file
 * @param measures  names such as `nDCG@10` or `map`, or measures
 * @throws SemqrelError INVALID_LABEL  a label is not finite, or a measure refuses it   details: { query, document, label }
 * @throws SemqrelError INVALID_ROW    a score is not finite                            details: { query, document, score }
 * @throws SemqrelError INVALID_ROW    a line of a text has other fields                details: { line }
 * @throws SemqrelError NO_COMMON_QUERY  the run has no query of the judgments
 * @throws SemqrelError INVALID_OPTION   `depth` is neither a whole number >= 1 nor Infinity  details: { depth }
 * @throws SemqrelError INVALID_MEASURE, INVALID_CUTOFF  as `parseMeasures`
 * @example
 * evaluate({ q1: { a: 1, b: 0 } }, { q1: { b: 2, a: 1 } }, ["RR"]).measures["RR"].value // 0.5
 */
export function evaluate(
  judgments: GivenJudgments,
  run: GivenRun,
  measures: readonly (string | Measure)[],
  options: Partial<Omit<EvaluateOptions, "weights"> & RankRunOptions> = {},
): EvaluatedObjects {
  const parsed = parseMeasures(measures);
  const names: Names = { queries: new PlainNames(), documents: new PlainNames() };
  const { numbers: labels, ...judged } = columnsOf(givenNumbers(judgments, "label"), names);
  const grouped = groupJudgments({ source: "judgments", ...judged, labels, raters: null, iterations: null });
  const { numbers: scores, ...retrieved } = columnsOf(givenNumbers(run, "score"), names);
  const ranked = rankRun(
    { name: "run", tag: null, source: "run", ...retrieved, scores },
    { scorePrecision: options.scorePrecision ?? "single" },
  );
  requireJudgedQuery(ranked.run, grouped.judgments, "Use the same query names in both.");
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
      ...ranked.warnings,
      ...findGaps(grouped.judgments, [evaluated], {
        missingQueries: options.missingQueries ?? "zero",
        undefinedQueries: options.undefinedQueries ?? "zero",
      }),
    ],
  };
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
