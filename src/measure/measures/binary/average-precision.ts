import {
  binaryParameters,
  type CutoffOptions,
  checkOption,
  checkRelevance,
  defineMeasure,
  type ParameterRule,
  type ParameterValue,
  type RelevanceOptions,
  relParameter,
} from "../define-measure.ts";
import { countRelevant, countRelevantRetrieved, hasRelevant, type RankedList } from "../ranked-list.ts";

/** Parameters of AP. */
export interface AveragePrecisionOptions extends RelevanceOptions, CutoffOptions {
  /**
   * The divisor. `m`: the number of relevant documents, as in trec_eval. `min(m,N)`: this number or the cutoff,
   * whichever is smaller, so that a perfect list reaches 1. @default "m"
   */
  readonly norm?: "m" | "min(m,N)";
}

/**
 * Average precision: the sum of the precisions at relevant results / the number of relevant documents. Cost O(n).
 * Source: Buckley & Voorhees 2005, ch. 3 of TREC: Experiment and Evaluation in Information Retrieval.
 * @returns 0..1; NaN if no document is relevant
 * @throws SemqrelError INVALID_CUTOFF  the cutoff is not a whole number >= 1
 * @throws SemqrelError INVALID_OPTION  `rel` is not a number > 0, or `norm` is neither of the two values
 */
export function averagePrecision(list: RankedList, options: AveragePrecisionOptions = {}): number {
  const { rel = 1, cutoff = Number.POSITIVE_INFINITY, norm = "m" } = options;
  checkRelevance("AP", rel, cutoff);
  checkOption("AP", "norm", norm, normParameter);
  const depth = Math.min(list.labels.length, cutoff);
  let relevant = 0;
  let sum = 0;
  for (let rank = 0; rank < depth; rank++) {
    if ((list.labels[rank] as number) >= rel) sum += ++relevant / (rank + 1);
  }
  const all = countRelevant(list, rel);
  return all === 0 ? Number.NaN : sum / (norm === "m" ? all : Math.min(all, cutoff));
}

const normParameter: ParameterRule<"m" | "min(m,N)"> = {
  default: "m",
  meaning: "divide by all relevant documents, or by those that fit within the cutoff",
  takes: "'m' or 'min(m,N)'",
  accepts: (value) => value === "m" || value === "min(m,N)",
};

export const averagePrecisionMeasure = defineMeasure({
  name: "AP",
  aliases: ["MAP"],
  summary: "Mean of the precisions at the positions of the relevant documents.",
  citation: "Buckley & Voorhees 2005",
  at: "cutoff",
  parameters: { ...binaryParameters, norm: normParameter },
  trecInput: { map: "AP", "map_cut_#": "AP@#" },
  compute: (list, { rel, norm, at }) => averagePrecision(list, { rel, norm, cutoff: at }),
});

/** Smaller values are raised to this value, as in trec_eval, because a single 0 would make the geometric mean 0. */
const FLOOR = 0.00001;

const geometricMean = {
  range: [Math.log(FLOOR), 0],
  aggregate: "geometric mean",
  whenMissing: Math.log(FLOOR),
  onlyOfAll: true,
} as const;

export const geometricMeanAveragePrecisionMeasure = defineMeasure({
  name: "gm_map",
  aliases: ["GMAP"],
  summary: "Geometric mean of AP over queries. A query's value is the natural logarithm of AP, at least ln 0.00001.",
  citation: "Robertson 2006",
  ...geometricMean,
  parameters: binaryParameters,
  trecInput: { gm_map: "gm_map" },
  compute: (list, { rel }) => Math.log(Math.max(averagePrecision(list, { rel }), FLOOR)),
});

/** Prevents 0 / 0 if no judged result is above a relevant result. */
const EPSILON = 0.00001;

/**
 * Inferred average precision. Assumes that above each relevant result, unjudged documents of the pool (negative labels)
 * are relevant as often as judged documents, and that results outside the pool are irrelevant. Cost O(n + relevant).
 * Source: Yilmaz & Aslam 2006 (CIKM, 102-111), in trec_eval's form with epsilon 0.00001.
 * @returns 0..1; NaN if no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is not a number > 0
 */
export function inferredAveragePrecision(list: RankedList, { rel = 1 }: RelevanceOptions = {}): number {
  checkOption("infAP", "rel", rel, relParameter);
  const { labels } = list;
  let relevant = 0;
  let irrelevant = 0;
  let unjudged = 0;
  let sum = 0;
  for (let rank = 0; rank < labels.length; rank++) {
    const label = labels[rank] as number;
    if (label < 0) unjudged++;
    else if (label >= rel) {
      const inPool = relevant + irrelevant + unjudged;
      const share = (relevant + EPSILON) / (relevant + irrelevant + 2 * EPSILON);
      sum += (1 + inPool * share) / (rank + 1);
      relevant++;
    } else if (label >= 0) irrelevant++;
  }
  return sum / countRelevant(list, rel);
}

