/**
 * Which pairs of a pool that is too large are rated, and with which probability was each drawn?
 */
import type { Random } from "../statistics/seeded-random.ts";
import { shuffle } from "../statistics/shuffle.ts";
import type { PooledPair } from "../types.ts";
import { bestRank } from "./best-rank.ts";
import { placesByQuery } from "./places-by-query.ts";

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

/**
 * Proportional to the sizes, with the sum `count`; where that would exceed 1, the unit is certain and the others share
 * what is left.
 *
 * @param sizes above 0
 */
function inclusionProbabilities(sizes: readonly number[], count: number): number[] {
  if (count >= sizes.length) return sizes.map(() => 1);
  const isCertain = sizes.map(() => false);
  for (;;) {
    const open = sizes.reduce((sum, size, unit) => (isCertain[unit] ? sum : sum + size), 0);
    const left = count - isCertain.filter(Boolean).length;
    const probabilities = sizes.map((size, unit) => (isCertain[unit] ? 1 : (left * size) / open));
    if (probabilities.every((probability, unit) => isCertain[unit] || probability < 1)) return probabilities;
    for (const [unit, probability] of probabilities.entries()) if (probability >= 1) isCertain[unit] = true;
  }
}

/**
 * Systematic sampling in an order of chance (Madow 1949): the units lie end to end, each as long as its probability, and
 * those are drawn that hold one of the points u, u + 1, … with u uniform in [0, 1).
 *
 * @returns by unit whether it is drawn; as many as the probabilities add up to, a whole number
 */
function drawSystematically(probabilities: readonly number[], random: Random): boolean[] {
  const isDrawn = probabilities.map((probability) => probability === 1);
  const order = shuffle(
    [...probabilities.keys()].filter((unit) => !isDrawn[unit]),
    random,
  );
  const total = Math.round(order.reduce((sum, unit) => sum + (probabilities[unit] ?? 0), 0));
  let next = random();
  let end = 0;
  for (const [place, unit] of order.entries()) {
    // The last end is whole: what rounding leaves of it must not lose the last point.
    end = place === order.length - 1 ? total : end + (probabilities[unit] ?? 0);
    if (next >= end) continue;
    isDrawn[unit] = true;
    next++;
  }
  return isDrawn;
}
