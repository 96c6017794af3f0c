/** What is the mean of a sum of gains, where a sample of pairs was rated and predicted gains cover all? */
import { at } from "../../core/at.ts";
import { studentTInterval } from "../distributions.ts";
import { everyPair, roundScore, within } from "../numbers.ts";
import { requireShare } from "../require.ts";
import { sumOf } from "../summary.ts";
import { horvitzThompson, type IntervalOptions, orderTerms } from "./horvitz-thompson.ts";
import {
  type EstimateOptions,
  FEWEST_FOR_SPREAD,
  intervalEstimate,
  type MeanEstimate,
  type QueryValues,
} from "./interval-estimate.ts";

export interface PairSample {
  /** Size of the set from which queries were drawn. */
  readonly queries: number;
  /** By drawn query: its chance, above 0 and up to 1. */
  readonly probabilities: Float64Array;
  /** By drawn query, then pair: its chance once the query is drawn. */
  readonly pairProbabilities: readonly Float64Array[];
  /** Pairs were drawn from all queries together: every query is here, with the probability 1. @default false */
  readonly together?: boolean;
}

/** One engine, or the difference of two; all numbers are weights of positions times gains. */
export interface PairValues {
  readonly human: readonly Float64Array[];
  /** The same with the gain predicted by a model that saw no rating of that query. */
  readonly proxy: readonly Float64Array[];
  /** By query of the set: sum of predicted gains, those of pairs that were not drawn too. */
  readonly totals: Float64Array;
}

/**
 * The difference estimator: predicted gains of all pairs, and what ratings of the drawn ones say they are wrong by,
 *
 *   estimate = λ mean of totals + HT(human - λ proxy), HT as `horvitzThompson`
 *   λ = C / V(proxy) (1 - (1 - ρ²) / (ρ² (m - 2))) cut to 0..1, V the variance of HT,
 *   C = (V(human) + V(proxy) - V(human - proxy)) / 2, ρ² = C² / (V(human) V(proxy))
 *   variance = V(human - λ proxy) (n - 1) / (n - 2), for "future" plus the variance of the queries' own totals / Q, with
 *   `together` in its place that of λ totals + sampled differences
 *
 * It is unbiased for a given λ; this one makes the variance small and, being estimated from the same sample, costs a
 * degree of freedom and a bias that falls as 1 / n. Student's t has m - 2 of them, for ratings alone m - 1, with m the
 * queries where any drawn pair counts: where the sum is 0 nearly everywhere, few queries say how large it can be, and
 * below three there is no interval. With `together` there are at most (Σ a)² / Σ a² of them, a the terms of the variance
 * (Satterthwaite 1946, Biometrics Bulletin 2, 110-114): of many queries a few unlikely pairs may make up all of it.
 * If λ is 0, only ratings are used. On Cranfield (60 of 225 queries, 6 pairs of each)
 * such intervals of 28 engines held the mean in 95 to 97 % of draws, and at n - 2 degrees of freedom in 92 and 93 %;
 * those of 91 differences, each at .05 / 91, held all together in all of 100 draws, and in 84 and 95. Source: Särndal,
 * Swensson, Wretman 1992, Model Assisted Survey Sampling, 6.3 (difference estimator) and 6.8 (choice of λ).
 * @returns as `intervalEstimate`; `rated` queries are drawn ones
 */
