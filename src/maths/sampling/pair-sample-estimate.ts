/** Estimates the mean over queries of a sum of gains, from ratings of some pairs and predicted gains of all pairs. */
import { at } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import { studentTInterval } from "../distributions.ts";
import { everyPair, requireCount, requireShare, roundScore, within } from "../numbers.ts";
import { meanAndDeviation, sumOf } from "../summary.ts";
import {
  type EstimateOptions,
  FEWEST_FOR_SPREAD,
  type IntervalOptions,
  intervalEstimate,
  type MeanEstimate,
  type QueryValues,
} from "./interval-estimate.ts";

export interface PairSample {
  /** Number of queries in the set from which queries were drawn. */
  readonly queries: number;
  /** Probability of each drawn query, above 0 and up to 1. */
  readonly probabilities: Float64Array;
  /** For each drawn query, the probability of each drawn pair, under the condition that the query is drawn. */
  readonly pairProbabilities: readonly Float64Array[];
  /** True if pairs were drawn from all queries together. Each query then has the probability 1. @default false */
  readonly together?: boolean;
}

/** Values of pairs: gain times the weight of the position, for one engine or as the difference of two engines. */
export interface PairValues {
  /** For each drawn query, the value of each drawn pair, from its rating. */
  readonly human: readonly Float64Array[];
  /** Like `human`, but with gains predicted by a model that saw no rating of the query. */
  readonly proxy: readonly Float64Array[];
  /** For each query of the set, the sum of the predicted values of all pairs, drawn or not. */
  readonly totals: Float64Array;
}

/**
 * Returns the difference estimate: predicted gains of all pairs, corrected by their errors on the drawn pairs.
 *
 *   estimate = λ mean of totals + HT(human - λ proxy), where HT is `horvitzThompson`
 *   λ = C / V(proxy) (1 - (1 - ρ²) / (ρ² (m - 2))), limited to 0..1, where V is the variance of HT
 *   C = (V(human) + V(proxy) - V(human - proxy)) / 2;  ρ² = C² / (V(human) V(proxy))
 *   variance = V(human - λ proxy) (n - 1) / (n - 2); for "future", S² / Q is added
 *   S² = variance over queries of Σ human / pair probability, minus the part due to drawing pairs
 *
 * With `together`, S² is instead the variance over queries of (λ total + Σ (human - λ proxy) / pair probability), where
 * total is the query's entry in `totals`. For "future", max(0, S² / Q - V(human - λ proxy)) is added instead of S² / Q.
 *
 * n of Q queries are drawn, and m of them have a drawn pair whose `human` value is not 0. λ is estimated from the same
 * sample. This costs a degree of freedom, and adds a bias that falls like 1 / n. Student's t has m - 2 degrees of
 * freedom (m - 1 if λ is 0). Queries whose values are all 0 do not count, because they do not show how large a sum can
 * be. On Cranfield (60 of 225 queries, 6 pairs each, 28 engines), intervals contained the mean in 95 to 97 % of draws.
 * With n - 2 degrees of freedom, the shares were 92 and 93 %. With `together`, degrees of freedom are at most (Σ a)² /
 * Σ a², for terms a of the variance (Satterthwaite 1946, Biometrics Bulletin 2, 110-114), because a few unlikely pairs
 * may make up all the variance. Source: Särndal, Swensson, Wretman 1992, Model Assisted Survey Sampling, 6.3
 * (difference estimator) and 6.8 (choice of λ).
 * @returns the fields of `intervalEstimate`; `rated`: number of drawn queries (`together`: queries with a drawn pair)
 */
