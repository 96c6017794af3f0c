/** Draws the pairs to rate: single pairs that engines rank differently, or random queries. Merges near duplicates. */
import { at, atKey } from "../../core/at.ts";
import { invalidOption, type SemqrelError } from "../../core/errors.ts";
import { quoted } from "../../core/text/wording.ts";
import type { Hash } from "../../core/titles/keys.ts";
import type { PooledPair } from "../../core/types.ts";
import { drawSystematically, inclusionProbabilities, type Random, uniformNumber } from "../../maths/random.ts";
import { meanOf, sumOf, sumOfSquares } from "../../maths/summary.ts";
import { rankDiscount } from "../../measure/measures/graded/discounted-gain.ts";
import { namedAsBefore } from "./add-to-pool.ts";
import { placesByQuery } from "./order-for-rating.ts";
import { bestRank, joinEngines, joinShown } from "./pool-results.ts";

export type SpreadBudget =
  | { readonly ratings: number }
  | { readonly minutes: number; readonly secondsPerRating: number; readonly secondsPerQuery: number };

export interface SpreadDraw {
  readonly budget: SpreadBudget;
  readonly engines: readonly string[];
  /** Pairs of an earlier draw with the same seed. All of them are kept. */
  readonly earlier: readonly PooledPair[];
  readonly seed: number;
  readonly hash: Hash;
}

/** Constant part of the variance of a pair's gain; the mean variance is 1. `pairSizes` uses the same value. */
const EVEN_VARIANCE = 0.3;

/**
 * Returns the size of each pair, s^1.5 · sqrt(v), to which its probability is proportional. s is the standard deviation
 * over engines of the document's discount 1 / log2(rank + 2), which is 0 for an engine without the document. v = .3 +
 * .7 p / mean p approximates the variance of the gain, where p is the sum of the discounts. A document that many
 * engines rank high is sometimes relevant, a document at the end of a single list hardly ever. If all engines rank a
 * document alike, its size is 0, because no difference between engines depends on it. The factor sqrt(v) is used
 * because drawing in proportion to the standard deviation gives the smallest variance (Neyman 1934). On three public
 * collections, the factor improved the order of engines if there were enough ratings for 20 or 40 whole queries. With
 * ratings for only 10 whole queries, the factor made no difference.
 */
export function spreadSizes(pairs: readonly Pick<PooledPair, "engines">[], engines: number): Float64Array {
  const discounts = pairs.map((pair) =>
    pair.engines.map(({ rank, also }) => [rank, ...also].reduce((sum, one) => sum + rankDiscount(one), 0)),
  );
  const sums = discounts.map(sumOf);
  const usual = meanOf(sums) || 1;
  return Float64Array.from(discounts, (own, pair) => {
    const mean = at(sums, pair) / engines;
    const variance = sumOfSquares(own) / engines - mean * mean;
    const gain = EVEN_VARIANCE + ((1 - EVEN_VARIANCE) * at(sums, pair)) / usual;
    // If all engines agree, rounding leaves about 1e-17.
    return variance < 1e-12 ? 0 : variance ** 0.75 * Math.sqrt(gain);
  });
}

export function spreadOrder(
  pairs: readonly Pick<PooledPair, "query" | "id" | "engines">[],
  { engines, seed, hash }: { readonly engines: number; readonly seed: number; readonly hash: Hash },
) {
  return {
    sizes: spreadSizes(pairs, engines),
    numbers: Float64Array.from(pairs, ({ query, id }) => uniformNumber(hash(JSON.stringify([seed, query, id])))),
    order: hash(JSON.stringify(["spread", seed])).slice(0, 16),
  };
}

/**
 * Gives each pair a uniform number in (0, 1), which only depends on seed, query and id. Divides it by the pair's size
 * and draws the pairs with the smallest quotients. Probabilities are those of `drawInOrder`. Pairs of the earlier draw
 * come first, in their order. A pair is in the pool if either draw includes it, so its probability is the larger of
 * the two. Lists may be added between the draws. Cost O(pairs log pairs).
 */
export function drawBySpread(
  found: readonly PooledPair[],
  { budget, engines, earlier, seed, hash }: SpreadDraw,
): PooledPair[] {
  if (engines.length < 2)
    throw refused("at least two engines are needed. Add the results of another engine", { engines: engines.length });
  const named = namedAsBefore(earlier, found, hash);
  const pairs = [...named.values()];
  const placeOf = new Map([...named.keys()].map((key, place) => [key, place]));
  const { sizes, numbers, order: fingerprint } = spreadOrder(pairs, { engines: engines.length, seed, hash });
  const names = new Set(engines);
  const kept = new Set(earlier.map((pair, key) => placeOfEarlier(pair, placeOf.get(key), numbers, names)));
  const quotient = (place: number) => at(numbers, place) / at(sizes, place);
  const order = [...pairs.keys()]
    .filter((place) => at(sizes, place) > 0 && !kept.has(place))
    .sort((one, other) => quotient(one) - quotient(other));
  if (order.length === 0 && earlier.length === 0)
    throw refused("all engines return the same documents at the same ranks, so no rating can tell them apart");
  const count = "ratings" in budget ? budget.ratings : affordable(order, pairs, budget);
  const next = order[count];
  const reach = next === undefined ? Number.POSITIVE_INFINITY : quotient(next);
  const probabilityOf = (place: number) => (at(sizes, place) === 0 ? 0 : Math.min(1, reach * at(sizes, place)));
  const added = order.slice(0, count).sort((one, other) => one - other);
  const since = earlier.length + added.length;
  const inOrder = { order: fingerprint, since, seed, by: "spread", queries: placesByQuery(pairs).size } as const;
  return [
    ...earlier.map((pair, key) => {
      const place = atKey(placeOf, key);
      const { engines, merged, shown } = at(pairs, place);
      const probability = Math.max(pair.probability, probabilityOf(place));
      return { ...pair, ...joinShown(pair.shown, shown), engines, merged, probability };
    }),
    ...added.map((place) => ({ ...at(pairs, place), probability: probabilityOf(place), inOrder })),
  ];
}

