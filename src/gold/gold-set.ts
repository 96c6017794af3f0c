import { at } from "../core/at.ts";
import type { PooledPair, RatingSet } from "../core/types.ts";
import { type CombineOptions, combineRatings } from "./agreement/combine-ratings.ts";
import { placesByQuery } from "./pools/order-for-rating.ts";

export interface GoldOptions extends CombineOptions {
  /** Whether rows have grades of the scale, such as 1 to 5, instead of labels from 0. Measures always use labels. */
  readonly keepStars?: boolean;
}

export type GoldSet = ReturnType<typeof goldSet>;
export type GoldRow = ReturnType<typeof goldRows>[number];

/** Labels start at 0 on every scale, because the lowest grade, such as one star, means not relevant. */
export function goldSet(set: RatingSet, options: GoldOptions) {
  const { grades, ...combined } = combineRatings(set, options);
  const { drawn, scale, pairs } = set;
  const [{ grade: lowest }, { grade: highest }] = [at(scale.grades, 0), at(scale.grades, scale.grades.length - 1)];
  // Label of each pair, >= 0; NaN if it has none.
  const labels = grades.map((grade) => grade - lowest);
  const queries = queriesOf(pairs);
  const rows = goldRows(queries, pairs, options.keepStars ? grades : labels);
  return {
    ...set,
    // Replaces `ratings` by a list of each pair's ratings, without repeats.
    ...combined,
    queries,
    labels,
    rows,
    // Whether pairs were drawn one by one. If so, the other results of their queries are unknown.
    singled: drawn === "pairs" || pairs.some(({ probability, queryProbability }) => probability < queryProbability),
    by: options.by,
    topLabel: highest - lowest,
    // Number of rows for duplicates, which share the rating of their pair.
    merged: rows.filter(({ pair, id }) => at(pairs, pair).id !== id).length,
    // Number of ratings and flags, without repeats.
    ratingCount: combined.ratings.reduce((sum, ofPair) => sum + ofPair.length, 0),
  };
}

export function queriesOf(pairs: readonly PooledPair[]) {
  return [...placesByQuery(pairs)].map(([query, places]) => ({
    query,
    queryId: at(pairs, at(places, 0)).queryId,
    pairs: places,
    // Whether the pool contains every pair that the engines returned for this query, not a sample.
    isWhole: places.every((place) => {
      const { probability, queryProbability, chosen } = at(pairs, place);
      return probability === queryProbability && chosen === undefined;
    }),
  }));
}

/** An id that was merged into a pair gets the pair's label, unless the id belongs to another pair. */
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
