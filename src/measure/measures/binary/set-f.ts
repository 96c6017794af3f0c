/**
 * What do precision and recall of all that was retrieved come to together?
 */
import { checkOption } from "../check-option.ts";
import { defineMeasure, judgedOnlyParameter, type ParameterRule, relParameter } from "../define-measure.ts";
import { countRelevant, countRelevantRetrieved, hasRelevant, type RankedList } from "../ranked-list.ts";

/** Parameters of SetF. */
export interface SetFOptions {
  /** The smallest label that counts as relevant. @default 1 */
  readonly rel?: number;
  /** Weight of recall against precision. @default 1 */
  readonly beta?: number;
}

/**
 * Set F: (beta + 1) P R / (beta P + R), P and R over all results.
 * `beta` is trec_eval's x, and so ir_measures' beta: the square of van Rijsbergen's beta. F2 of the textbooks is
 * `beta` 4.
 *
 * @returns 0..1, 0 where nothing relevant was retrieved; NaN where no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` or `beta` is no number > 0
 *
 * Cost O(n + relevant). Source: trec_eval, set_F; after van Rijsbergen 1979, Information Retrieval, ch. 7.
 */
export function setF(list: RankedList, { rel = 1, beta = 1 }: SetFOptions = {}): number {
  checkOption("SetF", "rel", rel, relParameter);
  checkOption("SetF", "beta", beta, betaParameter);
  if (!hasRelevant(list, rel)) return Number.NaN;
  const relevant = countRelevant(list, rel);
  return ((beta + 1) * countRelevantRetrieved(list, rel, list.labels.length)) / (beta * relevant + list.labels.length);
}

const betaParameter: ParameterRule<number> = {
  default: 1,
  meaning: "the weight of recall against precision: the square of van Rijsbergen's beta",
  takes: "a number > 0",
  accepts: (value) => typeof value === "number" && value > 0 && value < Number.POSITIVE_INFINITY,
};

export const setFMeasure = defineMeasure({
  name: "SetF",
  summary: "Weighted harmonic mean of SetP and SetR.",
  citation: "van Rijsbergen 1979",
  at: "nothing",
  range: [0, 1],
  needsRelevant: true,
  parameters: { rel: relParameter, beta: betaParameter, judged_only: judgedOnlyParameter },
  trecInput: { set_F: "SetF", "set_F_#": "SetF(beta=#)" },
  trecName: ({ rel, beta, judged_only }) => (rel === 1 && beta === 1 && !judged_only ? "set_F" : null),
  compute: (list, { rel, beta }) => setF(list, { rel, beta }),
});
