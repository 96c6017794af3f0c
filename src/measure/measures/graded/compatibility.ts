import { invalidOption } from "../../../core/errors.ts";
import { rankBiasedOverlap as overlapOfPartners } from "../../../maths/correlation/rank-correlation.ts";
import { booleanParameter, checkOption, defineMeasure } from "../define-measure.ts";
import { hasRelevant, type RankedList } from "../ranked-list.ts";
import { persistenceParameter } from "./user-models.ts";

/** Parameters of Compat. */
export interface CompatibilityOptions {
  /** Probability of continuing to the next position, between 0 and 1. @default 0.95 */
  readonly p?: number;
  /** Divides by the overlap of the ideal order with itself, so that a list in the ideal order gets 1. @default true */
  readonly normalize?: boolean;
}

/**
 * Compatibility: rank-biased overlap with the ideal order, down to the end of the longer list. The ideal order has the
 * documents with a label above 0, largest label first. Among equal labels, retrieved documents come first, in the order
 * of the list, because the judgments do not prefer any order. Results with equal scores are read by rising document id,
 * as in ir_measures, although `list` has them by falling id, as in trec_eval. Cost O(n log judged + judged). Source:
 * Clarke, Vtyurina & Smucker 2021 (TOIS 39(2), 1-25).
 * @returns 0..1; NaN if no document is relevant
 * @throws SemqrelError INVALID_OPTION  `p` is not between 0 and 1
 */
export function compatibility(list: RankedList, options: CompatibilityOptions = {}): number {
  const { p = 0.95, normalize = true } = options;
  checkOption("Compat", "p", p, persistenceParameter);
  if (!hasRelevant(list, null)) return Number.NaN;
  const { labels, judgedLabels, scores } = list;
  const idealLength = countAbove(judgedLabels, 0);
  const depth = Math.max(labels.length, idealLength);
  // Entry r: number of documents that have rank r in one order (list or ideal), and rank r or less in the other.
  const joins = new Int32Array(depth);
  // Entry r: number of results so far with the label that begins at rank r of the ideal order; 0 if no label does.
  const placed = new Int32Array(idealLength);
  for (let begin = 0, end = 0; begin < labels.length; begin = end) {
    for (end = begin + 1; end < labels.length && scores[end] === scores[begin]; ) end++;
    for (let rank = begin; rank < end; rank++) {
      const label = labels[begin + end - 1 - rank] as number;
      if (!(label > 0)) continue;
      const first = countAbove(judgedLabels, label);
      const idealRank = first + (placed[first] as number);
      placed[first] = idealRank - first + 1;
      const joined = Math.max(rank, idealRank);
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

/** Returns the number of values above the bound, which is also the index of the first value that is not above it. */
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
  summary: "Rank-biased overlap with the best possible order of the relevant documents.",
  citation: "Clarke, Vtyurina & Smucker 2021",
  parameters: {
    p: { ...persistenceParameter, default: 0.95 },
    normalize: {
      ...booleanParameter,
      default: true,
      meaning: "divides by the overlap of the best possible order with itself",
    },
  },
  compute: (list, { p, normalize }) => compatibility(list, { p, normalize }),
});

/**
 * Rank-biased overlap of two rankings of any lengths, extrapolated as if both continued with the same agreement;
 * exactly 1 for equal rankings. Cost O(n). Source: Webber, Moffat & Zobel 2010 (TOIS 28(4), 20), equation 32.
 * @param one   - identifiers, best first; a repeated identifier only counts at its first position
 * @param other - identifiers of the second ranking, best first
 * @param p     - probability of continuing to the next position, between 0 and 1
 * @returns 0..1; 0 if one ranking is empty, NaN if both are
 * @throws SemqrelError INVALID_OPTION  p is not between 0 and 1   details: { p }
 */
export function rankBiasedOverlap(one: readonly string[], other: readonly string[], p: number): number {
  if (!(p > 0 && p < 1)) {
    const message = `Computing rank-biased overlap: p = ${p} is not between 0 and 1.`;
    throw invalidOption(message, { p });
  }
  const rankOf = new Map([...new Set(other)].map((name, rank) => [name, rank]));
  const partners = Int32Array.from(new Set(one), (name) => rankOf.get(name) ?? -1);
  // If rankings have no common item, a rounding error would give slightly more than 0.
  const isDisjoint = rankOf.size > 0 && partners.every((partner) => partner < 0);
  return isDisjoint ? 0 : overlapOfPartners(partners, rankOf.size, p);
}

export interface SetOverlap {
  readonly candidate: number;
  readonly reference: number;
  readonly shared: number;
}

/** Counts distinct and shared titles by their `titleKey`. An empty title is not a document, so it is never shared. */
export function setOverlap(candidateKeys: Iterable<string>, referenceKeys: Iterable<string>): SetOverlap {
  const candidate = new Set(candidateKeys);
  const reference = new Set(referenceKeys);
  let shared = 0;
  for (const key of candidate) if (key !== "" && reference.has(key)) shared++;
  return { candidate: candidate.size, reference: reference.size, shared };
}

/** Precision: shared / candidate, 0..1. NaN, not 0, if the candidate has no results. */
export function precision(overlap: SetOverlap): number {
  return overlap.candidate === 0 ? Number.NaN : overlap.shared / overlap.candidate;
}

/** Recall: shared / reference, 0..1. NaN if the reference is empty. */
export function recall(overlap: SetOverlap): number {
  return overlap.reference === 0 ? Number.NaN : overlap.shared / overlap.reference;
}

/**
 * F1, the harmonic mean of precision and recall, 0..1. NaN if both are 0 or one is NaN. As in the original notebook,
 * averages leave NaN out. Source: van Rijsbergen 1979, Information Retrieval, ch. 7.
 */
export function fMeasure(precision: number, recall: number): number {
  return precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : Number.NaN;
}
