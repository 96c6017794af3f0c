/**
 * Which queries does chance draw to be rated next, and which pairs are theirs?
 */

import type { PooledPair, ResultLists } from "../core/types.ts";
import { pooledPairs } from "../gold/pool-files.ts";
import { shufflePool } from "../gold/pools/pool-queries.ts";
import { drawChances, drawSystematically, evenlySeededRandom } from "../maths/random.ts";
import type { CalibratedStudy } from "./calibrated-study.ts";
import { queryDisagreement } from "./ranking-differences.ts";

/**
 * By the study's queries: the pairs that the engines' first results make, and the reference's where it was pooled before.
 *
 * @param places  of the engines
 * @param earlier pairs of the pools that were drawn
 */
export function pairsOfQueries(
  study: CalibratedStudy,
  places: readonly number[],
  { earlier, depth }: { readonly earlier: readonly PooledPair[]; readonly depth: number },
): PooledPair[][] {
  const { stored } = study;
  const lists = places.flatMap((place) => stored.engines[place]?.lists ?? []);
  const pairs = pooledPairs(stored, [...lists, ...referenceIn(study, earlier)], depth);
  const byName = new Map<string, PooledPair[]>(
    Array.from(study.queries, (query) => [stored.queries[query]?.name ?? "", []]),
  );
  for (const pair of pairs) byName.get(pair.query)?.push(pair);
  return [...byName.values()];
}

/** Places of queries that no draw chose, and of which there is something to rate. */
export function queriesLeft(
  { stored, queries, judged, sample }: CalibratedStudy,
  documents: readonly (readonly PooledPair[])[],
  pools: readonly PooledPair[],
): number[] {
  const known = new Set(pools.flatMap(({ query, queryId }) => [query, queryId ?? query]));
  const isChosen = (query: number) =>
    sample === null
      ? judged.grades[query] !== null
      : [stored.queries[query]?.name, stored.queries[query]?.id, stored.queryKeys[query]].some((name) =>
          known.has(name ?? ""),
        );
  return [...queries.keys()].filter((place) => !isChosen(queries[place] ?? -1) && (documents[place] ?? []).length > 0);
}

export interface QueriesToDraw {
  /** By the study's queries. */
  readonly documents: readonly (readonly PooledPair[])[];
  /** Places of those that can be drawn. */
  readonly left: readonly number[];
  /** How many are drawn, >= 1. */
  readonly count: number;
  /** Names of engines whose differences are to be decided. */
  readonly asked: readonly (readonly [string, string])[];
  readonly seed: number;
}

export function drawQueries(study: CalibratedStudy, { documents, left, count, asked, seed }: QueriesToDraw) {
  // A drawn query that is not finished cannot be drawn again: it counts as one that chance left out.
  const share = left.length / (study.queries.length - study.ratedQueries);
  const chances = drawChances(
    left.map((query) => {
      const own = documents[query] ?? [];
      return { deviation: queryDisagreement(own, asked), cost: own.length };
    }),
    count,
  );
  // Another draw of the same seed is another one.
  const random = evenlySeededRandom((seed + study.ratedQueries) | 0);
  const isDrawn = drawSystematically(chances, random);
  const pairs = left.flatMap((query, place) => {
    const probability = (chances[place] ?? 1) * share;
    return isDrawn[place]
      ? (documents[query] ?? []).map((pair) => ({ ...pair, probability, queryProbability: probability }))
      : [];
  });
  return {
    pairs: shufflePool(pairs, random),
    queries: isDrawn.filter(Boolean).length,
    ratings: pairs.length,
    /** Of all queries that could be drawn. */
    chances: chances.map((chance) => chance * share),
  };
}

/** The best order of a query is that of all that was pooled: where the reference was, it stays. */
function referenceIn({ stored }: CalibratedStudy, pools: readonly PooledPair[]): ResultLists[] {
  const lists = stored.reference?.lists;
  const isPooled = pools.some(({ engines }) => engines.some(({ name }) => name === lists?.engine));
  return lists !== undefined && isPooled ? [lists] : [];
}
