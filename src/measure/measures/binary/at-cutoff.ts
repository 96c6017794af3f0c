/** How much of the top is relevant, and how much of what is relevant stands there? */
import { checkCutoff, checkOption, type RelevanceOptions } from "../check-option.ts";
import { defineMeasure, judgedOnlyParameter, relParameter } from "../define-measure.ts";
import { countRelevant, countRelevantRetrieved, hasRelevant, type RankedList } from "../ranked-list.ts";
import { reciprocalRank } from "./reciprocal-rank.ts";

/** Parameters of measures of the first results. */
export interface AtCutoffOptions extends RelevanceOptions {
  /** Positions counted from the top, a whole number >= 1. */
  readonly cutoff: number;
}

/**
 * Precision at a cutoff: relevant results among the first `cutoff`, divided by `cutoff`, however short the list is.
 * Cost O(cutoff). Source: van Rijsbergen 1979, Information Retrieval, ch. 7.
 *
 * @returns 0..1; NaN where no document is relevant
 * @throws SemqrelError INVALID_CUTOFF, INVALID_OPTION  the cutoff is no whole number >= 1, `rel` no number > 0
 */
export function precisionAt(list: RankedList, { cutoff, rel = 1 }: AtCutoffOptions): number {
  checkCutoff("P", cutoff);
  checkOption("P", "rel", rel, relParameter);
  return hasRelevant(list, rel) ? countRelevantRetrieved(list, rel, cutoff) / cutoff : Number.NaN;
}

export const precisionAtMeasure = defineMeasure({
  name: "P",
  aliases: ["Precision"],
  summary: "Share of relevant documents among the first k positions.",
  citation: "van Rijsbergen 1979",
  at: "cutoff required",
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter },
  trecInput: { "P_#": "P@#" },
  compute: (list, { rel, at }) => precisionAt(list, { rel, cutoff: at }),
});

/**
 * Recall at a cutoff: relevant results among the first `cutoff`, divided by all relevant documents. Cost O(cutoff +
 * relevant). Source: van Rijsbergen 1979, Information Retrieval, ch. 7.
 *
 * @returns 0..1; NaN where no document is relevant
 * @throws SemqrelError INVALID_CUTOFF, INVALID_OPTION  the cutoff is no whole number >= 1, `rel` no number > 0
 */
export function recallAt(list: RankedList, { cutoff, rel = 1 }: AtCutoffOptions): number {
  checkCutoff("R", cutoff);
  checkOption("R", "rel", rel, relParameter);
  return countRelevantRetrieved(list, rel, cutoff) / countRelevant(list, rel);
}

export const recallAtMeasure = defineMeasure({
  name: "R",
  aliases: ["Recall"],
  summary: "Share of the relevant documents that stands in the first k positions.",
  citation: "van Rijsbergen 1979",
  at: "cutoff required",
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter },
  trecInput: { "recall_#": "R@#" },
  compute: (list, { rel, at }) => recallAt(list, { rel, cutoff: at }),
});

/**
 * F1 at a cutoff: the harmonic mean of precision and recall at it, which is 2 x relevant retrieved / (cutoff +
 * relevant). Cost O(cutoff + relevant). Source: van Rijsbergen 1979, Information Retrieval, ch. 7.
 *
 * @returns 0..1, 0 where both are 0; NaN where no document is relevant
 * @throws SemqrelError INVALID_CUTOFF, INVALID_OPTION  the cutoff is no whole number >= 1, `rel` no number > 0
 */
export function f1At(list: RankedList, { cutoff, rel = 1 }: AtCutoffOptions): number {
  checkCutoff("F1", cutoff);
  checkOption("F1", "rel", rel, relParameter);
  if (!hasRelevant(list, rel)) return Number.NaN;
  return (2 * countRelevantRetrieved(list, rel, cutoff)) / (cutoff + countRelevant(list, rel));
}

export const f1AtMeasure = defineMeasure({
  name: "F1",
  summary: "Harmonic mean of P@k and R@k.",
  citation: "van Rijsbergen 1979",
  at: "cutoff required",
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter },
  compute: (list, { rel, at }) => f1At(list, { rel, cutoff: at }),
});

/**
 * Success at a cutoff: 1 where a relevant result stands among the first `cutoff`, else 0. Some call it recall@k or hit
 * rate. Cost O(cutoff). Source: trec_eval, success.
 *
 * @returns 0 or 1; NaN where no document is relevant
 * @throws SemqrelError INVALID_CUTOFF, INVALID_OPTION  the cutoff is no whole number >= 1, `rel` no number > 0
 */
export function successAt(list: RankedList, { cutoff, rel = 1 }: AtCutoffOptions): number {
  checkCutoff("Success", cutoff);
  checkOption("Success", "rel", rel, relParameter);
  if (!hasRelevant(list, rel)) return Number.NaN;
  return reciprocalRank(list, { rel, cutoff }) > 0 ? 1 : 0;
}

export const successAtMeasure = defineMeasure({
  name: "Success",
  summary: "1 where a relevant document stands in the first k positions, else 0.",
  citation: "trec_eval",
  at: "cutoff required",
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter },
  trecInput: { "success_#": "Success@#" },
  compute: (list, { rel, at }) => successAt(list, { rel, cutoff: at }),
});

/**
 * R-precision: with R relevant documents, the precision at R, which is the recall at R too. Cost O(relevant). Source:
 * Buckley & Voorhees 2005, ch. 3 of TREC: Experiment and Evaluation in Information Retrieval.
 *
 * @returns 0..1; NaN where no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0
 */
export function rPrecision(list: RankedList, { rel = 1 }: RelevanceOptions = {}): number {
  checkOption("Rprec", "rel", rel, relParameter);
  const relevant = countRelevant(list, rel);
  return countRelevantRetrieved(list, rel, relevant) / relevant;
}

export const rPrecisionMeasure = defineMeasure({
  name: "Rprec",
  aliases: ["RPrec"],
  summary: "Precision at R, the number of relevant documents.",
  citation: "Buckley & Voorhees 2005",
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter },
  trecInput: { Rprec: "Rprec" },
  compute: (list, { rel }) => rPrecision(list, { rel }),
});
