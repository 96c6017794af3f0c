/** Draws what to rate next: whole queries, or pairs of query and document from all queries. */

import { at, atKey } from "../core/at.ts";
import { sha256 } from "../core/files/read-whole.ts";
import { shellWord } from "../core/text/escape.ts";
import { quoted } from "../core/text/wording.ts";
import type { PooledEngine, PooledPair, StoredLabels } from "../core/types.ts";
import { pooledPairs } from "../gold/pool-files.ts";
import { spreadOrder } from "../gold/pools/draw-by-spread.ts";
import { placesByQuery, shufflePool } from "../gold/pools/order-for-rating.ts";
import { refusedSuggestion } from "../lists/choose-engines.ts";
import { rowsOfQuery } from "../lists/group-results.ts";
import { everyPair } from "../maths/numbers.ts";
import { drawChances, drawInOrder, drawSystematically, evenlySeededRandom, uniformNumber } from "../maths/random.ts";
import { meanOf } from "../maths/summary.ts";
import { rankDiscount } from "../measure/measures/graded/discounted-gain.ts";
import type { PositionWeights } from "../measure/measures/parse-measures.ts";
import type { CalibratedStudy } from "./calibrated-study.ts";
import { NO_TITLE, type TitlePool } from "./calibration/title-pool.ts";

type EnginePairs = readonly (readonly [one: string, other: string])[];

/** Lower limit of `pairSizes` (mean 1). Chances are proportional to sizes, so it also limits the weights 1 / chance. */
const EVEN_SHARE = 0.2;
/** Part of a pair's variance of gain that does not depend on its positions. The mean variance is 1. */
const EVEN_VARIANCE = 0.3;

/**
 * Returns the size of each pair of query and document: .2 + .8 s / mean s, with s = sqrt(d v).
 *   - d = Σ (w_A - w_B)² over pairs of engines A, B; w_A: sum of the weights of the document's positions in A's list
 *   - v = .3 + .7 p / mean p, the variance of the gain; p = Σ 1 / log2(position + 1) over its positions in all lists
 * Documents at the top of many lists are sometimes relevant, documents at the end of one list hardly ever. If v is
 * right, drawing in proportion to s has the smallest variance (Neyman 1934). With a quarter of the pairs rated, the
 * variance of DCG@10 was .52 (Cranfield) and .59 (Discernatron) times its value with as many ratings of whole queries.
 */
export function pairSizes(
  pairs: readonly Pick<PooledPair, "engines">[],
  engines: EnginePairs,
  weightAt: (rank: number) => number,
): Float64Array {
  const popularity = Float64Array.from(pairs, (pair) =>
    pair.engines.reduce((sum, engine) => sum + summed(engine, rankDiscount), 0),
  );
  const usual = meanOf(popularity) || 1;
  const deviations = Float64Array.from(pairs, (pair, place) => {
    const variance = EVEN_VARIANCE + ((1 - EVEN_VARIANCE) * at(popularity, place)) / usual;
    return Math.sqrt(addSquares(0, pair, engines, weightAt) * variance);
  });
  const mean = meanOf(deviations);
  return deviations.map((deviation) => (mean === 0 ? 1 : EVEN_SHARE + ((1 - EVEN_SHARE) * deviation) / mean));
}

function summed({ rank, also }: PooledEngine, valueAt: (rank: number) => number): number {
  return [rank, ...also].reduce((sum, one) => sum + valueAt(one), 0);
}

/** Returns `start` plus Σ (w_A - w_B)² over pairs of engines A, B, with w as in `pairSizes`. */
function addSquares(
  start: number,
  pair: Pick<PooledPair, "engines">,
  engines: EnginePairs,
  weightAt: (rank: number) => number,
): number {
  const weights = new Map(pair.engines.map((engine) => [engine.name, summed(engine, weightAt)]));
  return engines.reduce((sum, [one, other]) => sum + ((weights.get(one) ?? 0) - (weights.get(other) ?? 0)) ** 2, start);
}

/**
 * Returns how much engines disagree on a query: sqrt(mean over pairs of engines A, B of Σ (w_A - w_B)² over documents).
 * w is the sum of 1 / log2(position + 1) over the document's positions in a list; 0 if it is not in the list. If grades
 * are independent with equal variance, the result is proportional to the standard deviation of the difference in DCG.
 */
