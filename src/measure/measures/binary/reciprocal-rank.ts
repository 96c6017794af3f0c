/** How far down is the first relevant document? */
import { type CutoffOptions, checkCutoff, checkOption, type RelevanceOptions } from "../check-option.ts";
import { defineMeasure, judgedOnlyParameter, relParameter } from "../define-measure.ts";
import { hasRelevant, type RankedList } from "../ranked-list.ts";

/** Parameters of RR. */
export type ReciprocalRankOptions = RelevanceOptions & CutoffOptions;

/**
 * Reciprocal rank: 1 / position of the first relevant result. Cost O(position). Source: Kantor & Voorhees 2000
 * (Information Retrieval 2, 165-176).
 *
 * @returns 0..1, 0 where none stands above the cutoff; NaN where no document is relevant
 * @throws SemqrelError INVALID_CUTOFF, INVALID_OPTION  the cutoff is no whole number >= 1, `rel` no number > 0
 */
export function reciprocalRank(list: RankedList, options: ReciprocalRankOptions = {}): number {
  const { rel = 1, cutoff = Number.POSITIVE_INFINITY } = options;
  checkCutoff("RR", cutoff);
  checkOption("RR", "rel", rel, relParameter);
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
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter },
  trecInput: { recip_rank: "RR" },
  compute: (list, { rel, at }) => reciprocalRank(list, { rel, cutoff: at }),
});
