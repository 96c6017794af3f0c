/**
 * How does precision fall as recall grows, down one list?
 */
import { checkOption } from "./check-option.ts";
import { relParameter } from "./define-measure.ts";
import { countRelevant, type RankedList } from "./ranked-list.ts";

/** Points of a curve, both lists by rank. */
export interface PrecisionRecallCurve {
  readonly precision: readonly number[];
  /** Never falls. NaN where no document is relevant. */
  readonly recall: readonly number[];
}

/**
 * Precision and recall at every position of a list.
 *
 * @param rel the smallest label that counts as relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0
 *
 * Cost O(n + relevant). Source: Manning, Raghavan & Schütze 2008, Introduction to Information Retrieval, 8.4.
 */
export function precisionRecallCurve(list: RankedList, rel: number): PrecisionRecallCurve {
  checkOption("a curve", "rel", rel, relParameter);
  const all = countRelevant(list, rel);
  const precision: number[] = [];
  const recall: number[] = [];
  let relevant = 0;
  for (let rank = 0; rank < list.labels.length; rank++) {
    if ((list.labels[rank] ?? Number.NaN) >= rel) relevant++;
    precision.push(relevant / (rank + 1));
    recall.push(relevant / all);
  }
  return { precision, recall };
}

/**
 * The largest precision at each of the given recalls or beyond, 0 where a recall is not reached. Recalls are compared as
 * the fractions they are; trec_eval's rounding to whole documents is `interpolatedPrecision`.
 *
 * @returns by place in `recalls`, 0..1; NaN where no document is relevant, but 0 for the curve of an empty list, which
 *          does not tell
 *
 * Cost O(n x recalls). Source: as `precisionRecallCurve`.
 */
export function interpolatePrecision(curve: PrecisionRecallCurve, recalls: readonly number[]): number[] {
  const { precision, recall } = curve;
  if (Number.isNaN(recall[0])) return recalls.map(() => Number.NaN);
  return recalls.map((wanted) =>
    precision.reduce((best, reached, rank) => ((recall[rank] ?? 0) >= wanted ? Math.max(best, reached) : best), 0),
  );
}
