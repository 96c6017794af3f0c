/**
 * Determines the order in which a rater sees the pairs of a pool. The order differs by rater, so that fatigue and habit
 * affect different pairs. A few pairs appear twice, to measure how consistent raters are.
 */
import { at, atKey } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import { rowsByKey } from "../../core/rows-by-key.ts";
import type { PooledPair } from "../../core/types.ts";
import { type Random, shuffle } from "../../maths/random.ts";
import { quantile } from "../../maths/summary.ts";

export interface RatingGroup {
  /** Number of the query, from 0, in order of first appearance in the pairs. */
  readonly query: number;
  /** From 1. Above 1 only if a query has more items than fit into one group. */
  readonly part: number;
  /** Occasion 0 is the first rating, 1 the repeat. `pair` is an index in the given pairs. */
  readonly items: readonly { readonly pair: number; readonly occasion: 0 | 1 }[];
}

type Item = RatingGroup["items"][number];

const MOST_ITEMS = 100;
const REPEATING_FROM = 20;
const GROUPS_BETWEEN = 2;

/**
 * Returns the queries, and the pairs of each query, in random order. A query with more than 100 pairs is split into
 * equal parts. The order depends on hashes of seed, rater, query and id. So adding pairs does not change the order of
 * the other pairs. `repeatShare` is the share of pairs that are repeated, in separate groups. The number of repeats is
 * rounded, but at least 1 for 20 or more pairs, unless the share is 0. At least two groups come between an item and its
 * repeat, unless there are fewer than three groups. Added pairs may move or replace a few repeats. Cost: O(n log n).
 */
export function orderForRating(
  pairs: Pairs,
  { rater, seed, repeatShare }: { readonly rater: string; readonly seed: number; readonly repeatShare: number },
): RatingGroup[] {
  if (!(repeatShare >= 0 && repeatShare <= 1)) {
    throw invalidOption(`Ordering pairs: a share of repetitions is from 0 to 1, not ${repeatShare}.`, { repeatShare });
  }
  const start = hashOf(hashOf(emptyHash, String(seed)), rater);
  const hashOfQuery = new Map<string, Hash>();
  for (const { query } of pairs) if (!hashOfQuery.has(query)) hashOfQuery.set(query, hashOf(start, query));
  const fractionOf = (query: string, ...names: readonly string[]) =>
    fraction(names.reduce(hashOf, atKey(hashOfQuery, query)));
  const keyOfPair = Float64Array.from(pairs, ({ query, id }) => fractionOf(query, id));
  const first = firstGroups(pairs, keyOfPair, fractionOf);
  const repeated = repeatedGroups(first, chooseRepeats(first, keyOfPair, repeatShare), pairs, fractionOf);
  const all = first.flatMap((group, place) => [group, ...(repeated.get(place) ?? [])]);
  return all.map(({ query, part, items }) => ({ query, part, items }));
}

export function placesByQuery(pairs: readonly Pick<PooledPair, "query">[]): ReadonlyMap<string, readonly number[]> {
  return rowsByKey(pairs.map(({ query }) => query));
}

/** Shuffles queries, and the pairs of each query, for the pool's file. This order is the same for all raters. */
export function shufflePool(pairs: readonly PooledPair[], random: Random): PooledPair[] {
  const queries = shuffle([...placesByQuery(pairs).values()], random);
  return queries.flatMap((places) => shuffle(places, random).map((place) => at(pairs, place)));
}

/** Returns a number in [0, 1) that only depends on seed, rater and the arguments. */
type FractionOf = (query: string, ...names: readonly string[]) => number;

function byKeyIn(keys: Float64Array) {
  return (one: number, other: number) => at(keys, one) - at(keys, other) || one - other;
}

type Pairs = readonly { readonly query: string; readonly id: string }[];
type PlacedGroup = ReturnType<typeof firstGroups>[number];

/** The key of a group is its position in the session, from 0 to 1. */
function firstGroups(pairs: Pairs, keyOfPair: Float64Array, fractionOf: FractionOf) {
  const queries = [...placesByQuery(pairs)].map(([query, places], number) => {
    return { number, key: fractionOf(query), places: places.toSorted(byKeyIn(keyOfPair)) };
  });
  queries.sort((one, other) => one.key - other.key || one.number - other.number);
  return queries.flatMap(({ number, key, places }, place) => {
    const parts = Math.ceil(places.length / MOST_ITEMS);
    const room = (queries[place + 1]?.key ?? 1) - key;
    const startOf = (part: number) => Math.round((part * places.length) / parts);
    return Array.from({ length: parts }, (_, part) => ({
      query: number,
      part: part + 1,
      key: key + (room * part) / parts,
      items: places.slice(startOf(part), startOf(part + 1)).map((pair): Item => ({ pair, occasion: 0 })),
    }));
  });
}

