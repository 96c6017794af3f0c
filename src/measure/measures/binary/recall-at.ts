/**
 * How many of the relevant documents stand at the top?
 */
import { checkCutoff } from "../check-cutoff.ts";
import { checkOption } from "../check-option.ts";
import { defineMeasure, judgedOnlyParameter, relParameter } from "../define-measure.ts";
import { countRelevant, countRelevantRetrieved, type RankedList } from "../ranked-list.ts";
import type { AtCutoffOptions } from "./precision-at.ts";

/**
 * Recall at a cutoff: relevant results among the first `cutoff`, divided by all relevant documents.
 *
 * @returns 0..1; NaN where no document is relevant
 * @throws SemqrelError INVALID_CUTOFF  the cutoff is no whole number >= 1
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0
 *
 * Cost O(cutoff + relevant). Source: van Rijsbergen 1979, Information Retrieval, ch. 7.
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
  range: [0, 1],
  needsRelevant: true,
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter },
  trecInput: { "recall_#": "R@#" },
  trecName: ({ rel, judged_only, at }) => (rel === 1 && !judged_only ? `recall_${at}` : null),
  compute: (list, { rel, at }) => recallAt(list, { rel, cutoff: at }),
});
