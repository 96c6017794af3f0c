/**
 * How often does a relevant item score above one that is not?
 */
import { midRanks } from "../correlation/mid-ranks.ts";
import { requirePaired } from "../significance/require-paired.ts";
import { requireBinary } from "./require-binary.ts";

/**
 * Area under the ROC curve: the share of pairs of a relevant and an irrelevant item in which the relevant one scores
 * higher, equal scores counting one half. Only the order of the scores matters; those tie that are equal to the last bit.
 *
 * @param scores finite, on any scale; not modified
 * @param truth  0 or 1 for each score
 * @returns 0..1, 0.5 expected of scores that know nothing; null where all of the truth is 0, or all is 1
 * @throws SemqrelError INVALID_OPTION as `requirePaired` and `requireBinary`
 *
 * Cost O(n log n). Source: Hanley & McNeil 1982 (Radiology 143, 29-36).
 */
export function areaUnderCurve(scores: ArrayLike<number>, truth: ArrayLike<number>): number | null {
  requirePaired(scores, truth);
  requireBinary(truth);
  let [relevant, rankSum] = [0, 0];
  midRanks(scores).forEach((rank, index) => {
    relevant += truth[index] ?? 0;
    rankSum += rank * (truth[index] ?? 0);
  });
  const pairs = relevant * (scores.length - relevant);
  return pairs === 0 ? null : (rankSum - (relevant * (relevant + 1)) / 2) / pairs;
}
