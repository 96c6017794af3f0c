/**
 * How does precision fall as recall grows, query by query and in the mean?
 */
import type { Judgments, Run } from "../../core/types.ts";
import { checkOption } from "./check-option.ts";
import { relParameter } from "./define-measure.ts";
import { defaultEvaluateOptions, type EvaluateOptions } from "./evaluate-run.ts";
import { interpolatePrecision, type PrecisionRecallCurve, precisionRecallCurve } from "./precision-recall-curve.ts";
import { hasRelevant, onlyJudged } from "./ranked-list.ts";
import { rankedLists } from "./ranked-lists.ts";

/** Recall 0, 0.1, … 1. */
export const elevenRecalls: readonly number[] = Array.from({ length: 11 }, (_, step) => step / 10);

const curveRule = "largest precision at this recall or beyond";

/** Precision by recall, over queries. */
export interface RunCurves {
  /** How precision between two points is told. `IPrec` rounds a recall to a number of documents first, as trec_eval does. */
  readonly rule: typeof curveRule;
  /** By query name, of queries with a relevant document: the points at every position, and interpolated at `elevenRecalls`. */
  readonly perQuery: Readonly<Record<string, PrecisionRecallCurve & { readonly interpolated: readonly number[] }>>;
  /** Interpolated precision at `elevenRecalls`, its mean over those queries; NaN where there is none. */
  readonly average: readonly number[];
  readonly queries: number;
}

export interface CurveOptions extends Partial<Pick<EvaluateOptions, "missingQueries" | "depth" | "judgedOnly">> {
  /** The smallest label that counts as relevant. */
  readonly rel: number;
}

/**
 * A query that the run lacks counts 0 at every recall, or is left out where such queries are skipped.
 *
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0, or the depth no whole number >= 1
 *
 * Source: Manning, Raghavan & Schütze 2008, Introduction to Information Retrieval, 8.4.
 */
export function runCurves(judgments: Judgments, run: Run, options: CurveOptions): RunCurves {
  const { depth, judgedOnly, missingQueries, rel } = { ...defaultEvaluateOptions, ...options };
  checkOption("curves", "rel", rel, relParameter);
  const perQuery: [query: string, curve: RunCurves["perQuery"][string]][] = [];
  const sums = elevenRecalls.map(() => 0);
  let queries = 0;
  for (const { query, list, isMissing } of rankedLists(judgments, run, depth)) {
    if (!hasRelevant(list, rel) || (isMissing && missingQueries === "skip")) continue;
    const curve = precisionRecallCurve(judgedOnly ? onlyJudged(list) : list, rel);
    const interpolated = interpolatePrecision(curve, elevenRecalls);
    interpolated.forEach((precision, step) => {
      sums[step] = (sums[step] ?? 0) + precision;
    });
    perQuery.push([judgments.names.queries.nameOf(judgments.queries[query] ?? 0), { ...curve, interpolated }]);
    queries++;
  }
  return {
    rule: curveRule,
    perQuery: Object.fromEntries(perQuery),
    average: sums.map((sum) => sum / queries),
    queries,
  };
}
