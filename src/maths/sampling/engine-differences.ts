/**
 * How do engines differ query by query, by ratings and by labels?
 */
import { roundScore } from "../classification/round-score.ts";
import type { QueryValues } from "./interval-estimate.ts";

/** Two of the engines given, by place, and first - second. */
export interface EngineDifference {
  readonly first: number;
  readonly second: number;
  readonly values: QueryValues;
}

/**
 * Every pair once: (0, 1), (0, 2), …, (1, 2), …. A pair is rated where both engines are. Differences are rounded to
 * 1e-12, so that equal scores tie whatever their last bits are.
 *
 * @param engines the same queries in the same order
 *
 * Cost O(engines² queries) in time and memory.
 */
export function engineDifferences(engines: readonly QueryValues[]): EngineDifference[] {
  return engines.flatMap((one, first) =>
    engines.slice(first + 1).map((other, after) => ({
      first,
      second: first + 1 + after,
      values: { human: less(one.human, other.human), proxy: less(one.proxy, other.proxy) },
    })),
  );
}

function less(one: Float64Array, other: Float64Array): Float64Array {
  return one.map((value, query) => roundScore(value - (other[query] ?? Number.NaN)));
}