/** Returns how many of the first pairs fit into the minutes, at least one. Reading time counts once per query. */
function affordable(
  order: readonly number[],
  pairs: readonly PooledPair[],
  { minutes, secondsPerRating, secondsPerQuery }: Extract<SpreadBudget, { minutes: number }>,
): number {
  const opened = new Set<string>();
  let seconds = 0;
  const last = order.findIndex((place) => {
    const { query } = at(pairs, place);
    seconds += secondsPerRating + (opened.has(query) ? 0 : secondsPerQuery);
    opened.add(query);
    return seconds > minutes * 60;
  });
  return last === -1 ? order.length : Math.max(1, last);
}

function placeOfEarlier(
  pair: PooledPair,
  place: number | undefined,
  numbers: Float64Array,
  engines: ReadonlySet<string>,
): number {
  const { query, id, probability } = pair;
  const details = { query, id };
  if (pair.inOrder?.by !== "spread")
    throw refused("the pool to extend was not drawn by spread. Draw a new pool without --add", details);
  const absent = pair.engines.find(({ name }) => !engines.has(name));
  if (place === undefined || absent !== undefined) {
    const known = `the pool to extend contains ${quoted(id)} of the query ${quoted(query)}`;
    const missing =
      absent === undefined ? "no engine returns it now" : `no file has results of ${absent.name}, which returned it`;
    throw refused(`${known}, but ${missing}. Give the results of all engines again, with the new ones`, details);
  }
  // With the pool's seed, a drawn pair's random number is at most the pair's probability. Otherwise, the seed differs.
  if (at(numbers, place) > probability) {
    const { seed } = pair.inOrder;
    throw refused(
      `the pool to extend was drawn with another seed. Give ${seed === undefined ? "the same --seed" : `--seed ${seed}`}`,
      details,
    );
  }
  return place;
}

function refused(why: string, details: Readonly<Record<string, unknown>> = {}): SemqrelError {
  return invalidOption(`Drawing pairs by spread: ${why}.`, details);
}

/**
 * Starting with the best rank, merges each pair of a query into the first kept pair that is similar enough. So a merged
 * pair is always similar to a kept pair. Cost O(pairs of a query squared) similarities.
 * @param fixed - number of pairs at the start of `pairs` that may already have ratings. They stay, and other
 * pairs merge into them.
 */
export function mergeNearDuplicates(
  pairs: readonly PooledPair[],
  cosineOf: (one: number, other: number) => number,
  threshold: number,
  fixed = 0,
) {
  const stays = new Map<number, PooledPair>();
  const rankAt = (place: number) => (place < fixed ? -1 : bestRank(at(pairs, place)));
  // Compares before it subtracts, because infinity minus infinity is NaN.
  const byBestRank = (one: number, other: number) =>
    rankAt(one) === rankAt(other) ? one - other : rankAt(one) - rankAt(other);
  for (const places of placesByQuery(pairs).values()) {
    const kept: number[] = [];
    for (const place of places.toSorted(byBestRank)) {
      const pair = at(pairs, place);
      const into = place < fixed ? undefined : kept.find((other) => cosineOf(other, place) >= threshold);
      if (into === undefined) {
        kept.push(place);
        stays.set(place, pair);
        continue;
      }
      const leader = atKey(stays, into);
      const { id, title, engines, merged, shown } = pair;
      const similarity = cosineOf(into, place);
      // Documents that were merged into `pair` earlier get the similarity of `pair` and `leader`.
      const joined = [{ id, title }, ...merged].map((one) => ({ ...one, similarity }));
      const withShown = { ...leader, ...joinShown(leader.shown, shown) };
      const names = { engines: joinEngines(leader.engines, engines), merged: [...leader.merged, ...joined] };
      stays.set(into, { ...withShown, ...names });
    }
  }
  const remaining = [...stays].sort(([one], [other]) => one - other).map(([, pair]) => pair);
  return { pairs: remaining, merged: pairs.length - remaining.length };
}

export interface PoolSample {
  /** Number of whole queries to draw with equal probabilities; null for all. */
  readonly queries: number | null;
  /** Number of pairs to draw from each query; all if null, or if the query has fewer. */
  readonly perQuery: number | null;
  /** `rank` draws pairs of a query with probabilities in proportion to 1 / (best rank + 1), up to 1. */
  readonly by: "uniform" | "rank";
}

/**
 * Draws queries, then pairs of these queries. Multiplies the probability of each pair by the probabilities of both
 * draws. The product is exact, so a sum over the sample with weights 1 / probability is unbiased for the whole pool
 * (Horvitz and Thompson 1952).
 * @param random - the generator of earlier draws. A new generator with the same seed would repeat their numbers
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
