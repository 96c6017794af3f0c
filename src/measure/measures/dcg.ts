/**
 * How much relevance does a list hold, the top counting most?
 */
import { SemqrelError } from "../../core/errors.ts";
import { checkCutoff } from "./check-cutoff.ts";

/** Which positions count, and what a label gains. */
export interface DcgOptions {
  /** Positions counted from the top, a whole number >= 1. @default every position */
  readonly cutoff?: number;
  /** `linear`: the label. `exponential`: 2^label - 1. @default "linear" */
  readonly gain?: "linear" | "exponential";
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
    const label = labels[index] ?? Number.NaN;
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
