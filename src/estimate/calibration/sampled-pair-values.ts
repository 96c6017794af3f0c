/**
 * What does each engine gain by the rated pairs of a sample, and by predicted gains of all its results?
 */

import { rowsOfQuery } from "../../lists/group-results.ts";
import type { PairValues } from "../../maths/sampling/pair-sample-estimate.ts";
import type { PositionWeights } from "../../measure/measures/position-weights.ts";
import type { ListsToJudge } from "../../trust/judged-lists.ts";
import { NO_TITLE, type TitlePool } from "./title-pool.ts";

export interface SampledQueryPairs {
  /** Its number. */
  readonly query: number;
  /** By pair: what the judgments call the document, and those merged with it. */
  readonly pairs: readonly (readonly string[])[];
}

/**
 * By engine. A result belongs to the pair that has its document; one of a document merged with another counts with the
 * same pair, and ratings of documents outside the sample count nothing.
 *
 * @param judged  its engines are those of the pool
 * @param gains   by pool row: the gain that a model predicts, in units of `weights`
 * @param queries numbers of the set's queries
 *
 * Cost O(results).
 */
export function sampledPairValues(
  {
    judged,
    pool,
    gains,
    weights,
  }: {
    readonly judged: ListsToJudge;
    readonly pool: TitlePool;
    readonly gains: Float64Array;
    readonly weights: PositionWeights;
  },
  sample: readonly SampledQueryPairs[],
  queries: Int32Array,
): PairValues[] {
  const placesOf = sample.map(
    ({ pairs }) => new Map(pairs.flatMap((documents, pair) => documents.map((document) => [document, pair] as const))),
  );
  return judged.engines.map(({ lists, documentKeys }, engine) => {
    const poolRows = pool.engines[engine]?.poolRows ?? new Int32Array(0);
    const predicted = (row: number) => {
      const place = poolRows[row] ?? NO_TITLE;
      return place === NO_TITLE ? 0 : (gains[place] ?? 0);
    };
    const ofSample = sample.map(({ query, pairs }, drawn) => {
      const sums = { human: new Float64Array(pairs.length), proxy: new Float64Array(pairs.length) };
      for (const [rank, row] of rowsOfQuery(lists, query).entries()) {
        const document = documentKeys[row] ?? "";
        const pair = placesOf[drawn]?.get(document);
        if (pair === undefined || rank >= weights.depth) continue;
        const weight = weights.weightAt(rank);
        const grade = judged.grades[query]?.get(document) ?? Number.NaN;
        sums.human[pair] = (sums.human[pair] ?? 0) + weight * weights.gainOf(grade);
        sums.proxy[pair] = (sums.proxy[pair] ?? 0) + weight * predicted(row);
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
