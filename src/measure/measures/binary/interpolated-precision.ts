/** What is the best precision at a recall or beyond, and in the mean over recall 0, 0.1, … 1? */
import { checkOption, type RelevanceOptions } from "../check-option.ts";
import {
  defineMeasure,
  judgedOnlyParameter,
  type ParameterRule,
  type ParameterValue,
  relParameter,
} from "../define-measure.ts";
import { countRelevant, countRelevantRetrieved, hasRelevant, type RankedList } from "../ranked-list.ts";

/** The release of trec_eval whose rounding turns a share of recall into a number of documents. */
export type TrecEvalRelease = 9 | 10;

/** Parameters of 11pt_avg. */
export interface ElevenPointAverageOptions extends RelevanceOptions {
  /** @default 9 */
  readonly trecEval?: TrecEvalRelease;
}

/** Parameters of IPrec. */
export interface InterpolatedPrecisionOptions extends ElevenPointAverageOptions {
  /** Share of the relevant documents that must have been seen, 0..1. */
  readonly recall: number;
}

/**
 * Interpolated precision at a recall: the largest precision at any position from which on `recall` of the relevant
 * documents have been seen. `interpolatePrecision` has it without trec_eval's rounding. Cost O(n + relevant).
 * Source: trec_eval, iprec_at_recall.
 *
 * @returns 0..1, 0 where the recall is not reached; NaN where no document is relevant
 * @throws SemqrelError INVALID_OPTION  `recall` is not 0..1, `rel` is no number > 0, or `trecEval` neither 9 nor 10
 */
export function interpolatedPrecision(list: RankedList, options: InterpolatedPrecisionOptions): number {
  const { recall, rel = 1, trecEval = 9 } = options;
  checkOption("IPrec", "recall", recall, recallRule);
  checkOption("IPrec", "rel", rel, relParameter);
  checkOption("IPrec", "trecEval", trecEval, trecEvalParameter);
  if (!hasRelevant(list, rel)) return Number.NaN;
  const { labels } = list;
  const needed = documentsAtRecall(recall, countRelevant(list, rel), trecEval);
  let relevant = 0;
  let best = 0;
  for (let rank = 0; rank < labels.length; rank++) {
    if ((labels[rank] as number) >= rel && ++relevant >= needed) best = Math.max(best, relevant / (rank + 1));
  }
  return best;
}

/** How many of `relevant` documents reach a share of recall: whole part of x + 0.9 up to trec_eval 9, rounded in 10. */
export function documentsAtRecall(recall: number, relevant: number, release: TrecEvalRelease): number {
  return release === 9 ? Math.trunc(recall * relevant + 0.9) : Math.round(recall * relevant);
}

const recallRule = {
  takes: "a recall from 0 to 1",
  accepts: (value: ParameterValue) => typeof value === "number" && value >= 0 && value <= 1,
};

const trecEvalParameter: ParameterRule<TrecEvalRelease> = {
  default: 9,
  meaning: "the release of trec_eval whose rounding of recall is used",
  takes: "9 or 10",
  accepts: (value) => value === 9 || value === 10,
};

export const interpolatedPrecisionMeasure = defineMeasure({
  name: "IPrec",
  summary: "Largest precision at this recall or beyond.",
  citation: "Buckley & Voorhees 2005",
  at: "recall required",
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter, trec_eval: trecEvalParameter },
  trecInput: { "iprec_at_recall_#": "IPrec@#" },
  trecName: ({ rel, judged_only, at }) => {
    const twoDecimals = at.toFixed(2);
    if (rel !== 1 || judged_only || Number(twoDecimals) !== at) return null;
    return `iprec_at_recall_${twoDecimals}`;
  },
  compute: (list, { rel, trec_eval, at }) => interpolatedPrecision(list, { rel, trecEval: trec_eval, recall: at }),
});

/**
 * Eleven-point average: the mean of the interpolated precisions at recall 0, 0.1, … 1. Cost O(n + relevant). Source:
 * trec_eval, 11pt_avg.
 *
 * @returns 0..1; NaN where no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0, or `trecEval` neither 9 nor 10
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
    if (!((labels[rank] as number) >= rel)) continue;
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
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter, trec_eval: trecEvalParameter },
  // The same name with either rounding.
  trecName: ({ rel, judged_only }) => (rel === 1 && !judged_only ? "11pt_avg" : null),
  compute: (list, { rel, trec_eval }) => elevenPointAverage(list, { rel, trecEval: trec_eval }),
});
