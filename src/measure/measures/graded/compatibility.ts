/** How much does a list overlap with the best order of the relevant documents, the top counting most? */
import { checkOption } from "../check-option.ts";
import { booleanParameter, defineMeasure } from "../define-measure.ts";
import { hasRelevant, type RankedList } from "../ranked-list.ts";
import { persistenceParameter } from "./rank-biased-precision.ts";

/** Parameters of Compat. */
export interface CompatibilityOptions {
  /** Probability of going on to the next position, between 0 and 1. @default 0.95 */
  readonly p?: number;
  /** Divides by the overlap of the best order with itself, which is finite and so below 1. @default true */
  readonly normalize?: boolean;
}

/**
 * Compatibility: rank-biased overlap, to the end of the longer list, with the ideal order: documents with a label above
 * 0, the largest label first. Among equal labels the ideal takes retrieved documents first, in the order of the list,
 * so that an order that the judgments do not ask for costs nothing. Results of equal score are taken from the last to
 * the first: by rising document id, as ir_measures does, where the list has them falling, as trec_eval does. Cost O(n
 * log judged + judged). Source: Clarke, Vtyurina & Smucker 2021 (TOIS 39(2), 1-25).
 *
 * @returns 0..1; NaN where no document is relevant
 * @throws SemqrelError INVALID_OPTION  `p` is not between 0 and 1
 */
export function compatibility(list: RankedList, options: CompatibilityOptions = {}): number {
  const { p = 0.95, normalize = true } = options;
  checkOption("Compat", "p", p, persistenceParameter);
  if (!hasRelevant(list, null)) return Number.NaN;
  const { labels, judgedLabels, scores } = list;
  const idealLength = countAbove(judgedLabels, 0);
  const depth = Math.max(labels.length, idealLength);
  // By rank: results that stand in both orders from there on.
  const joins = new Int32Array(depth);
  // By first place of a label in the ideal: results with that label so far.
  const placed = new Int32Array(idealLength);
  for (let begin = 0, end = 0; begin < labels.length; begin = end) {
    for (end = begin + 1; end < labels.length && scores[end] === scores[begin]; ) end++;
    for (let rank = begin; rank < end; rank++) {
      const label = labels[begin + end - 1 - rank] as number;
      if (!(label > 0)) continue;
      const first = countAbove(judgedLabels, label);
      const place = first + (placed[first] as number);
      placed[first] = place - first + 1;
      const joined = Math.max(rank, place);
      joins[joined] = (joins[joined] as number) + 1;
    }
  }
  let overlap = 0;
  let reached = 0;
  let best = 0;
  let all = 0;
  let weight = 1;
  for (let rank = 0; rank < depth; rank++, weight *= p) {
    overlap += joins[rank] as number;
    reached += (weight * overlap) / (rank + 1);
    best += (weight * Math.min(rank + 1, idealLength)) / (rank + 1);
    all += weight;
  }
  return reached / (normalize ? best : all);
}

/** How many of falling numbers exceed a bound: also the place of the first that does not. */
function countAbove(falling: Float64Array, bound: number): number {
  let low = 0;
  let high = falling.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((falling[middle] as number) > bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const compatibilityMeasure = defineMeasure({
  name: "Compat",
  summary: "Rank-biased overlap with the best order of the relevant documents.",
  citation: "Clarke, Vtyurina & Smucker 2021",
  parameters: {
    p: { ...persistenceParameter, default: 0.95 },
    normalize: { ...booleanParameter, default: true, meaning: "divides by the overlap of the best order with itself" },
  },
  compute: (list, { p, normalize }) => compatibility(list, { p, normalize }),
});
