/**
 * How much of the top is relevant?
 */
import { checkCutoff } from "../check-cutoff.ts";
import { checkOption } from "../check-option.ts";
import { defineMeasure, judgedOnlyParameter, relParameter } from "../define-measure.ts";
import { countRelevantRetrieved, hasRelevant, type RankedList } from "../ranked-list.ts";

/** Parameters of measures of the first results. */
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
 * @throws SemqrelError INVALID_CUTOFF  the cutoff is no whole number >= 1
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0
 *
 * Cost O(cutoff). Source: van Rijsbergen 1979, Information Retrieval, ch. 7.
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
  range: [0, 1],
  needsRelevant: true,
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter },
  trecInput: { "P_#": "P@#" },
  trecName: ({ rel, judged_only, at }) => (rel === 1 && !judged_only ? `P_${at}` : null),
  compute: (list, { rel, at }) => precisionAt(list, { rel, cutoff: at }),
});
