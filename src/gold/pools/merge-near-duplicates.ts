/** Which pairs of a query are one document under two titles? */
import { at, atKey } from "../../core/at.ts";
import type { PooledPair } from "../../core/types.ts";
import { bestRank, joinEngines, joinShown } from "./pool-engines.ts";
import { placesByQuery } from "./pool-queries.ts";

/** A pool after titles that mean the same were merged. */
export interface NearDuplicates {
  /** Those that stay, in their order, with what was merged into them. */
  readonly pairs: readonly PooledPair[];
  readonly merged: number;
}

/**
 * Goes through each query's pairs from the best ranked on (equal ranks: the one seen first). A pair joins the first of
 * those that stay which is similar enough, else it stays itself; so all members are similar to the pair they joined,
 * and there are no chains.
 *
 * @param cosineOf  similarity of the titles at two places of `pairs`, -1..1
 * @param threshold smallest similarity of duplicates
 * @param fixed     so many pairs at the beginning stay and come first: people may have rated them already
 *
 * Cost O(pairs of a query squared) similarities.
 */
export function mergeNearDuplicates(
  pairs: readonly PooledPair[],
  cosineOf: (one: number, other: number) => number,
  threshold: number,
  fixed = 0,
): NearDuplicates {
  const stays = new Map<number, PooledPair>();
  for (const places of placesByQuery(pairs).values()) {
    const kept: number[] = [];
    for (const place of byBestRank(places, pairs, fixed)) {
      const pair = at(pairs, place);
      const into = place < fixed ? undefined : kept.find((other) => cosineOf(other, place) >= threshold);
      if (into === undefined) {
        kept.push(place);
        stays.set(place, pair);
      } else stays.set(into, mergeInto(atKey(stays, into), pair, cosineOf(into, place)));
    }
  }
  const left = [...stays].sort(([one], [other]) => one - other).map(([, pair]) => pair);
  return { pairs: left, merged: pairs.length - left.length };
}

function byBestRank(places: readonly number[], pairs: readonly PooledPair[], fixed: number): number[] {
  const rankAt = (place: number) => (place < fixed ? -1 : bestRank(at(pairs, place)));
  // Infinity minus infinity is no order.
  return places.toSorted((one, other) => (rankAt(one) === rankAt(other) ? one - other : rankAt(one) - rankAt(other)));
}

function mergeInto(
  leader: PooledPair,
  { id, title, engines, merged, shown }: PooledPair,
  similarity: number,
): PooledPair {
  // What the pair had merged before has its title, and so its similarity.
  const joined = [{ id, title }, ...merged].map((one) => ({ ...one, similarity }));
  const withShown = { ...leader, ...joinShown(leader.shown, shown) };
  return { ...withShown, engines: joinEngines(leader.engines, engines), merged: [...leader.merged, ...joined] };
}
