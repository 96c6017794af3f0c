/**
 * What does each engine gain by the rated pairs of a sample, and by predicted gains of all its results?
 */

import { at } from "../../core/at.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import type { PairValues } from "../../maths/sampling/pair-sample-estimate.ts";
import type { PositionWeights } from "../../measure/measures/position-weights.ts";
import { gradeOfRow, type ListsToJudge } from "../../trust/judged-lists.ts";
import { type TitlePool, valueOfTitle } from "./title-pool.ts";

export interface SampledQueryPairs {
  /** Its number. */
  readonly query: number;
  /** By pair: what the judgments call the document, and those merged with it. */
  readonly pairs: readonly (readonly string[])[];
}

/** What every result gains, by people and by a model. */
export interface PairGains {
  /** Its engines are those of the pool. */
  readonly judged: ListsToJudge;
  readonly pool: TitlePool;
  /** By pool row: the gain that a model predicts, in units of `weights`. */
  readonly gains: Float64Array;
  readonly weights: PositionWeights;
}

/**
 * By engine. A result belongs to the pair that has its document; one of a document merged with another counts with the
 * same pair, and ratings of documents outside the sample count nothing.
 *
 * @param queries numbers of the set's queries
 *
 * Cost O(results).
 */
export function sampledPairValues(
  { judged, pool, gains, weights }: PairGains,
  sample: readonly SampledQueryPairs[],
  queries: Int32Array,
): PairValues[] {
  const placesOf = sample.map(
    ({ pairs }) => new Map(pairs.flatMap((documents, pair) => documents.map((document) => [document, pair] as const))),
  );
  return judged.engines.map(({ lists, documentKeys }, engine) => {
    const { poolRows } = at(pool.engines, engine);
    const predicted = (row: number) => valueOfTitle(gains, at(poolRows, row), 0);
    const ofSample = sample.map(({ query, pairs }, drawn) => {
      const sums = { human: new Float64Array(pairs.length), proxy: new Float64Array(pairs.length) };
      for (const [rank, row] of rowsOfQuery(lists, query).entries()) {
        const pair = at(placesOf, drawn).get(at(documentKeys, row));
        if (pair === undefined || rank >= weights.depth) continue;
        const weight = weights.weightAt(rank);
        sums.human[pair] = at(sums.human, pair) + weight * weights.gainOf(gradeOfRow(judged, engine, row));
        sums.proxy[pair] = at(sums.proxy, pair) + weight * predicted(row);
      }
      return sums;
    });
    return {
      human: ofSample.map(({ human }) => human),
      proxy: ofSample.map(({ proxy }) => proxy),
      totals: Float64Array.from(queries, (query) =>
        rowsOfQuery(lists, query)
          .subarray(0, weights.depth)
          .reduce((sum, row, rank) => sum + weights.weightAt(rank) * predicted(row), 0),
      ),
    };
  });
}
