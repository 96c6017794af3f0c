/**
 * What is average precision likely to be where only a sample of the pool was judged?
 */
import { checkOption } from "../check-option.ts";
import { defineMeasure, relParameter } from "../define-measure.ts";
import { countRelevant, type RankedList } from "../ranked-list.ts";
import type { RelevanceOptions } from "./set-recall.ts";

/** Keeps the share of relevant documents above from being 0 / 0. */
const EPSILON = 0.00001;

/**
 * Inferred average precision. Documents of the pool without a judgment (negative labels) are taken to be relevant in
 * the same share as the judged ones above; results outside the pool are taken to be irrelevant.
 *
 * @returns 0..1; NaN where no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0
 *
 * Cost O(n + relevant). Source: Yilmaz & Aslam 2006 (CIKM, 102-111), in trec_eval's form with epsilon 0.00001.
 */
export function inferredAveragePrecision(list: RankedList, { rel = 1 }: RelevanceOptions = {}): number {
  checkOption("infAP", "rel", rel, relParameter);
  const { labels } = list;
  let relevant = 0;
  let irrelevant = 0;
  let unjudged = 0;
  let sum = 0;
  for (let rank = 0; rank < labels.length; rank++) {
    const label = labels[rank] ?? Number.NaN;
    if (label < 0) unjudged++;
    else if (label >= rel) {
      const inPool = relevant + irrelevant + unjudged;
      const share = (relevant + EPSILON) / (relevant + irrelevant + 2 * EPSILON);
      sum += (1 + inPool * share) / (rank + 1);
      relevant++;
    } else if (label >= 0) irrelevant++;
  }
  return sum / countRelevant(list, rel);
}

export const inferredAveragePrecisionMeasure = defineMeasure({
  name: "infAP",
  summary: "Average precision estimated from a pool judged in part.",
  citation: "Yilmaz & Aslam 2006",
  at: "nothing",
  range: [0, 1],
  needsRelevant: true,
  parameters: { rel: relParameter },
  trecName: ({ rel }) => (rel === 1 ? "infAP" : null),
  compute: (list, { rel }) => inferredAveragePrecision(list, { rel }),
});
