/** How do engines differ, by ratings and by labels, over queries or over pairs of query and document? */
import { at } from "../../core/at.ts";
import { roundScore } from "../classification/round-score.ts";
import {
  type EstimateOptions,
  type IntervalEstimate,
  intervalEstimate,
  type QueryValues,
} from "./interval-estimate.ts";
import type { PairValues } from "./pair-sample-estimate.ts";

/** Places of two engines. */
export interface EnginePair {
  readonly first: number;
  readonly second: number;
}

/** Two of the engines given, by place, and first - second. */
interface EngineDifference<Values> extends EnginePair {
  readonly values: Values;
}

/**
 * Every pair once: (0, 1), (0, 2), …, (1, 2), …. A pair is rated where both engines are. Differences are rounded to
 * 1e-12, so that equal scores tie whatever their last bits are. Cost O(engines² queries) in time and memory.
 * @param engines the same queries in the same order
 */
export function engineDifferences(engines: readonly QueryValues[]): EngineDifference<QueryValues>[] {
  return everyPair(engines, (one, other) => ({
    human: less(one.human, other.human),
    proxy: less(one.proxy, other.proxy),
  }));
}

/** Of first - second, by place in the engines given. */
export interface DifferenceEstimate extends IntervalEstimate, EnginePair {}

/**
 * `intervalEstimate` of the paired differences, each pair with its own λ: labels may tell two engines apart well that
 * they place badly, and the reverse. One interval holds its difference with 95 %; all of them together hardly ever do:
 * see `simultaneousIntervals`.
 * @param engines the same queries in the same order
 * @returns pairs in the order of `engineDifferences`
 */
export function differenceEstimates(engines: readonly QueryValues[], options: EstimateOptions): DifferenceEstimate[] {
  return engineDifferences(engines).map(({ values, ...pair }) => ({ ...pair, ...intervalEstimate(values, options) }));
}

/** As `engineDifferences`, of engines of one sample. Cost O(engines² (pairs + queries)) in time and memory. */
export function pairSampleDifferences(engines: readonly PairValues[]): EngineDifference<PairValues>[] {
  return everyPair(engines, (one, other) => ({
    human: one.human.map((values, query) => less(values, at(other.human, query))),
    proxy: one.proxy.map((values, query) => less(values, at(other.proxy, query))),
    totals: less(one.totals, other.totals),
  }));
}

function everyPair<Values>(engines: readonly Values[], difference: (one: Values, other: Values) => Values) {
  return engines.flatMap((one, first) =>
    engines
      .slice(first + 1)
      .map((other, after) => ({ first, second: first + 1 + after, values: difference(one, other) })),
  );
}

function less(one: Float64Array, other: Float64Array): Float64Array {
  return one.map((value, place) => roundScore(value - at(other, place)));
}
