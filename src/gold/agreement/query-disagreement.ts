/**
 * How differently do engines rank a query?
 */
import type { PooledPair } from "../../core/types.ts";

/**
 * sqrt(mean over the pairs of engines of Σ over documents (w_A - w_B)²), w = 1 / log2(position + 1) at each position of
 * the document in the list, 0 outside: what two lists have alike cannot make a difference. Were grades of documents
 * independent and of one variance, the difference of the engines' DCG would have a standard deviation in proportion.
 *
 * @param documents pairs of one query
 * @param engines   names, two by two
 * @returns 0 for lists that are all the same, and without a pair of engines
 *
 * Cost O(documents pairs of engines).
 */
export function queryDisagreement(
  documents: readonly Pick<PooledPair, "engines">[],
  engines: readonly (readonly [one: string, other: string])[],
): number {
  if (engines.length === 0) return 0;
  const squares = documents.reduce((sum, document) => {
    const weights = new Map(document.engines.map(({ name, rank, also }) => [name, weightOf([rank, ...also])]));
    return engines.reduce(
      (ofPairs, [one, other]) => ofPairs + ((weights.get(one) ?? 0) - (weights.get(other) ?? 0)) ** 2,
      sum,
    );
  }, 0);
  return Math.sqrt(squares / engines.length);
}

function weightOf(ranks: readonly number[]): number {
  return ranks.reduce((sum, rank) => sum + 1 / Math.log2(rank + 2), 0);
}
