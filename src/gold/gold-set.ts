/** What do people's ratings say each document is worth? */
import { at } from "../core/at.ts";
import type { PooledPair, RatingSet } from "../core/types.ts";
import { type CombineOptions, combineRatings } from "./agreement/combine-ratings.ts";
import { placesByQuery } from "./pools/order-for-rating.ts";

export interface GoldOptions extends CombineOptions {
  /** Rows hold grades of the scale (1..5) in place of labels from 0 on. Labels that measure stay the same. */
  readonly keepStars: boolean;
}

export type GoldSet = ReturnType<typeof goldSet>;
export type GoldRow = ReturnType<typeof goldRows>[number];

/** One star is not relevant: labels begin at 0, whatever the scale. */
export function goldSet(set: RatingSet, options: GoldOptions) {
  const { grades, ...combined } = combineRatings(set, options);
  const { source, pool, drawn, scale, pairs } = set;
  const [{ grade: lowest }, { grade: highest }] = [at(scale.grades, 0), at(scale.grades, scale.grades.length - 1)];
  // By pair, >= 0; NaN where it has none.
  const labels = grades.map((grade) => grade - lowest);
  const queries = queriesOf(pairs);
  const rows = goldRows(queries, pairs, options.keepStars ? grades : labels);
  return {
    ...combined,
    ...{ source, scale, pairs, queries, labels, rows },
    ...(pool !== undefined && { pool }),
    ...(drawn !== undefined && { drawn }),
    // Pairs were drawn one by one: what a query lacks in the pool is unknown.
    singled: drawn === "pairs" || pairs.some(({ probability, queryProbability }) => probability < queryProbability),
    by: options.by,
    topLabel: highest - lowest,
    // Rows of near duplicates, which share a rating.
    merged: rows.filter(({ pair, id }) => at(pairs, pair).id !== id).length,
    // Of each rater and pair the first, flags among them.
    ratingCount: combined.ratings.reduce((sum, ofPair) => sum + ofPair.length, 0),
  };
}

export function queriesOf(pairs: readonly PooledPair[]) {
  return [...placesByQuery(pairs)].map(([query, places]) => ({
    query,
    queryId: at(pairs, at(places, 0)).queryId,
    pairs: places,
    // Whether the pool has all pairs that its engines returned, not just a sample.
    isWhole: places.every((place) => {
      const { probability, queryProbability, chosen } = at(pairs, place);
      return probability === queryProbability && chosen === undefined;
    }),
  }));
}

/** A document's own rating comes before one that it shares as a near duplicate. @param labels by pair; NaN for none */
export function goldRows(queries: ReturnType<typeof queriesOf>, pairs: readonly PooledPair[], labels: Float64Array) {
  return queries.flatMap((query) => {
    const taken = new Set(query.pairs.map((pair) => at(pairs, pair).id));
    return query.pairs.flatMap((pair) => {
      const [known, label] = [at(pairs, pair), at(labels, pair)];
      if (Number.isNaN(label)) return [];
      const shared = known.merged.filter(({ id }) => !taken.has(id) && taken.add(id));
      return [known, ...shared].map(({ id, title }) => ({ pair, id, title, label }));
    });
  });
}