/**
 * Divides the pairs into stretches of about 1 / share pairs, and chooses one pair of each. So added pairs change few
 * earlier choices. If all pairs of a stretch come too late in the session, chooses a pair of another stretch.
 */
function chooseRepeats(first: readonly PlacedGroup[], keyOfPair: Float64Array, share: number): Set<number> {
  const earlyGroups = first.length > GROUPS_BETWEEN ? first.slice(0, -GROUPS_BETWEEN) : first;
  const earlyPairs = new Set(earlyGroups.flatMap(({ items }) => items.map(({ pair }) => pair)));
  const byKey = byKeyIn(keyOfPair);
  const chosen = new Set<number>();
  let missing = 0;
  let start = 0;
  for (let repeat = 0; share > 0; repeat++) {
    const roundedUp = Math.ceil((repeat + 0.5) / share);
    const end = repeat === 0 ? Math.min(roundedUp, REPEATING_FROM) : roundedUp;
    if (end > keyOfPair.length) break;
    const stretch = Array.from({ length: end - start }, (_, place) => start + place);
    const [best] = stretch.filter((pair) => earlyPairs.has(pair)).sort(byKey);
    if (best === undefined) missing++;
    else chosen.add(best);
    start = end;
  }
  const others = missing === 0 ? [] : [...earlyPairs].filter((pair) => !chosen.has(pair)).sort(byKey);
  for (const pair of others.slice(0, missing)) chosen.add(pair);
  return chosen;
}

/** Returns groups of repeats. Each key is the index in `first` of the group after which these repeats come. */
function repeatedGroups(
  first: readonly PlacedGroup[],
  chosen: ReadonlySet<number>,
  pairs: Pairs,
  fractionOf: FractionOf,
): Map<number, PlacedGroup[]> {
  const following = new Map<number, PlacedGroup[]>();
  for (const [number, group] of first.entries()) {
    const items = group.items.filter(({ pair }) => chosen.has(pair)).map(({ pair }): Item => ({ pair, occasion: 1 }));
    const [one] = items;
    if (one === undefined) continue;
    const key = group.key + (1 - group.key) * fractionOf(at(pairs, one.pair).query, "again", String(group.part));
    const earliest = Math.min(number + GROUPS_BETWEEN, first.length - 1);
    const byTime = first.findLastIndex((other) => other.key <= key);
    const place = Math.max(earliest, byTime);
    // In reverse order, because the rater may remember the first order.
    const repeated = { ...group, key, items: items.toReversed() };
    following.set(place, [...(following.get(place) ?? []), repeated]);
  }
  for (const groups of following.values()) groups.sort((one, other) => one.key - other.key);
  return following;
}

/** Two 32-bit hashes of all names so far. */
interface Hash {
  readonly high: number;
  readonly low: number;
}

const emptyHash: Hash = { high: 0x811c9dc5, low: 0x01000193 };

/** FNV-1a, with another prime for the second hash. Each name gets an end, so "ab", "c" and "a", "bc" differ. */
function hashOf({ high, low }: Hash, name: string): Hash {
  let [one, other] = [high, low];
  for (let place = 0; place <= name.length; place++) {
    const code = place < name.length ? name.charCodeAt(place) : 0x10000;
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x5bd1e995);
  }
  return { high: one, low: other };
}

function fraction({ high, low }: Hash): number {
  return (finished(high) * 2 ** 21 + (finished(low ^ high) >>> 11)) / 2 ** 53;
}

/** The final step of MurmurHash3, which makes every bit depend on all others. */
function finished(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Usual seconds per title, until the rater's pace is known. */
export const secondsPerRating = 12;
/** Usual seconds to read a query before its first title is rated. */
export const secondsPerQuery = 10;

export type PoolSummary = ReturnType<typeof summarisePool>;

export function summarisePool(pairs: readonly PooledPair[]) {
  const sizes = Float64Array.from(placesByQuery(pairs).values(), (places) => places.length).sort();
  const engines = new Map<string, { pairs: number; alone: number }>();
  for (const pair of pairs) {
    for (const { name } of pair.engines) {
      const counts = engines.get(name) ?? { pairs: 0, alone: 0 };
      counts.pairs++;
      if (pair.engines.length === 1) counts.alone++;
      engines.set(name, counts);
    }
  }
  return {
    queries: sizes.length,
    pairs: pairs.length,
    perQuery: { min: quantile(sizes, 0), median: quantile(sizes, 0.5), max: quantile(sizes, 1) },
    engines: Object.fromEntries([...engines].sort(([one], [other]) => (one < other ? -1 : 1))),
    minutes: (pairs.length * secondsPerRating) / 60,
  };
}
