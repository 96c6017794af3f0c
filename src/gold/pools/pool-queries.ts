/** Which queries does a pool hold: where do their pairs stand, what are they called, and in which order do they come? */
import { at } from "../../core/at.ts";
import type { PooledPair } from "../../core/types.ts";
import { type Random, shuffle } from "../../maths/random.ts";

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

/** Its id, where that is one word, else its text; formats without white space replace that by a hash. */
export function queryName({ query, queryId }: Pick<PooledPair, "query" | "queryId">): string {
  return queryId !== null && /^\S+$/.test(queryId) ? queryId : query;
}

export function shufflePool(pairs: readonly PooledPair[], random: Random): PooledPair[] {
  const queries = shuffle([...placesByQuery(pairs).values()], random);
  return queries.flatMap((places) => shuffle(places, random).map((place) => at(pairs, place)));
}
