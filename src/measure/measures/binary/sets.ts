/** How much of all that was retrieved is relevant, and how much of what is relevant was retrieved, in any order? */
import { checkOption, type RelevanceOptions } from "../check-option.ts";
import {
  booleanParameter,
  defineMeasure,
  judgedOnlyParameter,
  type ParameterRule,
  relParameter,
} from "../define-measure.ts";
import { countRelevant, countRelevantRetrieved, hasRelevant, type RankedList } from "../ranked-list.ts";

/** Parameters of SetP. */
export interface SetPrecisionOptions extends RelevanceOptions {
  /** Divides by no more documents than are relevant, so that a perfect long list reaches 1. @default false */
  readonly relative?: boolean;
}

/**
 * Set precision: relevant results divided by all results. Cost O(n). Source: trec_eval, set_P and set_relative_P.
 *
 * @returns 0..1, 0 for an empty list; NaN where no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0
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
    rel: relParameter,
    relative: { ...booleanParameter, meaning: "divides by no more documents than are relevant" },
    judged_only: judgedOnlyParameter,
  },
  trecInput: { set_P: "SetP", set_relative_P: "SetP(relative=True)" },
  compute: (list, { rel, relative }) => setPrecision(list, { rel, relative }),
});

/**
 * Set recall: relevant results divided by all relevant documents. Cost O(n + relevant). Source: trec_eval, set_recall.
 *
 * @returns 0..1; NaN where no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0
 */
export function setRecall(list: RankedList, { rel = 1 }: RelevanceOptions = {}): number {
  checkOption("SetR", "rel", rel, relParameter);
  return countRelevantRetrieved(list, rel, Number.POSITIVE_INFINITY) / countRelevant(list, rel);
}

export const setRecallMeasure = defineMeasure({
  name: "SetR",
  summary: "Share of the relevant documents that was retrieved.",
  citation: "trec_eval",
  parameters: { rel: relParameter },
  trecInput: { set_recall: "SetR" },
  compute: (list, { rel }) => setRecall(list, { rel }),
});

/** Parameters of SetF. */
export interface SetFOptions extends RelevanceOptions {
  /** Weight of recall against precision. @default 1 */
  readonly beta?: number;
}

/**
 * Set F: (beta + 1) P R / (beta P + R), P and R over all results. `beta` is trec_eval's x, and so ir_measures' beta:
 * the square of van Rijsbergen's beta. F2 of the textbooks is `beta` 4. Cost O(n + relevant). Source: trec_eval, set_F;
 * after van Rijsbergen 1979, Information Retrieval, ch. 7.
 *
 * @returns 0..1, 0 where nothing relevant was retrieved; NaN where no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` or `beta` is no number > 0
 */
export function setF(list: RankedList, { rel = 1, beta = 1 }: SetFOptions = {}): number {
  checkOption("SetF", "rel", rel, relParameter);
  checkOption("SetF", "beta", beta, betaParameter);
  const [precision, recall] = [setPrecision(list, { rel }), setRecall(list, { rel })];
  // In trec_eval's order: another one rounds to another last digit.
  return precision === 0 ? 0 : ((beta + 1) * precision * recall) / (beta * precision + recall);
}

const betaParameter: ParameterRule<number> = {
  ...relParameter,
  meaning: "the weight of recall against precision: the square of van Rijsbergen's beta",
};

export const setFMeasure = defineMeasure({
  name: "SetF",
  summary: "Weighted harmonic mean of SetP and SetR.",
  citation: "van Rijsbergen 1979",
  parameters: { rel: relParameter, beta: betaParameter, judged_only: judgedOnlyParameter },
  trecInput: { set_F: "SetF", "set_F_#": "SetF(beta=#)" },
  compute: (list, { rel, beta }) => setF(list, { rel, beta }),
});

/**
 * Set average precision: set precision times set recall. Cost O(n + relevant). Source: trec_eval, set_map.
 *
 * @returns 0..1; NaN where no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0
 */
export function setAveragePrecision(list: RankedList, options: RelevanceOptions = {}): number {
  const { rel = 1 } = options;
  const precision = setPrecision(list, options);
  if (!hasRelevant(list, rel) || list.labels.length === 0) return precision;
  const found = countRelevantRetrieved(list, rel, Number.POSITIVE_INFINITY);
  // In trec_eval's order: the product of the quotients rounds to another last digit.
  return (found * found) / (list.labels.length * countRelevant(list, rel));
}

export const setAveragePrecisionMeasure = defineMeasure({
  name: "SetAP",
  summary: "SetP times SetR.",
  citation: "trec_eval",
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter },
  trecInput: { set_map: "SetAP" },
  compute: (list, { rel }) => setAveragePrecision(list, { rel }),
});
