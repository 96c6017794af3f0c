/**
 * Where does each label of a gold set come from?
 */
import { at } from "../core/at.ts";
import { type Hash, oneWordKey } from "../core/titles/keys.ts";
import type { PooledEngine } from "../core/types.ts";
import type { CombineOptions, CombiningRule, PairState } from "./agreement/combine-ratings.ts";
import type { GoldSet } from "./gold-set.ts";
import { queryName } from "./pools/pool-queries.ts";

/** What stands in the file beside a gold set. */
export interface GoldProvenance {
  readonly schema: "semqrel.gold-provenance/1";
  readonly ratings: string;
  readonly by: CombiningRule;
  readonly minRaters: number;
  readonly flagged: CombineOptions["flagged"];
  /** Whether the file's labels are grades of the scale; else they are grades less the lowest. */
  readonly keepStars: boolean;
  readonly scale: GoldSet["scale"];
  readonly raters: readonly string[];
  readonly dawidSkene: GoldSet["dawidSkene"];
  /** All of the pool, in its order. */
  readonly pairs: readonly PairProvenance[];
}

export interface PairProvenance {
  /** Name of the query in files of fields: its id, its text where that is one word, else a hash. */
  readonly name: string;
  readonly query: string;
  readonly queryId: string | null;
  readonly id: string;
  readonly title: string;
  readonly state: PairState;
  /** As in the file; null where the pair is not in it. */
  readonly label: number | null;
  /** Raters who gave a grade. */
  readonly count: number;
  /** Largest grade less the smallest; null without a grade. */
  readonly spread: number | null;
  /** Chance of the pair to be in the pool. */
  readonly probability: number;
  readonly queryProbability: number;
  /** Each rater's first rating; a flag has no grade. */
  readonly ratings: readonly {
    readonly rater: string;
    readonly grade: number | null;
    readonly ratedAt: string;
    readonly note?: string;
  }[];
  /** Ids of near duplicates that have the label too. */
  readonly merged: readonly string[];
  readonly engines: readonly PooledEngine[];
}

/** @param options those that made the gold set */
export function goldProvenance(
  gold: GoldSet,
  options: CombineOptions & { readonly keepStars: boolean },
  hash: Hash,
): GoldProvenance {
  const { minRaters, flagged, keepStars } = options;
  const idsOfPair = new Map<number, string[]>();
  const labelOfPair = new Map<number, number>();
  for (const { pair, id, label } of gold.rows) {
    if (id === at(gold.pairs, pair).id) labelOfPair.set(pair, label);
    else idsOfPair.set(pair, [...(idsOfPair.get(pair) ?? []), id]);
  }
  return {
    schema: "semqrel.gold-provenance/1",
    ratings: gold.source,
    by: gold.by,
    minRaters,
    flagged,
    keepStars,
    scale: gold.scale,
    raters: gold.raters,
    dawidSkene: gold.dawidSkene,
    pairs: gold.pairs.map(
      ({ query, queryId, id, title, probability, queryProbability, engines }, place): PairProvenance => {
        const ratings = at(gold.ratings, place);
        const grades = ratings.flatMap(({ grade }) => (grade === null ? [] : [grade]));
        return {
          name: oneWordKey(queryName({ query, queryId }), query, hash),
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
          ratings: ratings.map(({ rater, grade, ratedAt, note }) => ({
            rater,
            grade,
            ratedAt,
            ...(note === "" ? {} : { note }),
          })),
          merged: idsOfPair.get(place) ?? [],
          engines,
        };
      },
    ),
  };
}
