/** How well do scores separate relevant items from the others? */
import { at } from "../../core/at.ts";
import { midRanks } from "../correlation/pearson-spearman.ts";
import { orderOf } from "../many-numbers.ts";
import { requireBinary, requirePaired } from "../require.ts";

/**
 * Area under the ROC curve: the share of pairs of a relevant and an irrelevant item in which the relevant one scores
 * higher, equal scores counting one half. Only the order of the scores matters; those tie that are equal to the last
 * bit. Cost O(n log n). Source: Hanley & McNeil 1982 (Radiology 143, 29-36).
 * @param scores finite, on any scale
 * @param truth  0 or 1 for each score
 * @returns 0..1, 0.5 expected of scores that know nothing; null where all of the truth is 0, or all is 1
 * @throws SemqrelError INVALID_OPTION as `requirePaired` and `requireBinary`
 */
export function areaUnderCurve(scores: ArrayLike<number>, truth: ArrayLike<number>): number | null {
  requirePaired(scores, truth);
  requireBinary(truth);
  let [relevant, rankSum] = [0, 0];
  midRanks(scores).forEach((rank, index) => {
    relevant += at(truth, index);
    rankSum += rank * at(truth, index);
  });
  const pairs = relevant * (scores.length - relevant);
  return pairs === 0 ? null : (rankSum - (relevant * (relevant + 1)) / 2) / pairs;
}

/** Average precision, and what scores that know nothing reach. */
export interface ScoredPrecision {
  /** 0..1, above 0; null where nothing is relevant. */
  readonly averagePrecision: number | null;
  /** Share of relevant items, 0..1: about what such scores reach. Null for no items. */
  readonly prevalence: number | null;
}

/**
 * Average precision of one sample of scored items, such as pairs of query and title: Σ (R_i - R_i-1) P_i over the
 * distinct scores from the highest on, P_i and R_i precision and recall of all items that score at least as much. So
 * equal scores are one step, whatever their order, as in scikit-learn's `average_precision_score`; the measure of
 * ranked lists, `AP`, breaks ties instead. Cost O(n log n). Source: the area below the precision-recall curve as a sum
 * of steps, Davis & Goadrich 2006 (ICML) on why not to interpolate.
 * @param scores finite, on any scale; those tie that are equal to the last bit
 * @param truth  0 or 1 for each score
 * @throws SemqrelError INVALID_OPTION as `requirePaired` and `requireBinary`
 */
export function averagePrecisionOfScores(scores: ArrayLike<number>, truth: ArrayLike<number>): ScoredPrecision {
  requirePaired(scores, truth);
  requireBinary(truth);
  const order = orderOf(scores, (one, other) => other - one);
  let [found, before, sum] = [0, 0, 0];
  order.forEach((index, rank) => {
    found += at(truth, index);
    const next = order[rank + 1];
    if (next !== undefined && scores[next] === scores[index]) return;
    sum += (found - before) * (found / (rank + 1));
    before = found;
  });
  return {
    averagePrecision: found === 0 ? null : sum / found,
    prevalence: order.length === 0 ? null : found / order.length,
  };
}
