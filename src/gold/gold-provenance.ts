/** Where does each label of a gold set come from? */
import { at } from "../core/at.ts";
import { type Hash, oneWordKey } from "../core/titles/keys.ts";
import type { CombineOptions } from "./agreement/combine-ratings.ts";
import type { GoldSet } from "./gold-set.ts";
import { queryName } from "./pools/pool-queries.ts";

/**
 * What stands in the file beside a gold set.
 *
 * @param gold    `pool` as seen from the folder of the file
 * @param options those that made the gold set
 */
export function goldProvenance(
  gold: GoldSet,
  { minRaters, flagged, keepStars }: CombineOptions & { readonly keepStars: boolean },
  hash: Hash,
) {
  const { source, pool, drawn, by, scale, raters, dawidSkene } = gold;
  const mergedOfPair = new Map<number, string[]>();
  const labelOfPair = new Map<number, number>();
  for (const { pair, id, label } of gold.rows) {
    if (id === at(gold.pairs, pair).id) labelOfPair.set(pair, label);
    else mergedOfPair.set(pair, [...(mergedOfPair.get(pair) ?? []), id]);
  }
  const pairs = gold.pairs.map((pair, place) => {
    const { query, queryId, id, title, probability, queryProbability, engines } = pair;
    const ratings = at(gold.ratings, place);
    const grades = ratings.flatMap(({ grade }) => grade ?? []);
    return {
      // Of the query in files of fields: its id, its text where that is one word, else a hash.
      name: oneWordKey(queryName(pair), query, hash),
      query,
      queryId,
      id,
      title,
      state: at(gold.states, place),
      // As in the file; null where the pair is not in it.
      label: labelOfPair.get(place) ?? null,
      // Raters who gave a grade, and the largest grade less the smallest.
      count: grades.length,
      spread: grades.length === 0 ? null : Math.max(...grades) - Math.min(...grades),
      probability,
      queryProbability,
      // Each rater's first; a flag has no grade.
      ratings: ratings.map(({ rater, grade, ratedAt, note }) => ({ rater, grade, ratedAt, ...(note && { note }) })),
      // Ids of near duplicates that have the label too.
      merged: mergedOfPair.get(place) ?? [],
      engines,
    };
  });
  const isChosen = gold.pairs.some(({ chosen }) => chosen !== undefined);
  return {
    schema: "semqrel.gold-provenance/1",
    ratings: source,
    ...(isChosen && { chosen: "doubtful" }),
    ...(drawn !== undefined && { drawn }),
    ...(pool !== undefined && { pool }),
    by,
    minRaters,
    flagged,
    // Whether the file's labels are grades of the scale; else they are grades less the lowest.
    keepStars,
    ...{ scale, raters, dawidSkene },
    // All of the pool, in its order.
    pairs,
  };
}
