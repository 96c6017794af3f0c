/** How does precision fall as recall rises, in a list and in a run? */
import { at } from "../../core/at.ts";
import type { Judgments, Run } from "../../core/types.ts";
import { checkOption, relParameter } from "./define-measure.ts";
import { defaultEvaluateOptions, type EvaluateOptions } from "./evaluate-run.ts";
import { countRelevant, hasRelevant, onlyJudged, type RankedList, rankedLists } from "./ranked-list.ts";

/** Both lists by rank. */
export interface PrecisionRecallCurve {
  readonly precision: readonly number[];
  /** Never falls. NaN if no document is relevant. */
  readonly recall: readonly number[];
}

/**
 * Precision and recall at every position of a list. Cost O(n + relevant). Source: Manning, Raghavan & Schütze 2008,
 * Introduction to Information Retrieval, 8.4.
 * @param rel the smallest label that counts as relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is not a number > 0
 */
export function precisionRecallCurve(list: RankedList, rel: number): PrecisionRecallCurve {
  checkOption("a curve", "rel", rel, relParameter);
  const all = countRelevant(list, rel);
  const precision: number[] = [];
  const recall: number[] = [];
  let relevant = 0;
  for (let rank = 0; rank < list.labels.length; rank++) {
    if ((list.labels[rank] as number) >= rel) relevant++;
    precision.push(relevant / (rank + 1));
    recall.push(relevant / all);
  }
  return { precision, recall };
}

/**
 * The largest precision at each of the given recalls or beyond, 0 if a recall is not reached; NaN if no document is
 * relevant, but 0 for the curve of an empty list, which has no recalls. Recalls are compared as the fractions they are;
 * trec_eval's rounding to whole documents is `interpolatedPrecision`. Cost O(n x recalls). Source: as `precisionRecallCurve`.
 */
export function interpolatePrecision(curve: PrecisionRecallCurve, recalls: readonly number[]): number[] {
  const { precision, recall } = curve;
  if (Number.isNaN(recall[0])) return recalls.map(() => Number.NaN);
  return recalls.map((wanted) =>
    precision.reduce((best, reached, rank) => ((recall[rank] as number) >= wanted ? Math.max(best, reached) : best), 0),
  );
}

/** Recall 0, 0.1, … 1. */
export const elevenRecalls: readonly number[] = Array.from({ length: 11 }, (_, step) => step / 10);

const curveRule = "largest precision at this recall or beyond";

/** Precision by recall, over queries. */
export interface RunCurves {
  /** How precision between two points is interpolated. `IPrec` rounds a recall to a number of documents first, as trec_eval does. */
  readonly rule: typeof curveRule;
  /** By query name, of queries with a relevant document: the points at every position, and interpolated at `elevenRecalls`. */
  readonly perQuery: Readonly<Record<string, PrecisionRecallCurve & { readonly interpolated: readonly number[] }>>;
  /** Interpolated precision at `elevenRecalls`, its mean over those queries; NaN if there is none. */
  readonly average: readonly number[];
  readonly queries: number;
}

interface CurveOptions extends Partial<Pick<EvaluateOptions, "missingQueries" | "depth" | "judgedOnly">> {
  readonly rel: number;
}

/**
 * Curves of all queries and their mean; see `precisionRecallCurve`. A query that the run lacks counts 0 at every recall,
 * or is left out where such queries are skipped.
 * @throws SemqrelError INVALID_OPTION  `rel` is not a number > 0, or the depth is not a whole number >= 1
 */
export function runCurves(judgments: Judgments, run: Run, options: CurveOptions): RunCurves {
  const { depth, judgedOnly, missingQueries, rel } = { ...defaultEvaluateOptions, ...options };
  checkOption("curves", "rel", rel, relParameter);
  const perQuery: [query: string, curve: RunCurves["perQuery"][string]][] = [];
  for (const { query, list, isMissing } of rankedLists(judgments, run, depth)) {
    if (!hasRelevant(list, rel) || (isMissing && missingQueries === "skip")) continue;
    const curve = precisionRecallCurve(judgedOnly ? onlyJudged(list) : list, rel);
    const interpolated = interpolatePrecision(curve, elevenRecalls);
    perQuery.push([judgments.names.queries.nameOf(judgments.queries[query] as number), { ...curve, interpolated }]);
  }
  const queries = perQuery.length;
  const sumAt = (step: number) => perQuery.reduce((sum, [, { interpolated }]) => sum + at(interpolated, step), 0);
  const average = elevenRecalls.map((_, step) => sumAt(step) / queries);
  return { rule: curveRule, perQuery: Object.fromEntries(perQuery), average, queries };
}
