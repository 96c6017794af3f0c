/**
 * How many of the relevant documents were retrieved at all?
 */
import { checkOption } from "../check-option.ts";
import { defineMeasure, relParameter } from "../define-measure.ts";
import { countRelevant, countRelevantRetrieved, type RankedList } from "../ranked-list.ts";

/** What counts as relevant. */
export interface RelevanceOptions {
  /** The smallest label that counts as relevant. @default 1 */
  readonly rel?: number;
}

/**
 * Set recall: relevant results divided by all relevant documents.
 *
 * @returns 0..1; NaN where no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0
 *
 * Cost O(n + relevant). Source: trec_eval, set_recall.
 */
export function setRecall(list: RankedList, { rel = 1 }: RelevanceOptions = {}): number {
  checkOption("SetR", "rel", rel, relParameter);
  return countRelevantRetrieved(list, rel, Number.POSITIVE_INFINITY) / countRelevant(list, rel);
}

export const setRecallMeasure = defineMeasure({
  name: "SetR",
  summary: "Share of the relevant documents that was retrieved.",
  citation: "trec_eval",
  at: "nothing",
  range: [0, 1],
  needsRelevant: true,
  parameters: { rel: relParameter },
  trecInput: { set_recall: "SetR" },
  trecName: ({ rel }) => (rel === 1 ? "set_recall" : null),
  compute: (list, { rel }) => setRecall(list, { rel }),
});
