/** How much relevance does a list hold, the top counting most, and how near is that to the best order? */
import { SemqrelError } from "../../core/errors.ts";
import { type CutoffOptions, checkCutoff } from "./check-option.ts";

/** Which positions count, and what a label gains. */
export interface DcgOptions extends CutoffOptions {
  /** `linear`: the label. `exponential`: 2^label - 1. @default "linear" */
  readonly gain?: "linear" | "exponential";
}

/** What is left of a gain at this rank, from 0. */
export function rankDiscount(rank: number): number {
  return 1 / Math.log2(rank + 2);
}

/**
 * Discounted cumulative gain: sum over i = 0..n-1 of gain(labels[i]) / log2(i + 2).
 *
 * @param labels graded relevance in ranked order, each finite and >= 0; not modified
 * @returns >= 0; 0 for an empty list
 * @throws SemqrelError INVALID_CUTOFF  cutoff is no whole number >= 1   details: { cutoff }
 * @throws SemqrelError INVALID_LABEL   negative or not finite           details: { index, label }
 *
 * Cost O(n). Source: Järvelin & Kekäläinen 2002 (TOIS 20(4), 422-446) in the log2(i + 2) form common since; exponential
 * gain: Burges et al. 2005 (ICML).
 * @example dcg([2, 4, 5, 3, 1, 1]) // 9.05880868…
 */
export function dcg(labels: ArrayLike<number>, options: DcgOptions = {}): number {
  const cutoff = options.cutoff ?? Number.POSITIVE_INFINITY;
  checkCutoff("DCG", cutoff);
  let sum = 0;
  for (let index = 0; index < labels.length; index++) {
    const label = labels[index] as number;
    if (!(label >= 0 && label < Number.POSITIVE_INFINITY)) {
      throw new SemqrelError(
        "INVALID_LABEL",
        `Computing DCG: label ${label} at index ${index} is negative or not finite. Labels are numbers >= 0.`,
        { details: { index, label } },
      );
    }
    if (index < cutoff) sum += (options.gain === "exponential" ? 2 ** label - 1 : label) / Math.log2(index + 2);
  }
  return sum;
}

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
