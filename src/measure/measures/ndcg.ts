/**
 * How close does a ranking come to the best order its labels allow?
 * Pure. The discounted sum itself lives in `dcg.ts`.
 */
import { type DcgOptions, dcg } from "./dcg.ts";

/**
 * Normalised discounted cumulative gain of one query: DCG / DCG of the ideal order, both cut at `cutoff`.
 *
 * @param labels      graded relevance in ranked order, best-ranked first; each finite and >= 0; not modified
 * @param idealLabels the labels an ideal ranking could use, in any order (sorted on a copy). Pass `labels` again to
 *                    compare a list with its own best order, as the notebook does.
 * @returns 0..1 where `idealLabels` contains `labels`; it may exceed 1 where it does not; NaN where no ideal label is
 *          positive: undefined, not bad (trec_eval and ranx report 0 there)
 * @throws SemqrelError INVALID_CUTOFF, INVALID_LABEL as `dcg`
 *
 * Cost O(n log n). Source: as `dcg`.
 * @example ndcg([2, 4, 5, 3, 1, 1], [2, 4, 5, 3, 1, 1]) // 0.852342…
 */
export function ndcg(labels: ArrayLike<number>, idealLabels: ArrayLike<number>, options: DcgOptions = {}): number {
  const ideal = dcg(Float64Array.from(idealLabels).sort().reverse(), options);
  const reached = dcg(labels, options);
  return ideal > 0 ? reached / ideal : Number.NaN;
}
