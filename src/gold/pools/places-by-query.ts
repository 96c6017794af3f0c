/**
 * Where do the pairs of each query stand?
 */
import type { PooledPair } from "../../core/types.ts";

/** Places in `pairs` by the query's name; queries in order of first appearance, places ascending. */
export function placesByQuery(pairs: readonly Pick<PooledPair, "query">[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [place, { query }] of pairs.entries()) {
    const known = places.get(query);
    if (known === undefined) places.set(query, [place]);
    else known.push(place);
  }
  return places;
}
