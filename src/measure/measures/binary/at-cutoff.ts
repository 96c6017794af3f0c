import {
  binaryParameters,
  booleanParameter,
  type CutoffOptions,
  checkOption,
  checkRelevance,
  defineMeasure,
  type ParameterRule,
  type RelevanceOptions,
  relParameter,
} from "../define-measure.ts";
import { countRelevant, countRelevantRetrieved, hasRelevant, type RankedList } from "../ranked-list.ts";

/** Parameters of measures at a cutoff. */
export interface AtCutoffOptions extends RelevanceOptions {
  /** Number of positions from the top, a whole number >= 1. */
  readonly cutoff: number;
}

/**
 * Precision at a cutoff: relevant results among the first `cutoff`, divided by `cutoff`, even if the list is shorter.
 * Cost O(cutoff). Source: van Rijsbergen 1979, Information Retrieval, ch. 7.
 * @returns 0..1; NaN if no document is relevant
 * @throws SemqrelError INVALID_CUTOFF, INVALID_OPTION  `cutoff` is not a whole number >= 1, or `rel` not a number > 0
 */
export function precisionAt(list: RankedList, { cutoff, rel = 1 }: AtCutoffOptions): number {
  checkRelevance("P", rel, cutoff);
  return hasRelevant(list, rel) ? countRelevantRetrieved(list, rel, cutoff) / cutoff : Number.NaN;
}

export const precisionAtMeasure = defineMeasure({
  name: "P",
  aliases: ["Precision"],
  summary: "Share of relevant documents among the first k positions.",
  citation: "van Rijsbergen 1979",
  at: "cutoff required",
  parameters: binaryParameters,
  trecInput: { "P_#": "P@#" },
  compute: (list, { rel, at }) => precisionAt(list, { rel, cutoff: at }),
});

/**
 * Recall at a cutoff: number of relevant results among the first `cutoff`, divided by the number of relevant documents.
 * Cost O(cutoff + relevant). Source: van Rijsbergen 1979, Information Retrieval, ch. 7.
 * @returns 0..1; NaN if no document is relevant
 * @throws SemqrelError INVALID_CUTOFF, INVALID_OPTION  `cutoff` is not a whole number >= 1, or `rel` not a number > 0
 */
export function recallAt(list: RankedList, { cutoff, rel = 1 }: AtCutoffOptions): number {
  checkRelevance("R", rel, cutoff);
  return countRelevantRetrieved(list, rel, cutoff) / countRelevant(list, rel);
}

export const recallAtMeasure = defineMeasure({
  name: "R",
  aliases: ["Recall"],
  summary: "Share of the relevant documents that are in the first k positions.",
  citation: "van Rijsbergen 1979",
  at: "cutoff required",
  parameters: binaryParameters,
  trecInput: { "recall_#": "R@#" },
  compute: (list, { rel, at }) => recallAt(list, { rel, cutoff: at }),
});

/**
 * F1 at a cutoff: the harmonic mean of P and R at the cutoff, 2 x relevant results / (cutoff + relevant documents).
 * Cost O(cutoff + relevant). Source: van Rijsbergen 1979, Information Retrieval, ch. 7.
 * @returns 0..1; 0 if precision and recall are 0; NaN if no document is relevant
 * @throws SemqrelError INVALID_CUTOFF, INVALID_OPTION  `cutoff` is not a whole number >= 1, or `rel` not a number > 0
 */
export function f1At(list: RankedList, { cutoff, rel = 1 }: AtCutoffOptions): number {
  checkRelevance("F1", rel, cutoff);
  if (!hasRelevant(list, rel)) return Number.NaN;
  return (2 * countRelevantRetrieved(list, rel, cutoff)) / (cutoff + countRelevant(list, rel));
}

export const f1AtMeasure = defineMeasure({
  name: "F1",
  summary: "Harmonic mean of P@k and R@k.",
  citation: "van Rijsbergen 1979",
  at: "cutoff required",
  parameters: binaryParameters,
  compute: (list, { rel, at }) => f1At(list, { rel, cutoff: at }),
});

