/** Where does each label of a gold set come from? */
import { at } from "../core/at.ts";
import { type Hash, oneWordKey } from "../core/titles/keys.ts";
import type { PooledPair, Rating } from "../core/types.ts";
import type { CombineOptions, PairState } from "./agreement/combine-ratings.ts";
import type { GoldSet } from "./gold-set.ts";
import { queryName } from "./pools/pool-queries.ts";

/** What stands in the file beside a gold set. */
export interface GoldProvenance
  extends Pick<GoldSet, "by" | "scale" | "raters" | "dawidSkene">,
    Pick<CombineOptions, "minRaters" | "flagged"> {
  readonly schema: "semqrel.gold-provenance/1";
  readonly ratings: string;
  /** Whether the file's labels are grades of the scale; else they are grades less the lowest. */
  readonly keepStars: boolean;
  /** The pool was chosen, not drawn; absent elsewhere. */
  readonly chosen?: "doubtful";
  /** Pairs of all queries were drawn together; absent elsewhere. */
  readonly drawn?: "pairs";
  /** The pool that was rated, from the folder of this file. Absent where it is not known. */
  readonly pool?: string;
  /** All of the pool, in its order. */
  readonly pairs: readonly PairProvenance[];
}

export interface PairProvenance
  extends Pick<PooledPair, "query" | "queryId" | "id" | "title" | "probability" | "queryProbability" | "engines"> {
  /** Name of the query in files of fields: its id, its text where that is one word, else a hash. */
  readonly name: string;
  readonly state: PairState;
  /** As in the file; null where the pair is not in it. */
  readonly label: number | null;
  /** Raters who gave a grade. */
  readonly count: number;
  /** Largest grade less the smallest; null without a grade. */
  readonly spread: number | null;
  /** Each rater's first rating; a flag has no grade. */
  readonly ratings: readonly (Pick<Rating, "rater" | "grade" | "ratedAt"> & { readonly note?: string })[];
  /** Ids of near duplicates that have the label too. */
  readonly merged: readonly string[];
}

/**
 * @param gold    `pool` as seen from the folder of the file
 * @param options those that made the gold set
 */
export function goldProvenance(
  gold: GoldSet,
  { minRaters, flagged, keepStars }: CombineOptions & { readonly keepStars: boolean },
  hash: Hash,
): GoldProvenance {
  const { source, pool, drawn, by, scale, raters, dawidSkene } = gold;
  const mergedOfPair = new Map<number, string[]>();
  const labelOfPair = new Map<number, number>();
  for (const { pair, id, label } of gold.rows) {
    if (id === at(gold.pairs, pair).id) labelOfPair.set(pair, label);
    else mergedOfPair.set(pair, [...(mergedOfPair.get(pair) ?? []), id]);
  }
  const pairs = gold.pairs.map((pair, place): PairProvenance => {
    const { query, queryId, id, title, probability, queryProbability, engines } = pair;
    const ratings = at(gold.ratings, place);
    const grades = ratings.flatMap(({ grade }) => grade ?? []);
    return {
      name: oneWordKey(queryName(pair), query, hash),
      query,
      queryId,
      id,
      title,
      state: at(gold.states, place),
      label: labelOfPair.get(place) ?? null,
      count: grades.length,
      spread: grades.length === 0 ? null : Math.max(...grades) - Math.min(...grades),
      probability,
      queryProbability,
      ratings: ratings.map(({ rater, grade, ratedAt, note }) => ({ rater, grade, ratedAt, ...(note && { note }) })),
      merged: mergedOfPair.get(place) ?? [],
      engines,
    };
  });
  const schema = "semqrel.gold-provenance/1";
  const chosen = gold.pairs.some((pair) => pair.chosen !== undefined) ? { chosen: "doubtful" as const } : {};
  return {
    ...{ schema, ratings: source, ...chosen },
    ...(drawn !== undefined && { drawn }),
    ...(pool !== undefined && { pool }),
    ...{ by, minRaters, flagged, keepStars, scale, raters, dawidSkene, pairs },
  };
}
