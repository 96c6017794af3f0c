/**
 * How many titles do two lists share?
 */

/** Sizes of the two sets of title keys and of their intersection. */
export interface SetOverlap {
  readonly candidate: number;
  readonly reference: number;
  readonly shared: number;
}

/** Counts the titles that two lists share, each once. Keys as `titleKey` makes them. Cost O(n). */
export function setOverlap(candidateKeys: Iterable<string>, referenceKeys: Iterable<string>): SetOverlap {
  const candidate = new Set(candidateKeys);
  const reference = new Set(referenceKeys);
  let shared = 0;
  for (const key of candidate) if (reference.has(key)) shared++;
  return { candidate: candidate.size, reference: reference.size, shared };
}