/**
 * Success at a cutoff: 1 if a relevant result is among the first `cutoff`, else 0. Also called hit rate, and by some
 * authors recall@k. Cost O(cutoff). Source: trec_eval, success.
 * @returns 0 or 1; NaN if no document is relevant
 * @throws SemqrelError INVALID_CUTOFF, INVALID_OPTION  `cutoff` is not a whole number >= 1, or `rel` not a number > 0
 */
export function successAt(list: RankedList, { cutoff, rel = 1 }: AtCutoffOptions): number {
  checkRelevance("Success", rel, cutoff);
  if (!hasRelevant(list, rel)) return Number.NaN;
  return reciprocalRank(list, { rel, cutoff }) > 0 ? 1 : 0;
}

export const successAtMeasure = defineMeasure({
  name: "Success",
  summary: "1 if a relevant document is in the first k positions, else 0.",
  citation: "trec_eval",
  at: "cutoff required",
  parameters: binaryParameters,
  trecInput: { "success_#": "Success@#" },
  compute: (list, { rel, at }) => successAt(list, { rel, cutoff: at }),
});

/**
 * R-precision: the precision at R, the number of relevant documents. It equals the recall at R. Cost O(relevant).
 * Source: Buckley & Voorhees 2005, ch. 3 of TREC: Experiment and Evaluation in Information Retrieval.
 * @returns 0..1; NaN if no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is not a number > 0
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
  parameters: binaryParameters,
  trecInput: { Rprec: "Rprec" },
  compute: (list, { rel }) => rPrecision(list, { rel }),
});

/** Parameters of SetP. */
export interface SetPrecisionOptions extends RelevanceOptions {
  /** Divides by min(results, relevant documents), so that a list with irrelevant results can reach 1. @default false */
  readonly relative?: boolean;
}

/**
 * Set precision: relevant results / all results. Cost O(n). Source: trec_eval, set_P and set_relative_P.
 * @returns 0..1, 0 for an empty list; NaN if no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is not a number > 0
 */
export function setPrecision(list: RankedList, options: SetPrecisionOptions = {}): number {
  const { rel = 1, relative = false } = options;
  checkOption("SetP", "rel", rel, relParameter);
  const retrieved = list.labels.length;
  if (!hasRelevant(list, rel)) return Number.NaN;
  if (retrieved === 0) return 0;
  const possible = relative ? Math.min(retrieved, countRelevant(list, rel)) : retrieved;
  return countRelevantRetrieved(list, rel, retrieved) / possible;
}

export const setPrecisionMeasure = defineMeasure({
  name: "SetP",
  presets: { SetRelP: { relative: true } },
  summary: "Share of relevant documents among all retrieved.",
  citation: "trec_eval",
  parameters: {
    ...binaryParameters,
    relative: { ...booleanParameter, meaning: "divides by at most the number of relevant documents" },
  },
  trecInput: { set_P: "SetP", set_relative_P: "SetP(relative=True)" },
  compute: (list, { rel, relative }) => setPrecision(list, { rel, relative }),
});

/**
 * Set recall: relevant results / all relevant documents. Cost O(n + relevant). Source: trec_eval, set_recall.
 * @returns 0..1; NaN if no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is not a number > 0
 */
export function setRecall(list: RankedList, { rel = 1 }: RelevanceOptions = {}): number {
  checkOption("SetR", "rel", rel, relParameter);
  return countRelevantRetrieved(list, rel, Number.POSITIVE_INFINITY) / countRelevant(list, rel);
}

export const setRecallMeasure = defineMeasure({
  name: "SetR",
  summary: "Share of the relevant documents that were retrieved.",
  citation: "trec_eval",
  parameters: { rel: relParameter },
  trecInput: { set_recall: "SetR" },
  compute: (list, { rel }) => setRecall(list, { rel }),
});

/** Parameters of SetF. */
export interface SetFOptions extends RelevanceOptions {
  /** Weight of recall relative to precision, > 0. @default 1 */
  readonly beta?: number;
}

