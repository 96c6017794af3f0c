/**
 * With which chance is each query drawn to be rated next, so that few ratings tell much?
 */
import { inclusionProbabilities } from "../random/inclusion-probabilities.ts";

export interface QueryToDraw {
  /** Expected deviation of what its ratings tell from what is told without them, in any unit, >= 0. */
  readonly deviation: number;
  /** Ratings that it takes, > 0. */
  readonly cost: number;
}

/** Part of the chances that is the same for all, at least: what nobody expected to tell anything has a weight, too. */
const UNIFORM_SHARE = 0.4;

/**
 * In proportion to u + (1 - u) s / mean s, s = deviation / sqrt(cost): the second part alone would be the best allocation
 * of a given number of ratings, were the deviations known. u = .4 + .6 count / queries bounds what it costs that they are
 * not: a query's weight is at most 2.5 times that of a uniform draw, and where most queries are drawn, so that the
 * variance, as Σ (1 / π - 1), rests on the least likely ones, chances are nearly the same.
 *
 * @param count queries to draw, a whole number >= 1
 * @returns by query, in (0, 1]; their sum is `count`, or they are all 1
 *
 * Source: Neyman 1934; with costs, Cochran 1977, Sampling Techniques, 5.5; the mixture, Hesterberg 1995 (Technometrics
 * 37, 185-194).
 */
export function drawChances(queries: readonly QueryToDraw[], count: number): number[] {
  const sizes = queries.map(({ deviation, cost }) => deviation / Math.sqrt(cost));
  const mean = sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, queries.length);
  const uniform = UNIFORM_SHARE + (1 - UNIFORM_SHARE) * Math.min(1, count / Math.max(1, queries.length));
  return inclusionProbabilities(
    sizes.map((size) => (mean === 0 ? 1 : uniform + ((1 - uniform) * size) / mean)),
    count,
  );
}
