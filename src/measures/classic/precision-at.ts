/**
 * How much of the top is relevant?
 */
import { defineMeasure, judgedOnlyParameter, relParameter } from "../define-measure.ts";
import { countRelevantRetrieved, hasRelevant, type RankedList } from "../ranked-list.ts";

export interface AtCutoffOptions {
  /** Positions counted from the top, a whole number >= 1. */
  readonly cutoff: number;
  /** The smallest label that counts as relevant. @default 1 */
  readonly rel?: number;
}

/**
 * Precision at a cutoff: relevant results among the first `cutoff`, divided by `cutoff`, however short the list is.
 *
 * @returns 0..1; NaN where no document is relevant
 *
 * Cost O(cutoff). Source: van Rijsbergen 1979, Information Retrieval, ch. 7.
 */
export function precisionAt(list: RankedList, { cutoff, rel = 1 }: AtCutoffOptions): number {
  return hasRelevant(list, rel) ? countRelevantRetrieved(list, rel, cutoff) / cutoff : Number.NaN;
}

export const precisionAtMeasure = defineMeasure({
  name: "P",
  aliases: ["Precision"],
  summary: "Share of relevant documents among the first k positions.",
  citation: "van Rijsbergen 1979",
  at: "cutoff required",
  range: [0, 1],
  needsRelevant: true,
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter },
  trecName: ({ rel, judged_only, at }) => (rel === 1 && !judged_only ? `P_${at}` : null),
  compute: (list, { rel, at }) => precisionAt(list, { rel, cutoff: at }),
});
