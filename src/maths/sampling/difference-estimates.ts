/**
 * By how much does each engine differ from each other one, over all queries?
 */
import { engineDifferences } from "./engine-differences.ts";
import {
  type EstimateOptions,
  type IntervalEstimate,
  intervalEstimate,
  type QueryValues,
} from "./interval-estimate.ts";

/** Of first - second, by place in the engines given. */
export interface DifferenceEstimate extends IntervalEstimate {
  readonly first: number;
  readonly second: number;
}

/**
 * `intervalEstimate` of the paired differences, each pair with its own λ: labels may tell two engines apart well that
 * they place badly, and the reverse. One interval alone holds its difference with 95 %; all of them together hardly
 * ever do: for that there is `simultaneousIntervals`.
 *
 * @param engines the same queries in the same order
 * @returns pairs in the order of `engineDifferences`
 * @throws SemqrelError INVALID_OPTION as `intervalEstimate`
 */
export function differenceEstimates(engines: readonly QueryValues[], options: EstimateOptions): DifferenceEstimate[] {
  return engineDifferences(engines).map(({ first, second, values }) => ({
    first,
    second,
    ...intervalEstimate(values, options),
  }));
}