export function pairSampleEstimate(
  sample: PairSample,
  values: PairValues,
  { target, significance = 0.05 }: IntervalOptions,
) {
  const { queries, together = false } = sample;
  requireShare("significance", significance);
  const rated = sample.pairProbabilities.filter((ofQuery) => !together || ofQuery.length > 0).length;
  const telling = values.human.filter((ofQuery) => ofQuery.some((value) => value !== 0)).length;
  const nothingKnown = together ? new Float64Array(queries) : null;
  const estimated = (of: readonly Float64Array[], goal = target, known = nothingKnown) =>
    horvitzThompson(sampledQueries(sample, of), { queries, target: goal, together: known });
  const variance = (of: readonly Float64Array[]) => (estimated(of, "these").standardError ?? 0) ** 2;
  const around = (estimate: number, standardError: number, of: readonly Float64Array[], most: number) => {
    const degreesOfFreedom = together ? Math.min(most, degreesOfOrder(sample, of)) : most;
    const least = Math.max(1, degreesOfFreedom);
    return { interval: studentTInterval(estimate, standardError, least, significance), degreesOfFreedom: least };
  };
  const { estimate: mean, standardError: spread } = estimated(values.human);
  const reason = spread === 0 ? null : whyNone({ rated, telling, spread });
  const human: MeanEstimate = {
    estimate: reason === "fewer than 3 rated queries" ? null : mean,
    standardError: reason === null ? spread : null,
    ...(reason !== null ? { interval: null } : around(mean ?? 0, spread ?? 0, values.human, telling - 1)),
  };
  const proxyOnly = sumOf(values.totals) / queries;
  const [ofHuman, ofProxy] = [variance(values.human), variance(values.proxy)];
  const shared = (ofHuman + ofProxy - variance(less(values.human, values.proxy))) / 2;
  const rho = ofHuman > 0 && ofProxy > 0 ? within(shared / Math.sqrt(ofHuman * ofProxy)) : null;
  const isKnown = reason === null && spread !== 0;
  const lambda = isKnown && rho !== null && rho > 0 ? trustIn(shared / ofProxy, rho, telling) : 0;
  const residual = less(values.human, values.proxy, lambda);
  const ofDraw = lambda === 0 ? 0 : variance(residual);
  const found = { queries, rated, rho, human, proxyOnly, reason };
  if (ofDraw === 0) return { ...found, ...human, lambda: human.estimate === null ? null : 0 };
  const estimate = lambda * proxyOnly + (estimated(residual).estimate ?? 0);
  const known = values.totals.map((total) => lambda * total);
  const ofWhole = (together ? estimated(residual, target, known).standardError : spread) ?? 0;
  const ofQueries = Math.max(0, ofWhole ** 2 - (together ? ofDraw : ofHuman));
  const standardError = Math.sqrt((ofDraw * (rated - 1)) / (rated - 2) + ofQueries);
  return {
    ...found,
    estimate,
    standardError,
    ...around(estimate, standardError, residual, telling - 2),
    lambda,
  };
}

function degreesOfOrder({ pairProbabilities }: PairSample, of: readonly Float64Array[]): number {
  let [sum, squares] = [0, 0];
  for (const [query, values] of of.entries()) {
    for (const term of orderTerms(values, at(pairProbabilities, query))) {
      sum += term;
      squares += term * term;
    }
  }
  return squares === 0 ? Number.POSITIVE_INFINITY : sum ** 2 / squares;
}

/** Drawn to 0 by as much of the slope's square as is its own noise, then cut. */
function trustIn(slope: number, rho: number, telling: number): number {
  const noise = (1 - rho ** 2) / ((telling - 2) * rho ** 2);
  return Math.min(1, slope * Math.max(0, 1 - noise));
}

function whyNone({ rated, telling, spread }: { rated: number; telling: number; spread: number | null }) {
  if (rated < FEWEST_FOR_SPREAD) return "fewer than 3 rated queries" as const;
  if (telling === 0) return "all rated values are equal" as const;
  if (spread === null) return "every pair with a gain was drawn with certainty" as const;
  return telling < FEWEST_FOR_SPREAD ? ("fewer than 3 queries with a gain" as const) : null;
}

function sampledQueries({ probabilities, pairProbabilities }: PairSample, contributions: readonly Float64Array[]) {
  return Array.from(probabilities, (probability, query) => ({
    probability,
    pairProbabilities: at(pairProbabilities, query),
    contributions: at(contributions, query),
  }));
}

function less(one: readonly Float64Array[], other: readonly Float64Array[], factor = 1): Float64Array[] {
  return one.map((values, query) => values.map((value, pair) => value - factor * (other[query]?.[pair] ?? 0)));
}

/** Places of two engines. */
export interface EnginePair {
  readonly first: number;
  readonly second: number;
}

/** first - second of every two engines. A pair is rated where both are. Cost O(engines² queries) in time and memory. */
export function engineDifferences(engines: readonly QueryValues[]) {
  return everyPair(engines, (one, other, first, second) => ({
    first,
    second,
    values: { human: minus(one.human, other.human), proxy: minus(one.proxy, other.proxy) },
  }));
}

/**
 * `intervalEstimate` of the paired differences, each pair with its own λ: labels may tell two engines apart well that
 * they place badly, and the reverse. One interval holds its difference with 95 %; all of them together hardly ever do:
 * see `simultaneousIntervals`.
 */
export function differenceEstimates(engines: readonly QueryValues[], options: EstimateOptions) {
  return engineDifferences(engines).map(({ values, ...pair }) => ({ ...pair, ...intervalEstimate(values, options) }));
}

/** Cost O(engines² (pairs + queries)) in time and memory. */
export function pairSampleDifferences(engines: readonly PairValues[]) {
  return everyPair(engines, (one, other, first, second) => ({
    first,
    second,
    values: {
      human: one.human.map((values, query) => minus(values, at(other.human, query))),
      proxy: one.proxy.map((values, query) => minus(values, at(other.proxy, query))),
      totals: minus(one.totals, other.totals),
    },
  }));
}

function minus(one: Float64Array, other: Float64Array): Float64Array {
  return one.map((value, place) => roundScore(value - at(other, place)));
}
