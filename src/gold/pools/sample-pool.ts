/** Which pairs of a pool that is too large are rated, and with which probability was each drawn? */
import { at } from "../../core/at.ts";
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
  const alike = queries.map(() => 1);
  const queryChances = inclusionProbabilities(alike, sample.queries ?? queries.length);
  const isQueryDrawn = drawSystematically(queryChances, random);
  const drawn = new Map<number, PooledPair>();
  for (const [number, places] of queries.entries()) {
    if (!isQueryDrawn[number]) continue;
    const sizes = places.map((place) => (sample.by === "rank" ? 1 / (bestRank(at(pairs, place)) + 1) : 1));
    const chances = inclusionProbabilities(sizes, sample.perQuery ?? sizes.length);
    const isDrawn = drawSystematically(chances, random);
    for (const [member, place] of places.entries()) {
      if (!isDrawn[member]) continue;
      const [pair, ofQuery] = [at(pairs, place), at(queryChances, number)];
      const probability = pair.probability * (ofQuery * at(chances, member));
      drawn.set(place, { ...pair, probability, queryProbability: pair.queryProbability * ofQuery });
    }
  }
  return pairs.flatMap((_, place) => drawn.get(place) ?? []);
}
