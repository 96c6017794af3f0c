/**
 * How much relevance does a list hold, the top counting most?
 * `../dcg.ts` asks the same of bare labels; this one knows unjudged results, ties and other gains.
 */
import { defineMeasure } from "../define-measure.ts";
import type { RankedList } from "../ranked-list.ts";
import { checkGainOptions, discountedSum, type GainOptions, gainParameters, gainsOf, refusesGain } from "./gain.ts";

/**
 * Discounted cumulated gain of a list; unjudged results gain 0.
 *
 * @returns >= 0; NaN where no judged document has a gain
 * @throws SemqrelError INVALID_CUTOFF, INVALID_OPTION  as `checkGainOptions`
 * @throws SemqrelError INVALID_LABEL  the exponential gain of a judged label exceeds 2^53   details: { label }
 *
 * Cost O(n + judged). Source: Järvelin & Kekäläinen 2002 (TOIS 20(4), 422-446); log2(position + 1) and exponential gain:
 * Burges et al. 2005 (ICML); ties: McSherry & Najork 2008 (ECIR).
 */
export function discountedGain(list: RankedList, options: GainOptions = {}): number {
  checkGainOptions(options);
  if (!gainsOf(list.judgedLabels, options).some((gain) => gain > 0)) return Number.NaN;
  const isShared = options.ties === "average";
  // Results below the cutoff matter only where they may be tied with one above it.
  const gains = gainsOf(isShared ? list.labels : list.labels.subarray(0, options.cutoff), options);
  if (isShared) shareTies(gains, list.scores);
  return discountedSum(gains, options);
}

/** Discounted cumulated gain of the judged documents in their best order. Errors and cost as `discountedGain`. */
export function idealDiscountedGain(list: RankedList, options: GainOptions = {}): number {
  checkGainOptions(options);
  const gains = gainsOf(list.judgedLabels, options);
  // Labels come sorted; gains of the caller's own may rank them otherwise.
  if (options.gains) gains.sort().reverse();
  return discountedSum(gains, options);
}

/** Gives every result of a run of equal scores the mean gain of the run. */
function shareTies(gains: Float64Array, scores: Float64Array): void {
  for (let begin = 0, end = 0; begin < gains.length; begin = end) {
    let sum = gains[begin] ?? 0;
    for (end = begin + 1; end < gains.length && scores[end] === scores[begin]; end++) sum += gains[end] ?? 0;
    gains.fill(sum / (end - begin), begin, end);
  }
}

export const discountedGainMeasure = defineMeasure({
  name: "DCG",
  summary: "Sum of the gains, each divided by the discount of its position.",
  citation: "Järvelin & Kekäläinen 2002",
  at: "cutoff",
  range: [0, Number.POSITIVE_INFINITY],
  needsRelevant: true,
  parameters: gainParameters,
  refuses: (values) => refusesGain(values),
  compute: (list, { at, ...values }) => discountedGain(list, { ...values, cutoff: at }),
});
