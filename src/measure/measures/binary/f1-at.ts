/**
 * What do precision and recall at a cutoff come to together?
 */
import { checkCutoff } from "../check-cutoff.ts";
import { checkOption } from "../check-option.ts";
import { defineMeasure, judgedOnlyParameter, relParameter } from "../define-measure.ts";
import { countRelevant, countRelevantRetrieved, hasRelevant, type RankedList } from "../ranked-list.ts";
import type { AtCutoffOptions } from "./precision-at.ts";

/**
 * F1 at a cutoff: the harmonic mean of precision and recall at it, which is 2 x relevant retrieved / (cutoff +
 * relevant).
 *
 * @returns 0..1, 0 where both are 0; NaN where no document is relevant
 * @throws SemqrelError INVALID_CUTOFF  the cutoff is no whole number >= 1
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0
 *
 * Cost O(cutoff + relevant). Source: van Rijsbergen 1979, Information Retrieval, ch. 7.
 */
export function f1At(list: RankedList, { cutoff, rel = 1 }: AtCutoffOptions): number {
  checkCutoff("F1", cutoff);
  checkOption("F1", "rel", rel, relParameter);
  if (!hasRelevant(list, rel)) return Number.NaN;
  return (2 * countRelevantRetrieved(list, rel, cutoff)) / (cutoff + countRelevant(list, rel));
}

export const f1AtMeasure = defineMeasure({
  name: "F1",
  summary: "Harmonic mean of P@k and R@k.",
  citation: "van Rijsbergen 1979",
  at: "cutoff required",
  range: [0, 1],
  needsRelevant: true,
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter },
  compute: (list, { rel, at }) => f1At(list, { rel, cutoff: at }),
});
