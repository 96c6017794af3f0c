/**
 * How do engines differ, pair of query and document by pair, in a sample?
 */
import { roundScore } from "../classification/round-score.ts";
import type { PairValues } from "./pair-sample-estimate.ts";

/** Two of the engines given, by place, and first - second. */
export interface PairSampleDifference {
  readonly first: number;
  readonly second: number;
  readonly values: PairValues;
}

/**
 * Every pair of engines once: (0, 1), (0, 2), …, (1, 2), …. Differences are rounded to 1e-12, so that equal engines tie
 * whatever their last bits are.
 *
 * @param engines of one sample
 *
 * Cost O(engines² (pairs + queries)) in time and memory.
 */
export function pairSampleDifferences(engines: readonly PairValues[]): PairSampleDifference[] {
  return engines.flatMap((one, first) =>
    engines.slice(first + 1).map((other, after) => ({
      first,
      second: first + 1 + after,
      values: {
        human: one.human.map((values, query) => less(values, other.human[query])),
        proxy: one.proxy.map((values, query) => less(values, other.proxy[query])),
        totals: less(one.totals, other.totals),
      },
    })),
  );
}

function less(one: Float64Array, other: Float64Array | undefined): Float64Array {
  return one.map((value, place) => roundScore(value - (other?.[place] ?? Number.NaN)));
}
