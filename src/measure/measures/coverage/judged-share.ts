/**
 * How many of the top results did somebody judge?
 */
import { checkCutoff } from "../check-cutoff.ts";
import { defineMeasure } from "../define-measure.ts";
import { countRelevantRetrieved, type RankedList } from "../ranked-list.ts";

/** Parameters of Judged. */
export interface JudgedShareOptions {
  /** Positions counted from the top. @default every position */
  readonly cutoff?: number;
}

/**
 * Share of judged results (label >= 0) among the first `cutoff`, or among all where the list is shorter.
 *
 * @returns 0..1; NaN for an empty list
 * @throws SemqrelError INVALID_CUTOFF  the cutoff is no whole number >= 1
 *
 * Cost O(n). Source: ir_measures, Judged.
 */
export function judgedShare(list: RankedList, { cutoff = Number.POSITIVE_INFINITY }: JudgedShareOptions = {}): number {
  checkCutoff("Judged", cutoff);
  return countRelevantRetrieved(list, 0, cutoff) / Math.min(list.labels.length, cutoff);
}

export const judgedShareMeasure = defineMeasure({
  name: "Judged",
  summary: "Share of the first k results that has a judgment.",
  citation: "ir_measures",
  at: "cutoff",
  range: [0, 1],
  needsRelevant: false,
  parameters: {},
  compute: (list, { at }) => judgedShare(list, { cutoff: at }),
});
