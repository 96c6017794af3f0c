/**
 * From which score on should an item count as relevant?
 */
import { bestCutPoints } from "./best-cut-points.ts";
import { requireBinary } from "./require-binary.ts";

export interface BestThreshold {
  /** A score >= this counts as relevant. One of the scores; Infinity where no threshold does better than chance. */
  readonly threshold: number;
  /** Cohen's κ at this threshold, 0..1. */
  readonly kappa: number;
  /** 2 TP / (2 TP + FP + FN) at this threshold, 0..1; it is not the highest F1. */
  readonly f1: number;
}

/**
 * The threshold with the highest Cohen's κ of "score >= threshold" and the truth. It is chosen on the items it is
 * measured on, so κ is optimistic: see `crossFittedKappa`.
 *
 * @param scores finite, on any scale; not modified
 * @param truth  0 or 1 for each score
 * @returns null where all of the truth is 0, or all is 1
 * @throws SemqrelError INVALID_OPTION as `requirePaired` and `requireBinary`
 *
 * Cost O(n log n).
 */
export function bestThreshold(scores: ArrayLike<number>, truth: ArrayLike<number>): BestThreshold | null {
  requireBinary(truth);
  const { cutPoints, kappa } = bestCutPoints(scores, truth);
  if (kappa === null) return null;
  const [threshold = Number.POSITIVE_INFINITY] = cutPoints;
  let [both, either] = [0, 0];
  for (let item = 0; item < scores.length; item++) {
    const given = Number((scores[item] ?? Number.NaN) >= threshold);
    both += given * (truth[item] ?? 0);
    either += given + (truth[item] ?? 0);
  }
  return { threshold, kappa, f1: (2 * both) / either };
}