/**
 * Set F: (beta + 1) P R / (beta P + R), with set precision P and set recall R. `beta` is the square of van
 * Rijsbergen's β, as in trec_eval and ir_measures: 4 for F2. Cost O(n + relevant). Source: trec_eval, set_F; van
 * Rijsbergen 1979, ch. 7.
 * @returns 0..1, 0 if nothing relevant was retrieved; NaN if no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` or `beta` is not a number > 0
 */
export function setF(list: RankedList, { rel = 1, beta = 1 }: SetFOptions = {}): number {
  checkOption("SetF", "rel", rel, relParameter);
  checkOption("SetF", "beta", beta, betaParameter);
  const [precision, recall] = [setPrecision(list, { rel }), setRecall(list, { rel })];
  // Computed in trec_eval's order, because another order may change the last digit.
  return precision === 0 ? 0 : ((beta + 1) * precision * recall) / (beta * precision + recall);
}

const betaParameter: ParameterRule<number> = {
  ...relParameter,
  meaning: "the weight of recall relative to precision: the square of van Rijsbergen's beta",
};

export const setFMeasure = defineMeasure({
  name: "SetF",
  summary: "Weighted harmonic mean of SetP and SetR.",
  citation: "van Rijsbergen 1979",
  parameters: { ...binaryParameters, beta: betaParameter },
  trecInput: { set_F: "SetF", "set_F_#": "SetF(beta=#)" },
  trecName: ({ rel, judged_only, beta }) => {
    // trec_eval cannot read numbers with exponents, such as 1e-7.
    if (rel !== 1 || judged_only || /e/.test(String(beta))) return null;
    return beta === 1 ? "set_F" : `set_F_${beta}`;
  },
  compute: (list, { rel, beta }) => setF(list, { rel, beta }),
});

/**
 * Set average precision: set precision times set recall. Cost O(n + relevant). Source: trec_eval, set_map.
 * @returns 0..1; NaN if no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is not a number > 0
 */
export function setAveragePrecision(list: RankedList, options: RelevanceOptions = {}): number {
  const { rel = 1 } = options;
  const precision = setPrecision(list, options);
  if (!hasRelevant(list, rel) || list.labels.length === 0) return precision;
  const found = countRelevantRetrieved(list, rel, Number.POSITIVE_INFINITY);
  // Computed in trec_eval's order, because the product of two quotients may differ in the last digit.
  return (found * found) / (list.labels.length * countRelevant(list, rel));
}

export const setAveragePrecisionMeasure = defineMeasure({
  name: "SetAP",
  summary: "SetP times SetR.",
  citation: "trec_eval",
  parameters: binaryParameters,
  trecInput: { set_map: "SetAP" },
  compute: (list, { rel }) => setAveragePrecision(list, { rel }),
});

/** Parameters of RR. */
export type ReciprocalRankOptions = RelevanceOptions & CutoffOptions;

/**
 * Reciprocal rank: 1 / position of the first relevant result. Cost O(position). Source: Kantor & Voorhees 2000
 * (Information Retrieval 2, 165-176).
 * @returns 0..1; 0 if no result up to the cutoff is relevant; NaN if no document is relevant
 * @throws SemqrelError INVALID_CUTOFF, INVALID_OPTION  `cutoff` is not a whole number >= 1, or `rel` not a number > 0
 */
export function reciprocalRank(list: RankedList, options: ReciprocalRankOptions = {}): number {
  const { rel = 1, cutoff = Number.POSITIVE_INFINITY } = options;
  checkRelevance("RR", rel, cutoff);
  if (!hasRelevant(list, rel)) return Number.NaN;
  const depth = Math.min(list.labels.length, cutoff);
  for (let rank = 0; rank < depth; rank++) if ((list.labels[rank] as number) >= rel) return 1 / (rank + 1);
  return 0;
}

export const reciprocalRankMeasure = defineMeasure({
  name: "RR",
  aliases: ["MRR"],
  summary: "One divided by the position of the first relevant document.",
  citation: "Kantor & Voorhees 2000",
  at: "cutoff",
  parameters: binaryParameters,
  trecInput: { recip_rank: "RR" },
  compute: (list, { rel, at }) => reciprocalRank(list, { rel, cutoff: at }),
});
