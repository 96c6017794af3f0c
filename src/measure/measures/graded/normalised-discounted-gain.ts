/**
 * How close does a list come to the best order of all judged documents?
 * `../ndcg.ts` asks the same of bare labels.
 */
import { defineMeasure } from "../define-measure.ts";
import type { RankedList } from "../ranked-list.ts";
import { discountedGain, idealDiscountedGain } from "./discounted-gain.ts";
import { type GainOptions, gainParameters, refusesGain } from "./gain.ts";

/**
 * Normalised discounted cumulated gain: DCG / DCG of all judged documents in their best order, both cut at the cutoff.
 *
 * @returns 0..1; NaN where no judged document has a gain
 * @throws SemqrelError INVALID_CUTOFF, INVALID_OPTION  as `discountedGain`
 * @throws SemqrelError INVALID_LABEL  the exponential gain of a judged label exceeds 2^53   details: { label }
 *
 * Cost O(n + judged). Source: as `discountedGain`.
 */
export function normalisedDiscountedGain(list: RankedList, options: GainOptions = {}): number {
  return discountedGain(list, options) / idealDiscountedGain(list, options);
}

export const normalisedDiscountedGainMeasure = defineMeasure({
  name: "nDCG",
  aliases: ["NDCG"],
  summary: "DCG divided by the DCG of the best order of all judged documents.",
  citation: "Järvelin & Kekäläinen 2002",
  at: "cutoff",
  range: [0, 1],
  needsRelevant: true,
  parameters: gainParameters,
  refuses: (values) => refusesGain(values),
  trecInput: { ndcg: "nDCG", "ndcg_cut_#": "nDCG@#" },
  trecName: ({ dcg, gains, ties, judged_only, at }) => {
    if (dcg !== "log2" || gains !== null || ties !== "ranked" || judged_only) return null;
    return Number.isFinite(at) ? `ndcg_cut_${at}` : "ndcg";
  },
  compute: (list, { at, ...values }) => normalisedDiscountedGain(list, { ...values, cutoff: at }),
});
