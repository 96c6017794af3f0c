/**
 * Is there a relevant document at the top?
 */
import { checkCutoff } from "../check-cutoff.ts";
import { checkOption } from "../check-option.ts";
import { defineMeasure, judgedOnlyParameter, relParameter } from "../define-measure.ts";
import { hasRelevant, type RankedList } from "../ranked-list.ts";
import type { AtCutoffOptions } from "./precision-at.ts";
import { reciprocalRank } from "./reciprocal-rank.ts";

/**
 * Success at a cutoff: 1 where a relevant result stands among the first `cutoff`, else 0. Some call it recall@k or hit
 * rate.
 *
 * @returns 0 or 1; NaN where no document is relevant
 * @throws SemqrelError INVALID_CUTOFF  the cutoff is no whole number >= 1
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0
 *
 * Cost O(cutoff). Source: trec_eval, success.
 */
export function successAt(list: RankedList, { cutoff, rel = 1 }: AtCutoffOptions): number {
  checkCutoff("Success", cutoff);
  checkOption("Success", "rel", rel, relParameter);
  if (!hasRelevant(list, rel)) return Number.NaN;
  return reciprocalRank(list, { rel, cutoff }) > 0 ? 1 : 0;
}

export const successAtMeasure = defineMeasure({
  name: "Success",
  summary: "1 where a relevant document stands in the first k positions, else 0.",
  citation: "trec_eval",
  at: "cutoff required",
  range: [0, 1],
  needsRelevant: true,
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter },
  trecInput: { "success_#": "Success@#" },
  trecName: ({ rel, judged_only, at }) => (rel === 1 && !judged_only ? `success_${at}` : null),
  compute: (list, { rel, at }) => successAt(list, { rel, cutoff: at }),
});