export function pairSampleEstimate(
  sample: PairSample,
  values: PairValues,
  { target, significance = 0.05 }: IntervalOptions,
) {
  const { queries, together = false } = sample;
  requireShare("significance", significance);
  const rated = sample.pairProbabilities.filter((ofQuery) => !together || ofQuery.length > 0).length;
  const informative = values.human.filter((ofQuery) => ofQuery.some((value) => value !== 0)).length;
  const estimated = (of: readonly Float64Array[], goal = target, known: Float64Array | null = null) =>
    horvitzThompson(sample, of, { target: goal, known });
  const variance = (of: readonly Float64Array[]) => (estimated(of, "these").standardError ?? 0) ** 2;
  const around = (estimate: number, standardError: number, of: readonly Float64Array[], most: number) => {
    const degreesOfFreedom = together ? Math.min(most, degreesOfOrder(sample, of)) : most;
    const least = Math.max(1, degreesOfFreedom);
    return { interval: studentTInterval(estimate, standardError, least, significance), degreesOfFreedom: least };
  };
  const { estimate: mean, standardError: spread } = estimated(values.human);
  const reason = spread === 0 ? null : whyNone({ rated, informative, spread });
  const human: MeanEstimate = {
    estimate: reason === "fewer than 3 rated queries" ? null : mean,
    standardError: reason === null ? spread : null,
    ...(reason !== null ? { interval: null } : around(mean ?? 0, spread ?? 0, values.human, informative - 1)),
  };
  const proxyOnly = sumOf(values.totals) / queries;
  const [ofHuman, ofProxy] = [variance(values.human), variance(values.proxy)];
  const shared = (ofHuman + ofProxy - variance(less(values.human, values.proxy))) / 2;
  const rho = ofHuman > 0 && ofProxy > 0 ? within(shared / Math.sqrt(ofHuman * ofProxy)) : null;
  const isKnown = reason === null && spread !== 0;
  const lambda = isKnown && rho !== null && rho > 0 ? shrunkLambda(shared / ofProxy, rho, informative) : 0;
  const residual = less(values.human, values.proxy, lambda);
  const ofDraw = lambda === 0 ? 0 : variance(residual);
  const found = { queries, rated, rho, human, proxyOnly, reason };
  if (ofDraw === 0) return { ...found, ...human, lambda: human.estimate === null ? null : 0 };
  const estimate = lambda * proxyOnly + (estimated(residual).estimate ?? 0);
  const known = values.totals.map((total) => lambda * total);
  const ofWhole = (together ? estimated(residual, target, known).standardError : spread) ?? 0;
  const ofQueries = Math.max(0, ofWhole ** 2 - (together ? ofDraw : ofHuman));
  const standardError = Math.sqrt((ofDraw * (rated - 1)) / (rated - 2) + ofQueries);
  return { ...found, estimate, standardError, ...around(estimate, standardError, residual, informative - 2), lambda };
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

/** Multiplies the slope by max(0, 1 - noise), then limits it to 1. `noise` is the slope's variance / slope². */
function shrunkLambda(slope: number, rho: number, informative: number): number {
  const noise = (1 - rho ** 2) / ((informative - 2) * rho ** 2);
  return Math.min(1, slope * Math.max(0, 1 - noise));
}

function whyNone({ rated, informative, spread }: { rated: number; informative: number; spread: number | null }) {
  if (rated < FEWEST_FOR_SPREAD) return "fewer than 3 rated queries" as const;
  if (informative === 0) return "all rated values are equal" as const;
  if (spread === null) return "every pair with a gain was drawn with certainty" as const;
  return informative < FEWEST_FOR_SPREAD ? ("fewer than 3 queries with a gain" as const) : null;
}

function less(one: readonly Float64Array[], other: readonly Float64Array[], factor = 1): Float64Array[] {
  return one.map((values, query) => values.map((value, pair) => value - factor * (other[query]?.[pair] ?? 0)));
}

export interface EnginePair {
  readonly first: number;
  readonly second: number;
}

/** Returns first - second for each pair of engines; NaN if either is NaN. Time and memory O(engines² queries). */
export function engineDifferences(engines: readonly QueryValues[]) {
  return everyPair(engines, (one, other, first, second) => ({
    first,
    second,
    values: { human: minus(one.human, other.human), proxy: minus(one.proxy, other.proxy) },
  }));
}

/** Estimates each difference with a separate λ, because labels may predict differences better or worse than means. */
export function differenceEstimates(engines: readonly QueryValues[], options: EstimateOptions) {
  return engineDifferences(engines).map(({ values, ...pair }) => ({ ...pair, ...intervalEstimate(values, options) }));
}

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

interface HorvitzThompsonOptions extends IntervalOptions {
  /** For each query, a number added to its total in S² (see below). Only for `together` with "future". @default 0 */
  readonly known?: Float64Array | null;
}

/**
 * Estimates the mean of Σ weight · gain over Q queries without bias: queries and pairs are weighted by 1 / probability.
 *
 *   total_q = Σ contribution / pair probability;  estimate = Σ total_q / probability_q / Q
 *   variance = (V(totals) + Σ V_q / probability_q) / Q², where V_q is V of the pairs of query q
 *   V = m / (m - 1) Σ (1 - π) (x / π - B)² over the m units with probability π < 1
 *   B = mean of x / π over these units, weighted by 1 - π
 *
 * V is exact for equal probabilities. Otherwise it is Hájek's approximation for draws of a fixed size. For a single
 * unit, V = (1 - π) (x / π)². For "future", S² / Q is added. Here, S² is the variance of the totals without the part
 * that comes from drawing pairs. With `together`, the variance for "these" is Σ `orderTerms` / Q². The variance for
 * "future" is the larger of this value and S² / Q, where S² is the variance of total_q + `known`_q. The interval uses
 * Student's t; its degrees of freedom are the number of drawn queries - 1. nDCG is not a sum of gains: its divisor, the
 * ideal DCG, is biased if pairs are unrated. Cost O(pairs). Source: Horvitz and Thompson 1952 (JASA 47, 663-685); two
 * stages: Särndal, Swensson, Wretman 1992, Model Assisted Survey Sampling, 4.3; V: Hájek 1964 (Annals of Mathematical
 * Statistics 35, 1491-1523), Deville 1999.
 * @param contributions - for each drawn query, the values of its drawn pairs, as in `PairValues`
 * @returns `standardError`: 0 for "these" if all pairs were drawn; otherwise null if fewer than two queries were drawn,
 *          or if the variance is 0
 */
export function horvitzThompson(
  sample: PairSample,
  contributions: readonly Float64Array[],
  options: HorvitzThompsonOptions,
) {
  const { queries, probabilities: chances, pairProbabilities, together = false } = sample;
  const { target, significance = 0.05, known = null } = options;
  requireCount("queries", queries);
  requireShare("significance", significance);
  const drawn = chances.length;
  if (drawn > queries) {
    throw invalidOption(
      `Estimating from a sample: ${drawn} queries were drawn from ${queries}. Give the number of queries in the whole set.`,
      { sampled: drawn, queries },
    );
  }
  for (const query of chances.keys()) requireSampled(sample, at(contributions, query), query);
  if (drawn === 0) return { estimate: null, standardError: null, interval: null };
  const ofSampled = (compute: typeof weightedSum) =>
    Float64Array.from(contributions, (values, query) => compute(values, at(pairProbabilities, query)));
  const [totals, ofPairs] = [ofSampled(weightedSum), ofSampled(varianceOfSum)];
  const estimate = weightedSum(totals, chances) / queries;
  if (together) requireAll(sample, known?.length ?? queries);
  const ofDraw = together
    ? sumOf(ofSampled((values, ofQuery) => sumOf(orderTerms(values, ofQuery)))) / queries ** 2
    : (varianceOfSum(totals, chances) + weightedSum(ofPairs, chances)) / queries ** 2;
  if (ofDraw === 0 && target === "these" && isWhole(sample)) {
    // Rounds, because the standard error is 0. Any floating-point error would count as a difference between engines.
    const exact = roundScore(estimate);
    return { estimate: exact, standardError: 0, interval: [exact, exact] };
  }
  if (drawn < 2) return { estimate, standardError: null, interval: null };
  const withKnown = totals.map((total, query) => total + (known?.[query] ?? 0));
  const variance =
    target === "these"
      ? ofDraw
      : together
        ? Math.max(ofDraw, meanAndDeviation(withKnown).standardDeviation ** 2 / queries)
        : ofDraw + varianceBetween(totals, ofPairs, chances) / queries;
  const standardError = Math.sqrt(variance);
  if (standardError === 0) return { estimate, standardError: null, interval: null };
  return { estimate, standardError, interval: studentTInterval(estimate, standardError, drawn - 1, significance) };
}

function weightedSum(values: Float64Array, chances: Float64Array): number {
  return values.reduce((sum, value, unit) => sum + value / (chances[unit] as number), 0);
}

function varianceOfSum(values: Float64Array, chances: Float64Array): number {
  let [units, doubts, center] = [0, 0, 0];
  for (const [unit, chance] of chances.entries()) {
    if (chance === 1) continue;
    units++;
    doubts += 1 - chance;
    center += (1 - chance) * ((values[unit] as number) / chance);
  }
  center = units > 1 ? center / doubts : 0;
  const squares = values.reduce((sum, value, unit) => {
    const chance = chances[unit] as number;
    return sum + (1 - chance) * (value / chance - center) ** 2;
  }, 0);
  return units > 1 ? (squares * units) / (units - 1) : squares;
}

/** Returns how much each pair of a draw by `drawInOrder` adds to the variance. Pairs have no covariance. */
export function orderTerms(values: Float64Array, chances: Float64Array): Float64Array {
  return values.map((value, pair) => {
    const chance = chances[pair] as number;
    return (1 - chance) * (value / chance) ** 2;
  });
}

function varianceBetween(totals: Float64Array, ofPairs: Float64Array, chances: Float64Array): number {
  const size = weightedSum(new Float64Array(totals.length).fill(1), chances);
  const center = weightedSum(totals, chances) / size;
  const squares = weightedSum(
    totals.map((total) => (total - center) ** 2),
    chances,
  );
  const observed = ((squares / size) * totals.length) / (totals.length - 1);
  return Math.max(0, observed - weightedSum(ofPairs, chances) / size);
}

function isWhole({ queries, probabilities, pairProbabilities }: PairSample): boolean {
  const areCertain = (chances: Float64Array) => chances.every((chance) => chance === 1);
  return probabilities.length === queries && [probabilities, ...pairProbabilities].every(areCertain);
}

function requireAll({ queries, probabilities }: PairSample, knownSums: number): void {
  const place = probabilities.findIndex((probability) => probability !== 1);
  if (probabilities.length === queries && knownSums === queries && place < 0) return;
  throw invalidOption(
    `Estimating from a sample: pairs were drawn from ${queries} queries together, but ${place < 0 ? `${probabilities.length} queries are given, with ${knownSums} known sums` : `query ${place} has probability ${probabilities[place]}`}. Give every query with the probability 1.`,
    { sampled: probabilities.length, queries, query: place < 0 ? null : place },
  );
}

function requireSampled(sample: PairSample, contributions: Float64Array, query: number): void {
  const isChance = (chance: number) => chance > 0 && chance <= 1;
  const probability = at(sample.probabilities, query);
  const pairProbabilities = at(sample.pairProbabilities, query);
  const pair = pairProbabilities.findIndex((chance) => !isChance(chance));
  if (!isChance(probability) || pair >= 0) {
    const [where, found] = isChance(probability)
      ? [`pair ${pair} of query ${query}`, pairProbabilities[pair]]
      : [`query ${query}`, probability];
    throw invalidOption(
      `Estimating from a sample: ${where} has probability ${found}. Leave out pairs that could not be drawn or were picked by hand. Give other pairs the probability (above 0, up to 1) with which they were drawn.`,
      { query, pair: isChance(probability) ? pair : null, probability: found },
    );
  }
  if (contributions.length === pairProbabilities.length && contributions.every(Number.isFinite)) return;
  throw invalidOption(
    `Estimating from a sample: query ${query} has ${pairProbabilities.length} pairs and ${contributions.length} contributions, or a contribution that is not finite. Give one finite number per rated pair.`,
    { query },
  );
}
