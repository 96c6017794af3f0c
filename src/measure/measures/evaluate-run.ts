/** What does a run reach on every judged query, and in the mean? */
import { at } from "../../core/at.ts";
import { SemqrelError } from "../../core/errors.ts";
import type { Judgments, Run } from "../../core/types.ts";
import { aggregate } from "./aggregate.ts";
import type { Measure } from "./define-measure.ts";
import { onlyJudged, type RankedList, type RunContext } from "./ranked-list.ts";
import { rankedLists } from "./ranked-lists.ts";

/** Why a query has no number of its own. */
export type Gap = "query-missing" | "no-relevant-document" | "undefined";
/** In `gapOfQuery`, one more than the place here stands for the reason. */
export const gaps: readonly Gap[] = ["query-missing", "no-relevant-document", "undefined"];
export const QUERY_MISSING = gaps.indexOf("query-missing") + 1;

/** What counts where a run or its judgments lack something. */
export interface EvaluateOptions {
  /** A query that the run lacks: counts as the measure's value of an empty list, or is left out of means. */
  readonly missingQueries: "zero" | "skip";
  /** A query without relevant documents: counts 0, as in trec_eval, or is left out of means. */
  readonly undefinedQueries: "zero" | "skip";
  /** Results used of each list, >= 1; Infinity for all. */
  readonly depth: number;
  /** Leaves results without a judgment out of the lists, for every measure. */
  readonly judgedOnly: boolean;
  /** By place of the query in the judgments: its weight in means. Null weighs all the same. */
  readonly weights: Float64Array | null;
  /** For measures of coverage and diversity. */
  readonly context: RunContext;
}

/** One measure of one run. */
export interface MeasuredQueries {
  readonly measure: Measure;
  /** By place of the query in the judgments; NaN where it is left out. */
  readonly values: Float64Array;
  /**
   * By query: 0 where it was measured, else one more than the place in `gaps`, whatever the options made of it. A query
   * that is missing and without a relevant document is the latter where only that leaves it out.
   */
  readonly gapOfQuery: Uint8Array;
  /** Queries with a value. */
  readonly count: number;
  /** Mean, sum or geometric mean of the values, as the measure says; NaN where there is none. */
  readonly value: number;
}

/** A run's measures, query by query. */
export interface EvaluatedRun {
  readonly run: Run;
  /** In the order of the measures given. */
  readonly measured: readonly MeasuredQueries[];
}

export const defaultEvaluateOptions: EvaluateOptions = {
  missingQueries: "zero",
  undefinedQueries: "zero",
  depth: Number.POSITIVE_INFINITY,
  judgedOnly: false,
  weights: null,
  context: { catalogueSize: null, similarity: null },
};

/**
 * Every measure on every query of the judgments. Queries that only the run has are not looked at. Cost O(results +
 * judgments) for each measure.
 *
 * @param run shares its names with the judgments
 * @throws SemqrelError INVALID_LABEL   a measure refuses a label (an exponential gain without bounds)
 *                                      details: { source, query, document, label }
 * @throws SemqrelError INVALID_OPTION  the depth is no whole number >= 1
 */
export function evaluateRun(
  judgments: Judgments,
  run: Run,
  measures: readonly Measure[],
  options: Partial<EvaluateOptions> = {},
): EvaluatedRun {
  const { missingQueries, undefinedQueries, depth, judgedOnly, weights, context } = {
    ...defaultEvaluateOptions,
    ...options,
  };
  const queryCount = judgments.queries.length;
  const values = measures.map(() => new Float64Array(queryCount).fill(Number.NaN));
  const gapOfQuery = measures.map(() => new Uint8Array(queryCount));
  const anyJudgedOnly = judgedOnly || measures.some((measure) => measure.judgedOnly);
  // A query may be missing and without relevant documents: what leaves it out is its reason, so that all runs have the
  // same queries in their means.
  const isDecisive = undefinedQueries === "skip" && missingQueries === "zero";
  for (const { query, list, isMissing } of rankedLists(judgments, run, depth, context)) {
    const judged = anyJudgedOnly ? onlyJudged(list) : list;
    measures.forEach((measure, place) => {
      const value = computed(measure, judgedOnly || measure.judgedOnly ? judged : list, judgments, query);
      const gap = gapOf(measure, list, isMissing, value, isDecisive);
      const isSkipped = gap === "query-missing" ? missingQueries === "skip" : undefinedQueries === "skip";
      const ofMeasure = at(values, place);
      if (gap === null) ofMeasure[query] = value;
      else if (gap !== "undefined" && !isSkipped)
        ofMeasure[query] = Number.isNaN(value) ? measure.kind.whenMissing : value;
      at(gapOfQuery, place)[query] = gap === null ? 0 : gaps.indexOf(gap) + 1;
    });
  }
  function* listsOf(measure: Measure) {
    for (const { list } of rankedLists(judgments, run, depth, context)) {
      yield judgedOnly || measure.judgedOnly ? onlyJudged(list) : list;
    }
  }
  const measured = measures.map((measure, place) => ({
    measure,
    values: at(values, place),
    gapOfQuery: at(gapOfQuery, place),
    ...aggregate(measure.kind.aggregate, at(values, place), weights),
    ...(measure.computeRun && { value: measure.computeRun(listsOf(measure)) }),
  }));
  return { run, measured };
}

/** A measure knows labels alone: whose label it refuses is found here. */
function computed(measure: Measure, list: RankedList, judgments: Judgments, query: number): number {
  try {
    return measure.compute(list);
  } catch (error) {
    if (!(error instanceof SemqrelError) || error.code !== "INVALID_LABEL") throw error;
    const { names, queries, offsets, documents, labels, source } = judgments;
    const at = labels.subarray(0, offsets[query + 1]).indexOf(Number(error.details["label"]), offsets[query]);
    const details = {
      source,
      query: names.queries.nameOf(queries[query] as number),
      document: at < 0 ? null : names.documents.nameOf(documents[at] as number),
    };
    const where = `query "${details.query}"${at < 0 ? "" : `, document "${details.document}"`}`;
    const message = `Measuring against ${source}, ${where}. ${error.message}`;
    throw new SemqrelError(error.code, message, { details: { ...error.details, ...details }, cause: error });
  }
}

/** @param isDecisive whether a query that is both missing and without relevant documents counts as the latter */
function gapOf(measure: Measure, list: RankedList, isMissing: boolean, value: number, isDecisive: boolean): Gap | null {
  const best = list.judgedLabels[0] ?? 0;
  const isRelevant = measure.relevanceLevel === null ? best > 0 : best >= measure.relevanceLevel;
  const isWithoutRelevant = measure.kind.needsRelevant && !isRelevant;
  if (isMissing && !(isWithoutRelevant && isDecisive)) return "query-missing";
  if (isWithoutRelevant) return "no-relevant-document";
  return Number.isNaN(value) ? "undefined" : null;
}
