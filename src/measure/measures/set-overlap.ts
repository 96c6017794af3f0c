/** How many titles do two lists share, as precision, recall and F1? */

/** Sizes of the two sets of title keys and of their intersection. */
export interface SetOverlap {
  readonly candidate: number;
  readonly reference: number;
  readonly shared: number;
}

/** Counts the titles that two lists share, each once; the empty title, which names no document, is in none but its own. Keys as `titleKey` makes them. Cost O(n). */
export function setOverlap(candidateKeys: Iterable<string>, referenceKeys: Iterable<string>): SetOverlap {
  const candidate = new Set(candidateKeys);
  const reference = new Set(referenceKeys);
  let shared = 0;
  for (const key of candidate) if (key !== "" && reference.has(key)) shared++;
  return { candidate: candidate.size, reference: reference.size, shared };
}

/** |C and R| / |C|, 0..1; NaN where the candidate returned nothing: undefined, not bad. */
export function precision(overlap: SetOverlap): number {
  return overlap.candidate === 0 ? Number.NaN : overlap.shared / overlap.candidate;
}

/** |C and R| / |R|, 0..1; NaN where the reference has nothing: unmeasurable. */
export function recall(overlap: SetOverlap): number {
  return overlap.reference === 0 ? Number.NaN : overlap.shared / overlap.reference;
}

/**
 * F1, the harmonic mean 2PR / (P + R), 0..1; NaN where P + R = 0 or one of them is NaN: undefined, and so left out of
 * means, as in the notebook. Source: van Rijsbergen 1979, Information Retrieval, ch. 7.
 */
export function fMeasure(precision: number, recall: number): number {
  return precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : Number.NaN;
}
