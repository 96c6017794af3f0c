/**
 * In which order does a pool list its pairs?
 */

import type { PooledPair } from "../../core/types.ts";
import type { Random } from "../../maths/random/seeded-random.ts";
import { shuffle } from "../../maths/random/seeded-random.ts";
import { placesByQuery } from "./places-by-query.ts";

/** Queries in an order of chance, the pairs of each together and in an order of chance. */
export function shufflePool(pairs: readonly PooledPair[], random: Random): PooledPair[] {
  const queries = shuffle([...placesByQuery(pairs).values()], random);
  return queries.flatMap((places) => shuffle(places, random).flatMap((place) => pairs[place] ?? []));
}
