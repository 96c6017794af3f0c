/**
 * What is average precision where the order says nothing?
 */
import { defineMeasure, judgedOnlyParameter, relParameter } from "../define-measure.ts";
import type { RankedList } from "../ranked-list.ts";
import { setPrecision } from "./set-precision.ts";
import { type RelevanceOptions, setRecall } from "./set-recall.ts";

/**
 * Set average precision: set precision times set recall.
 *
 * @returns 0..1; NaN where no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0
 *
 * Cost O(n + relevant). Source: trec_eval, set_map.
 */
export function setAveragePrecision(list: RankedList, options: RelevanceOptions = {}): number {
  return setPrecision(list, options) * setRecall(list, options);
}

export const setAveragePrecisionMeasure = defineMeasure({
  name: "SetAP",
  summary: "SetP times SetR.",
  citation: "trec_eval",
  at: "nothing",
  range: [0, 1],
  needsRelevant: true,
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter },
  trecInput: { set_map: "SetAP" },
  trecName: ({ rel, judged_only }) => (rel === 1 && !judged_only ? "set_map" : null),
  compute: (list, { rel }) => setAveragePrecision(list, { rel }),
});
