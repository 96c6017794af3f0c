/**
 * Which pairs of a pool that is too large are rated, and with which probability was each drawn?
 */

import type { PooledPair } from "../../core/types.ts";
import { drawSystematically, inclusionProbabilities } from "../../maths/random/draw.ts";
import type { Random } from "../../maths/random/seeded-random.ts";
import { bestRank } from "./pool-engines.ts";
import { placesByQuery } from "./pool-queries.ts";

/** How many queries and pairs of a pool are drawn. */
export interface PoolSample {
  /** Whole queries drawn, each as likely as any other; null for all. */
  readonly queries: number | null;
  /** Pairs drawn of each query, all where it has no more; null for all. */
  readonly perQuery: number | null;
  /** `rank` draws pairs of a query in proportion to 1 / (best rank + 1), as far as a probability of 1 allows. */
  readonly by: "uniform" | "rank";
}

/**
 * The pairs drawn, in their order. Each one's probability is multiplied by that of its query and its own within it:
 * the exact chance of being drawn, so that a sum over the sample with weights 1 / probability is unbiased for the
 * whole pool (Horvitz and Thompson 1952).
 *
 * @param pairs  with the probabilities that earlier draws gave them
 * @param random goes on where an earlier draw stopped: two draws from one seed would not be independent
 */
export function samplePool(pairs: readonly PooledPair[], sample: PoolSample, random: Random): PooledPair[] {
  const queries = [...placesByQuery(pairs).values()];
  const ofQueries = inclusionProbabilities(
    queries.map(() => 1),
    sample.queries ?? queries.length,
  );
  const isQueryDrawn = drawSystematically(ofQueries, random);
  const kept = new Map<number, { readonly ofQuery: number; readonly ofPair: number }>();
  for (const [number, ofQuery] of queries.entries()) {
    if (!isQueryDrawn[number]) continue;
    const sizes = ofQuery.map((place) => (sample.by === "rank" ? 1 / (bestRank(pairs[place] ?? noEngine) + 1) : 1));
    const probabilities = inclusionProbabilities(sizes, sample.perQuery ?? sizes.length);
    const isDrawn = drawSystematically(probabilities, random);
    for (const [member, place] of ofQuery.entries()) {
      if (isDrawn[member]) kept.set(place, { ofQuery: ofQueries[number] ?? 1, ofPair: probabilities[member] ?? 1 });
    }
  }
  return pairs.flatMap((pair, place) => {
    const drawn = kept.get(place);
    if (drawn === undefined) return [];
    const { ofQuery, ofPair } = drawn;
    return [
      {
        ...pair,
        probability: pair.probability * (ofQuery * ofPair),
        queryProbability: pair.queryProbability * ofQuery,
      },
    ];
  });
}

const noEngine = { engines: [] };
