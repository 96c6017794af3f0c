/** How large is a pool, what does each engine add to it, and how long will rating it take? */
import type { PooledPair } from "../../core/types.ts";
import { quantile } from "../../maths/summary/quantiles.ts";
import { placesByQuery } from "./pool-queries.ts";

/** Usual time for one title, until a rater's own pace is known. */
export const secondsPerRating = 12;
/** Usual time for reading a query before its first title is rated. */
export const secondsPerQuery = 10;

/** Of one rating, with its share of reading the query. @param pairs of one query in the mean; null where they are all rated */
export function usualSeconds(pairs: number | null): number {
  return secondsPerRating + (pairs === null ? 0 : secondsPerQuery / pairs);
}

export type PoolSummary = ReturnType<typeof summarisePool>;

/** @param pairs at least one */
export function summarisePool(pairs: readonly PooledPair[]) {
  const sizes = Float64Array.from(placesByQuery(pairs).values(), (places) => places.length).sort();
  // `pairs`: those of the pool that it returned; `alone`: those that no other engine returned.
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
    // Pairs of a query.
    perQuery: { min: quantile(sizes, 0), median: quantile(sizes, 0.5), max: quantile(sizes, 1) },
    engines: Object.fromEntries([...engines].sort(([one], [other]) => (one < other ? -1 : 1))),
    // For one rater.
    minutes: (pairs.length * secondsPerRating) / 60,
  };
}
