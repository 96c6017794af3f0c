/** Where does each label of a gold set come from? */
import { at } from "../core/at.ts";
import { type Hash, oneWordKey } from "../core/titles/keys.ts";
import type { CombineOptions } from "./agreement/combine-ratings.ts";
import type { GoldRow, GoldSet } from "./gold-set.ts";
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
  const rowsOfPair = gold.pairs.map((): GoldRow[] => []);
  for (const row of gold.rows) at(rowsOfPair, row.pair).push(row);
  const pairs = gold.pairs.map((pair, place) => {
    const { query, queryId, id, title, probability, queryProbability, engines } = pair;
    const rows = at(rowsOfPair, place);
    const ratings = at(gold.ratings, place);
    const grades = ratings.flatMap(({ grade }) => grade ?? []);
    const sameAs = pair.merged.flatMap((one) => (one.similarity === 1 ? [{ id: one.id, title: one.title }] : []));
    return {
      // Of the query in files of fields: its id, its text where that is one word, else a hash.
      name: oneWordKey(queryName(pair), query, hash),
      query,
      queryId,
      id,
      title,
      state: at(gold.states, place),
      // As in the file; null where the pair is not in it.
      label: rows.find((row) => row.id === id)?.label ?? null,
      // Raters who gave a grade, and the largest grade less the smallest; null without a grade.
      count: grades.length,
      spread: grades.length === 0 ? null : Math.max(...grades) - Math.min(...grades),
      probability,
      queryProbability,
      // Each rater's first; a flag has no grade.
      ratings: ratings.map(({ rater, grade, ratedAt, note }) => ({ rater, grade, ratedAt, ...(note && { note }) })),
      // Ids of near duplicates that have the label too.
      merged: rows.flatMap((row) => (row.id === id ? [] : row.id)),
      // Other ids and titles of the same document, if it has any; near duplicates are not among them.
      ...(sameAs.length > 0 && { sameAs }),
      engines,
    };
  });
  const isChosen = gold.pairs.some(({ chosen }) => chosen !== undefined);
  return {
    schema: "semqrel.gold-provenance/1",
    ratings: source,
    // Absent elsewhere: the pool was chosen, not drawn; pairs of all queries were drawn together; its file is known.
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
