/** Does an order of engines agree with the true one, above all at its top? */
import { at } from "../../core/at.ts";
import { roundScore } from "../classification/round-score.ts";
import { requirePaired } from "../require.ts";

/**
 * The rank correlation τ_AP of an estimated order with a reference order. For each engine of the estimated order but
 * the first, the share of engines above it that the reference has above it too:
 *
 *   τ_AP = 2 / (n - 1) Σ over positions i = 2..n of C(i) / (i - 1)  - 1
 *
 * It is asymmetric: an error at the top of the estimated order weighs more.
 *
 * Scores that are equal to 1e-12 tie. With ties, on either side, the answer is the mean over all ways of breaking them,
 * in closed form: a pair that the reference ties counts one half, and engines that the estimate ties share the mean of
 * their places (τ_AP,a of Urbano & Marrero, which they define for ties in the estimate). Cost O(n²). Source: Yilmaz,
 * Aslam & Robertson 2008 (SIGIR); Urbano & Marrero 2017 (ICTIR) for ties.
 * @param reference scores of the engines, the highest is the best; finite
 * @param estimate  scores of the same engines in the same order
 * @returns -1..1; 0 expected of random orders; null below two engines
 * @throws SemqrelError INVALID_OPTION as `requirePaired`
 * @example tauAp([4, 3, 2, 1], [3, 4, 2, 1]) // 1/3: the top two swapped; the last two swapped give 7/9
 */
export function tauAp(reference: ArrayLike<number>, estimate: ArrayLike<number>): number | null {
  requirePaired(reference, estimate);
  const count = reference.length;
  if (count < 2) return null;
  const trueScores = Float64Array.from(reference, roundScore);
  const scores = Float64Array.from(estimate, roundScore);
  const order = Array.from(scores, (_, index) => index).sort((one, other) => at(scores, other) - at(scores, one));
  let sum = 0;
  for (let above = 0; above < count; ) {
    const score = at(scores, at(order, above));
    let end = above + 1;
    while (end < count && at(scores, at(order, end)) === score) end++;
    // Of the engines above a tied group, how many does the reference agree with, on average over the group?
    let agreeing = 0;
    for (const engine of order.slice(above, end)) {
      for (const higher of order.slice(0, above)) agreeing += agreement(at(trueScores, higher), at(trueScores, engine));
    }
    agreeing /= end - above;
    // At place `inside` of the group, as many of its engines stand above, each rightly with probability 1/2.
    for (let inside = 0; above + inside < end; inside++) {
      if (above + inside > 0) sum += (agreeing + inside / 2) / (above + inside);
    }
    above = end;
  }
  return (2 * sum) / (count - 1) - 1;
}

function agreement(higher: number, lower: number): number {
  return higher === lower ? 0.5 : Number(higher > lower);
}
