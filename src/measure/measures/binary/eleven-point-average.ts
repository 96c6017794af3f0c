/**
 * What is interpolated precision in the mean over recall 0, 0.1, … 1?
 */
import { checkOption } from "../check-option.ts";
import { defineMeasure, judgedOnlyParameter, relParameter } from "../define-measure.ts";
import { countRelevant, countRelevantRetrieved, hasRelevant, type RankedList } from "../ranked-list.ts";
import { documentsAtRecall, type TrecEvalRelease, trecEvalParameter } from "./interpolated-precision.ts";

/** Parameters of 11pt_avg. */
export interface ElevenPointAverageOptions {
  /** The smallest label that counts as relevant. @default 1 */
  readonly rel?: number;
  /** @default 9 */
  readonly trecEval?: TrecEvalRelease;
}

/**
 * Eleven-point average: the mean of the interpolated precisions at recall 0, 0.1, … 1.
 *
 * @returns 0..1; NaN where no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0, or `trecEval` neither 9 nor 10
 *
 * Cost O(n + relevant). Source: trec_eval, 11pt_avg.
 */
export function elevenPointAverage(list: RankedList, options: ElevenPointAverageOptions = {}): number {
  const { rel = 1, trecEval = 9 } = options;
  checkOption("11pt_avg", "rel", rel, relParameter);
  checkOption("11pt_avg", "trecEval", trecEval, trecEvalParameter);
  if (!hasRelevant(list, rel)) return Number.NaN;
  const all = countRelevant(list, rel);
  const { labels } = list;
  let relevant = countRelevantRetrieved(list, rel, labels.length);
  let level = 10;
  const neededAt = (tenths: number) => documentsAtRecall(tenths / 10, all, trecEval);
  while (level >= 0 && neededAt(level) > relevant) level--;
  let best = 0;
  let sum = 0;
  // From the bottom, so that the best precision at a recall or beyond is known when its level is met.
  for (let rank = labels.length - 1; rank >= 0 && relevant > 0; rank--) {
    if (!((labels[rank] ?? Number.NaN) >= rel)) continue;
    best = Math.max(best, relevant / (rank + 1));
    for (; level >= 0 && neededAt(level) === relevant; level--) sum += best;
    relevant--;
  }
  return (sum + best * (level + 1)) / 11;
}

export const elevenPointAverageMeasure = defineMeasure({
  name: "11pt_avg",
  summary: "Mean of the interpolated precisions at recall 0, 0.1, … 1.",
  citation: "Buckley & Voorhees 2005",
  at: "nothing",
  range: [0, 1],
  needsRelevant: true,
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter, trec_eval: trecEvalParameter },
  trecName: ({ rel, judged_only }) => (rel === 1 && !judged_only ? "11pt_avg" : null),
  compute: (list, { rel, trec_eval }) => elevenPointAverage(list, { rel, trecEval: trec_eval }),
});
