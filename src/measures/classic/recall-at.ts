/**
 * How many of the relevant documents stand at the top?
 */
import { defineMeasure, judgedOnlyParameter, relParameter } from "../define-measure.ts";
import { countRelevant, countRelevantRetrieved, type RankedList } from "../ranked-list.ts";
import type { AtCutoffOptions } from "./precision-at.ts";

/**
 * Recall at a cutoff: relevant results among the first `cutoff`, divided by all relevant documents.
 *
 * @returns 0..1; NaN where no document is relevant
 *
 * Cost O(cutoff + relevant). Source: van Rijsbergen 1979, Information Retrieval, ch. 7.
 */
export function recallAt(list: RankedList, { cutoff, rel = 1 }: AtCutoffOptions): number {
  return countRelevantRetrieved(list, rel, cutoff) / countRelevant(list, rel);
}

export const recallAtMeasure = defineMeasure({
  name: "R",
  aliases: ["Recall"],
  summary: "Share of the relevant documents that stands in the first k positions.",
  citation: "van Rijsbergen 1979",
  at: "cutoff required",
  range: [0, 1],
  needsRelevant: true,
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter },
  trecName: ({ rel, judged_only, at }) => (rel === 1 && !judged_only ? `recall_${at}` : null),
  compute: (list, { rel, at }) => recallAt(list, { rel, cutoff: at }),
});