export function queryDisagreement(documents: readonly Pick<PooledPair, "engines">[], engines: EnginePairs): number {
  if (engines.length === 0) return 0;
  const squares = documents.reduce((sum, document) => addSquares(sum, document, engines, rankDiscount), 0);
  return Math.sqrt(squares / engines.length);
}

/**
 * Returns a number proportional to the variance of the difference of each pair of engines A, B: the mean over queries
 * of Σ (w_A - w_B)² over titles, with w as in `queryDisagreement`. The pairs are in the order (0, 1), (0, 2), …, (1,
 * 2), …. Cost O(queries titles engines²).
 */
export function expectedVariances({ engines, offsets }: TitlePool, queries: Int32Array, depth: number): number[] {
  const pairs = everyPair(engines, (_, __, first, second) => [first, second] as const);
  const sums = new Float64Array(pairs.length);
  for (const query of queries) {
    const start = at(offsets, query);
    const weights = engines.map(({ lists, poolRows }) => {
      const ofTitle = new Float64Array(at(offsets, query + 1) - start);
      for (const [rank, row] of rowsOfQuery(lists, query).subarray(0, depth).entries()) {
        const place = at(poolRows, row);
        if (place !== NO_TITLE) ofTitle[place - start] = at(ofTitle, place - start) + rankDiscount(rank);
      }
      return ofTitle;
    });
    for (const [pair, [first, second]] of pairs.entries()) {
      const [one, other] = [at(weights, first), at(weights, second)];
      for (let title = 0; title < one.length; title++)
        sums[pair] = (sums[pair] as number) + ((one[title] as number) - (other[title] as number)) ** 2;
    }
  }
  return [...sums].map((sum) => sum / queries.length);
}

/** Returns each query's pairs: first results of the engines, and also of the reference if that was pooled before. */
export function pairsOfQueries(
  { stored, queries }: CalibratedStudy,
  places: readonly number[],
  earlier: readonly PooledPair[],
  depth: number,
): PooledPair[][] {
  const lists = places.map((place) => at(stored.engines, place).lists);
  const reference = stored.reference?.lists;
  // Pools the reference again if it was pooled before, because the ideal list of nDCG uses its documents too.
  const isPooled = earlier.some(({ engines }) => engines.some(({ name }) => name === reference?.engine));
  if (reference !== undefined && isPooled) lists.push(reference);
  const byName = new Map(Array.from(queries, (query): [string, PooledPair[]] => [at(stored.queries, query).name, []]));
  for (const pair of pooledPairs(stored, lists, depth)) byName.get(pair.query)?.push(pair);
  return [...byName.values()];
}

/** Returns the indexes of queries that were not drawn and have results to rate. */
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

interface QueriesToDraw {
  readonly documents: readonly (readonly PooledPair[])[];
  /** Indexes of queries that can be drawn. */
  readonly left: readonly number[];
  readonly count: number;
  readonly asked: EnginePairs;
  readonly seed: number;
  /** Number of this draw, from 1. */
  readonly draw: number;
}

export function drawQueries(study: CalibratedStudy, { documents, left, count, asked, seed, draw }: QueriesToDraw) {
  // Drawn queries that lack ratings cannot be drawn again. The factor `share` treats them as missing at random.
  const share = left.length / (study.queries.length - study.ratedQueries);
  const chances = drawChances(
    left.map((query) => {
      const own = documents[query] ?? [];
      return { deviation: queryDisagreement(own, asked), cost: own.length };
    }),
    count,
  );
  // The user's seed stays the same, but each draw must differ. So the number of rated queries is added.
  const random = evenlySeededRandom((seed + study.ratedQueries) | 0);
  const isDrawn = drawSystematically(chances, random);
  const pairs = left.flatMap((query, place) => {
    const probability = (chances[place] ?? 1) * share;
    return isDrawn[place]
      ? (documents[query] ?? []).map((pair) => ({ ...pair, probability, queryProbability: probability, draw }))
      : [];
  });
  return {
    pairs: shufflePool(pairs, random),
    queries: isDrawn.filter(Boolean).length,
    ratings: pairs.length,
    chances: chances.map((chance) => chance * share),
  };
}

type OrderedPairs = ReturnType<typeof orderedPairs>;

