/**
 * How much relevance does the top hold, wherever in it?
 */
import { checkCutoff } from "../check-cutoff.ts";
import { defineMeasure } from "../define-measure.ts";
import { hasRelevant, type RankedList } from "../ranked-list.ts";

/** Parameters of CG. */
export interface CumulatedGainOptions {
  /** Positions counted from the top. @default every position */
  readonly cutoff?: number;
}

/**
 * Cumulated gain: the sum of the labels above the cutoff; unjudged results add 0.
 *
 * @returns >= 0; NaN where no document is relevant
 * @throws SemqrelError INVALID_CUTOFF  the cutoff is no whole number >= 1
 *
 * Cost O(n). Source: Järvelin & Kekäläinen 2002 (TOIS 20(4), 422-446).
 */
export function cumulatedGain(list: RankedList, options: CumulatedGainOptions = {}): number {
  const { cutoff = Number.POSITIVE_INFINITY } = options;
  checkCutoff("CG", cutoff);
  if (!hasRelevant(list, null)) return Number.NaN;
  const depth = Math.min(list.labels.length, cutoff);
  let sum = 0;
  for (let rank = 0; rank < depth; rank++) {
    const label = list.labels[rank] ?? Number.NaN;
    if (label > 0) sum += label;
  }
  return sum;
}

export const cumulatedGainMeasure = defineMeasure({
  name: "CG",
  summary: "Sum of the labels of the first k positions, without a discount.",
  citation: "Järvelin & Kekäläinen 2002",
  at: "cutoff",
  range: [0, Number.POSITIVE_INFINITY],
  needsRelevant: true,
  parameters: {},
  compute: (list, { at }) => cumulatedGain(list, { cutoff: at }),
});
