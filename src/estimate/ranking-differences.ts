/** How differently engines rank a query, or a document of it: what its rating would tell, as far as lists say. */
import { at } from "../core/at.ts";
import type { PooledEngine, PooledPair } from "../core/types.ts";
import { rowsOfQuery } from "../lists/group-results.ts";
import { meanOf } from "../maths/summary.ts";
import { rankDiscount } from "../measure/measures/graded/discounted-gain.ts";
import { NO_TITLE, type TitlePool } from "./calibration/title-pool.ts";

/** Names, two by two: engines whose differences are asked for. */
type EnginePairs = readonly (readonly [one: string, other: string])[];

/** Part of each size that is the same for all: it bounds the weight of pairs that are expected to tell nothing. */
const EVEN_SHARE = 0.2;
/** Part of the variance of gains that is the same for all. */
const EVEN_VARIANCE = 0.3;

/**
 * By pair, with the mean 1: .2 + .8 s / mean s, s = sqrt(d v). d is the mean over pairs of engines of (w_A - w_B)², w the sum
 * of the weights of the document's positions in the list. v = .3 + .7 p / mean p is the variance of the gain, p the sum over
 * all lists of 1 / log2(position + 1), because what many lists have at their top is relevant at times, what one has at its
 * end hardly ever. A draw in proportion to s has the smallest variance if v is right (Neyman 1934). On Cranfield and
 * Discernatron such draws of a quarter of the pairs had .52 and .59 of the variance (DCG@10) of as many ratings of whole queries.
 */
export function pairSizes(
  pairs: readonly Pick<PooledPair, "engines">[],
  engines: EnginePairs,
  weightAt: (rank: number) => number,
): Float64Array {
  const popularity = Float64Array.from(pairs, (pair) =>
    pair.engines.reduce((sum, engine) => sum + summed(engine, rankDiscount), 0),
  );
  // Without any result all are alike.
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

/** Adds (w_A - w_B)² of each pair of engines, w the sum of the weights of the document's positions, 0 outside the list. */
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
 * sqrt(mean over the pairs of engines of Σ over the query's documents (w_A - w_B)²), w = 1 / log2(position + 1) at each
 * position of the document in the list, 0 outside: what two lists have alike cannot make a difference. If grades of documents
 * were independent and of one variance, the difference of the engines' DCG would have a standard deviation in proportion.
 */
export function queryDisagreement(documents: readonly Pick<PooledPair, "engines">[], engines: EnginePairs): number {
  if (engines.length === 0) return 0;
  const squares = documents.reduce((sum, document) => addSquares(sum, document, engines, rankDiscount), 0);
  return Math.sqrt(squares / engines.length);
}

/**
 * For every two engines once, (0, 1), (0, 2), …, (1, 2), …: mean over queries of Σ over titles (w_A - w_B)², w as in
 * `queryDisagreement`, which is in proportion to the variance of a difference. Cost O(queries titles engines²).
 */
export function expectedVariances({ engines, offsets }: TitlePool, queries: Int32Array, depth: number): number[] {
  const pairs = engines.flatMap((_, first) => engines.slice(first + 1).map((__, after) => [first, first + 1 + after]));
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
    for (const [pair, [first = 0, second = 0]] of pairs.entries()) {
      const [one, other] = [at(weights, first), at(weights, second)];
      for (let title = 0; title < one.length; title++)
        sums[pair] = (sums[pair] as number) + ((one[title] as number) - (other[title] as number)) ** 2;
    }
  }
  return [...sums].map((sum) => sum / queries.length);
}