/** @param places - indexes of the engines to compare */
export function orderedPairs(stored: StoredLabels, places: readonly number[], weights: PositionWeights, seed: number) {
  const lists = places.map((place) => at(stored.engines, place).lists);
  const pairs = pooledPairs(stored, lists, Number.isFinite(weights.depth) ? weights.depth : null);
  const asked = everyPair(lists, (one, other) => [one.engine, other.engine] as const);
  const sizes = pairSizes(pairs, asked, weights.weightAt);
  const keys = pairs.map(keyOfPair);
  return {
    pairs,
    sizes,
    numbers: Float64Array.from(keys, (key) => uniformNumber(sha256(JSON.stringify([seed, key])))),
    // Nine digits, because the last digits of a logarithm differ between machines.
    order: sha256(JSON.stringify([seed, keys, Array.from(sizes, (size) => size.toPrecision(9))])).slice(0, 16),
    bySpread: false,
    placeOf: new Map(keys.map((key, place) => [key, place])),
    queries: placesByQuery(pairs).size,
  };
}

/** Returns the order of `pool --by spread` for the folder's lists. Leaves out pairs that all engines rank the same. */
export function orderBySpread(
  { queries, engines }: Pick<StoredLabels, "queries" | "engines">,
  { depth, seed }: { readonly depth: number; readonly seed: number },
): OrderedPairs {
  // Sorted by name, as in `poolFiles`, because a title gets its id from the first list that contains it.
  const lists = engines.map((engine) => engine.lists).sort((one, other) => (one.engine < other.engine ? -1 : 1));
  const all = pooledPairs({ queries }, lists, Number.isFinite(depth) ? depth : null);
  const { sizes, numbers, order } = spreadOrder(all, { engines: lists.length, seed, hash: sha256 });
  const counts = (_: unknown, place: number) => (sizes[place] ?? 0) > 0;
  const pairs = all.filter(counts);
  return {
    pairs,
    order,
    bySpread: true,
    sizes: sizes.filter(counts),
    numbers: numbers.filter(counts),
    placeOf: new Map(pairs.map((pair, place) => [keyOfPair(pair), place])),
    queries: placesByQuery(all).size,
  };
}

export function keyOfPair({ query, id }: PooledPair): string {
  return JSON.stringify([query, id]);
}

/** Returns the pool. Throws if it is not the beginning of the order. */
export function beginningOf(
  { pairs, sizes, numbers, order, bySpread, placeOf }: OrderedPairs,
  pool: readonly PooledPair[],
  paths: readonly string[],
): readonly PooledPair[] {
  if (pool.some(({ inOrder }) => inOrder?.order !== order))
    throw refusedSuggestion(
      `${paths[0]} was drawn in another order (other seed, measure, engines, lists or titles), so it cannot be extended. Use the settings it was drawn with, or start again without --pool`,
    );
  const { drawn } = drawInOrder(sizes, numbers, pool.length);
  const found = new Set(pool.map((pair) => placeOf.get(keyOfPair(pair))));
  const missing = drawn.find((place) => !found.has(place));
  if (missing === undefined) return pool;
  const { query, id } = at(pairs, missing);
  const lacks = `${paths[0]} lacks the document ${id} of the query ${quoted(query)}, which`;
  throw refusedSuggestion(
    bySpread
      ? `${lacks} a draw from the lists of the labels would contain: the pool was drawn from other lists, or lines are missing. Extend it with the files it was drawn from: semqrel pool FILES --by spread --add ${shellWord(at(paths, 0))} -o NEXT.jsonl`
      : `${lacks} was drawn. Pairs removed by hand make the probabilities wrong. Restore the file`,
  );
}

/** Returns the earlier pairs and then `count` new pairs, each with its probability of being in the whole pool. */
export function growPool(
  { pairs, sizes, numbers, order, bySpread, placeOf, queries }: OrderedPairs,
  earlier: readonly PooledPair[],
  count: number,
  seed: number,
): PooledPair[] {
  const size = earlier.length + count;
  const { drawn, probabilities } = drawInOrder(sizes, numbers, size);
  const chances = new Map(Array.from(drawn, (place, nth) => [place, at(probabilities, nth)]));
  const known = earlier.map((pair) => ({
    ...pair,
    probability: chances.get(placeOf.get(keyOfPair(pair)) ?? -1) ?? pair.probability,
  }));
  const isKnown = new Set(earlier.map((pair) => placeOf.get(keyOfPair(pair))));
  const by = bySpread && { by: "spread" as const };
  const inOrder = { order, since: size, seed, ...by, queries };
  const added = Array.from(drawn.toSorted())
    .filter((place) => !isKnown.has(place))
    .map((place) => ({ ...at(pairs, place), probability: atKey(chances, place), inOrder }));
  return [...known, ...shufflePool(added, evenlySeededRandom((seed + size) | 0))];
}