export const inferredAveragePrecisionMeasure = defineMeasure({
  name: "infAP",
  summary: "Average precision, estimated from a partly judged pool.",
  citation: "Yilmaz & Aslam 2006",
  parameters: { rel: relParameter },
  trecInput: { infAP: "infAP" },
  compute: (list, { rel }) => inferredAveragePrecision(list, { rel }),
});

/**
 * Binary preference: the mean of 1 - min(n, R) / min(N, R) over the R relevant documents. Here, N is the number of
 * documents that are judged irrelevant, and n is the number of them above the relevant document. Relevant documents
 * that were not retrieved add 0; unjudged results are ignored. Cost O(results + relevant). Source: Buckley & Voorhees
 * 2004 (SIGIR, 25-32), in trec_eval's form.
 * @returns 0..1; NaN if no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is not a number > 0
 */
export function bpref(list: RankedList, { rel = 1 }: RelevanceOptions = {}): number {
  checkOption("Bpref", "rel", rel, relParameter);
  const { labels } = list;
  const relevant = countRelevant(list, rel);
  const comparable = Math.min(list.judgedLabels.length - relevant, relevant);
  let irrelevantAbove = 0;
  let sum = 0;
  for (let rank = 0; rank < labels.length; rank++) {
    const label = labels[rank] as number;
    // If no document is judged irrelevant, `comparable` is 0, and the quotient would be 0 / 0.
    if (label >= rel) sum += irrelevantAbove === 0 ? 1 : 1 - Math.min(irrelevantAbove, relevant) / comparable;
    else if (label >= 0) irrelevantAbove++;
  }
  return sum / relevant;
}

export const bprefMeasure = defineMeasure({
  name: "Bpref",
  aliases: ["BPref"],
  summary: "How often relevant documents rank above documents that were judged not relevant.",
  citation: "Buckley & Voorhees 2004",
  parameters: { rel: relParameter },
  trecInput: { bpref: "Bpref" },
  compute: (list, { rel }) => bpref(list, { rel }),
});

export const geometricMeanBprefMeasure = defineMeasure({
  name: "gm_bpref",
  summary:
    "Geometric mean of Bpref over queries. A query's value is the natural logarithm of Bpref, at least ln 0.00001.",
  citation: "Buckley & Voorhees 2004",
  ...geometricMean,
  parameters: { rel: relParameter },
  trecInput: { gm_bpref: "gm_bpref" },
  compute: (list, { rel }) => Math.log(Math.max(bpref(list, { rel }), FLOOR)),
});

/** The release of trec_eval, which determines how a recall is rounded to a number of documents. */
export type TrecEvalRelease = 9 | 10;

/** Parameters of 11pt_avg. */
export interface ElevenPointAverageOptions extends RelevanceOptions {
  /** @default 9 */
  readonly trecEval?: TrecEvalRelease;
}

/** Parameters of IPrec. */
export interface InterpolatedPrecisionOptions extends ElevenPointAverageOptions {
  /** Share of the relevant documents, 0..1. */
  readonly recall: number;
}

/**
 * Interpolated precision: the largest precision at or after the position that reaches `recall`. Rounds recall as in
 * trec_eval, unlike `interpolatePrecision`. Cost O(n + relevant). Source: trec_eval, iprec_at_recall.
 * @returns 0..1, 0 if the recall is not reached; NaN if no document is relevant
 * @throws SemqrelError INVALID_OPTION  `recall` is not 0..1, `rel` is not a number > 0, or `trecEval` is not 9 or 10
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
  parameters: { ...binaryParameters, trec_eval: trecEvalParameter },
  trecInput: { "iprec_at_recall_#": "IPrec@#" },
  trecName: ({ rel, judged_only, at }) => {
    const twoDecimals = at.toFixed(2);
    if (rel !== 1 || judged_only || Number(twoDecimals) !== at) return null;
    return `iprec_at_recall_${twoDecimals}`;
  },
  compute: (list, { rel, trec_eval, at }) => interpolatedPrecision(list, { rel, trecEval: trec_eval, recall: at }),
});

/**
 * Mean interpolated precision at recall 0, 0.1, … 1. Cost O(n + relevant). Source: trec_eval, 11pt_avg.
 * @returns 0..1; NaN if no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is not a number > 0, or `trecEval` is not 9 or 10
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
  // Goes from the last result to the first, so that `best` is the largest precision at this result or below it.
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
  parameters: { ...binaryParameters, trec_eval: trecEvalParameter },
  // Ignores the release, because trec_eval 9 and 10 use the same name.
  trecName: ({ rel, judged_only }) => (rel === 1 && !judged_only ? "11pt_avg" : null),
  compute: (list, { rel, trec_eval }) => elevenPointAverage(list, { rel, trecEval: trec_eval }),
});
