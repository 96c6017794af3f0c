/** Estimates a mean over all queries, with an interval, if people rated some queries and labels cover all. */
import { invalidOption } from "../../core/errors.ts";
import { pearson } from "../correlation/rank-correlation.ts";
import { studentTCdf, studentTInterval, studentTQuantile } from "../distributions.ts";
import { requireShare, roundScore } from "../numbers.ts";
import { FEWEST_QUERIES, SIGNIFICANCE } from "../significance/corrections.ts";
import { meanAndDeviation } from "../summary.ts";
import { drawnSample, type QueryDraw, type QuerySample, requireDraws, uniformSample } from "./query-sample.ts";

export interface IntervalOptions {
  /** `these`: the mean over these queries. `future`: the mean over all queries of which these are a sample. */
  readonly target: "these" | "future";
  /** Probability that the interval does not contain the mean, between 0 and 1. @default 0.05 */
  readonly significance?: number;
}

/** Values of each query: one measure of one engine, or its difference between two engines. */
export interface QueryValues {
  /** Values from people's ratings; NaN if the query is not rated. */
  readonly human: Float64Array;
  /** Values from labels that were learned without the ratings of the same query. */
  readonly proxy: Float64Array;
}

export interface EstimateOptions extends IntervalOptions {
  /** Draws of the rated queries, first to last; null if one draw chose them all with equal probabilities. */
  readonly draws?: readonly QueryDraw[] | null;
  /** Share of rated results among the results of rated queries, 0..1. Only used if `draws` is null. @default 1 */
  readonly ratedShare?: number;
}

/**
 * If fewer than three queries are rated, all fields are null. The exception is a set of one or two queries that are all
 * rated: for the target "these", its mean is known.
 */
export interface MeanEstimate {
  readonly estimate: number | null;
  /** Also null if all rated values are equal, because they do not show the spread of the unrated values. */
  readonly standardError: number | null;
  readonly interval: readonly [low: number, high: number] | null;
  readonly degreesOfFreedom?: number | null;
}

export interface IntervalEstimate extends MeanEstimate {
  readonly queries: number;
  readonly rated: number;
  /** Weight of the labels, 0..1; 0 if only ratings are used. Null if there is no estimate. */
  readonly lambda: number | null;
  readonly degreesOfFreedom: number | null;
  /** Correlation of human and proxy values over the rated queries, -1..1; null if one side has only equal values. */
  readonly rho: number | null;
  /** Estimate from ratings alone. Like the main estimate, it accounts for the finite number of queries. */
  readonly human: MeanEstimate;
  /** Mean of the labels over all queries, which is biased. Null if there are no queries. */
  readonly proxyOnly: number | null;
  readonly fewQueries: boolean;
  readonly reason: "fewer than 3 rated queries" | "all rated values are equal" | null;
}

/** Minimum number of rated queries. With fewer, the variance is unknown. */
export const FEWEST_FOR_SPREAD = 3;

/**
 * Returns a prediction-powered estimate of a mean. n of Q queries are rated; y are values from ratings, f from labels:
 *
 *   λ = covariance of y and f over the rated queries / variance of f over all queries, limited to 0..1
 *   estimate = mean y + λ (mean f over all queries - mean f over the rated queries)
 *   variance = (1 - n/Q) s²(y - λ f) / n · (n - 1) / (n - 2); for "future", s²(y) / Q is added
 *   interval = estimate ± t standardError, where Student's t has n - 2 degrees of freedom
 *   ratings alone: λ = 0, without the factor (n - 1) / (n - 2), and with n - 1 degrees of freedom
 *
 * This is PPI++ with N = Q - n unrated queries. λ N / Q is the λ that PPI++ calls optimal. For "future", the variance
 * s²(y - λ f) / n would be too small, because mean f over all queries is not exact either. With this variance, only
 * 91 % of intervals contained the mean at n = 40, Q = 225, ρ = .8. Only ratings are used if all queries are rated or
 * y - λ f is the same for all rated queries. If `draws` is given, `drawnSample` computes means, s² and n (the effective
 * number). If this n is below 3, only ratings are used, with max(1, n - 1) degrees of freedom. Cost O(Q). Source:
 * Angelopoulos, Duchi, Zrnic 2023 (PPI++, arXiv 2311.01453), 6; regression estimators of finite populations: Cochran
 * 1977, Sampling Techniques, ch. 7.
 */
export function intervalEstimate(values: QueryValues, options: EstimateOptions): IntervalEstimate {
  const { target, significance = 0.05 } = options;
  requireShare("significance", significance);
  requireValues(values);
  const queries = values.proxy.length;
  const sample = sampleOf(values, options);
  const { rated, effective } = sample;
  const y = values.human.filter((value) => !Number.isNaN(value));
  const f = values.proxy.filter((_, query) => !Number.isNaN(values.human[query]));
  const human = ratingsAlone(y, queries, sample, options);
  const labels = meanAndDeviation(values.proxy);
  const isKnown = human.interval !== null;
  const shared = {
    queries,
    rated,
    rho: pearson(y, f),
    human,
    proxyOnly: queries === 0 ? null : labels.mean,
    fewQueries: rated < FEWEST_QUERIES,
    reason: isKnown
      ? null
      : rated < FEWEST_FOR_SPREAD
        ? ("fewer than 3 rated queries" as const)
        : ("all rated values are equal" as const),
  };
  const canTrust = isKnown && rated < queries && canEstimateLambda(sample);
  const slope =
    canTrust && labels.standardDeviation !== 0 ? sample.covariance(y, f) / labels.standardDeviation ** 2 : 0;
  const lambda = Math.min(1, Math.max(0, slope));
  const residuals = y.map((value, at) => value - lambda * (f[at] as number));
  if (!canTrust || sample.spread(residuals) === 0) {
    const { degreesOfFreedom = null } = human;
    return { ...shared, ...human, lambda: human.estimate === null ? null : 0, degreesOfFreedom };
  }
  const estimate = sample.mean(y) + lambda * (labels.mean - sample.mean(f));
  const ofRated = sample.variance(residuals) * ((effective - 1) / (effective - 2));
  const ofQueries = target === "future" ? sample.spread(y) ** 2 / queries : 0;
  const standardError = Math.sqrt(ofRated + ofQueries);
  const degreesOfFreedom = effective - 2;
  const interval = studentTInterval(estimate, standardError, degreesOfFreedom, significance);
  return { ...shared, estimate, standardError, interval, lambda, degreesOfFreedom };
}

/**
 * Returns the number of additional rated queries that halves the interval of the mean over "these" queries, if the
 * spread of the values stays the same; null if there is no interval. Rating all remaining queries is always enough.
 */
export function ratingsToHalve({ interval, degreesOfFreedom, queries, rated }: IntervalEstimate): number | null {
  if (interval === null || degreesOfFreedom === null) return null;
  const lost = rated - degreesOfFreedom;
  const widthOf = (n: number) => {
    const variance = (1 / n - 1 / queries) * ((n - 1) / (n - lost));
    return -studentTQuantile(SIGNIFICANCE / 2, n - lost) * Math.sqrt(variance);
  };
  const wanted = widthOf(rated) / 2;
  let [few, enough] = [rated, queries];
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2);
    if (widthOf(middle) <= wanted) enough = middle;
    else few = middle;
  }
  return enough - rated;
}

export function intervalAt(
  { estimate, standardError, interval, degreesOfFreedom }: MeanEstimate,
  significance: number,
): MeanEstimate["interval"] {
  if (estimate === null || standardError === null || degreesOfFreedom == null) return interval;
  return studentTInterval(estimate, standardError, degreesOfFreedom, significance);
}

/** Returns the two-sided p-value of the hypothesis that the mean is 0; null if the standard error is null or 0. */
export function zeroP({ estimate, standardError, degreesOfFreedom }: MeanEstimate): number | null {
  if (estimate === null || !standardError || degreesOfFreedom == null) return null;
  return 2 * studentTCdf(-Math.abs(estimate) / standardError, degreesOfFreedom);
}

export function sampleOf(
  { human }: QueryValues,
  { draws = null, ratedShare = 1 }: Pick<EstimateOptions, "draws" | "ratedShare">,
): QuerySample {
  const rated = human.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0);
  if (draws === null || rated === 0) return uniformSample(rated, human.length, ratedShare);
  requireDraws(draws, human);
  return drawnSample(draws, human.length);
}

function ratingsAlone(y: Float64Array, queries: number, sample: QuerySample, options: EstimateOptions): MeanEstimate {
  const { target, significance = 0.05, draws = null, ratedShare = 1 } = options;
  const { rated } = sample;
  const isExact = rated > 0 && rated === queries && target === "these" && (draws !== null || ratedShare === 1);
  if (!isExact && rated < FEWEST_FOR_SPREAD) return { estimate: null, standardError: null, interval: null };
  const estimate = sample.mean(y);
  if (isExact) return { estimate, standardError: 0, interval: [estimate, estimate] };
  if (sample.spread(y) === 0) return { estimate, standardError: null, interval: null };
  const standardError = sample.standardError(y, target);
  const degreesOfFreedom = Math.max(1, sample.effective - 1);
  const interval = studentTInterval(estimate, standardError, degreesOfFreedom, significance);
  return { estimate, standardError, interval, degreesOfFreedom };
}

/** Returns true if there are enough queries for λ. Rounds, because `effective` may be 2.99… instead of 3. */
export function canEstimateLambda({ effective }: QuerySample): boolean {
  return roundScore(effective) >= FEWEST_FOR_SPREAD;
}

function requireValues({ human, proxy }: QueryValues): void {
  if (human.length !== proxy.length) {
    throw invalidOption(
      `Estimating a mean: ${human.length} values from ratings and ${proxy.length} from labels. Give one of each per query, and NaN for queries that are not rated.`,
      { human: human.length, proxy: proxy.length },
    );
  }
  const query = proxy.findIndex((value, at) => !Number.isFinite(value) || Math.abs(human[at] as number) === Infinity);
  if (query < 0) return;
  throw invalidOption(
    `Estimating a mean: the values of query ${query} are ${human[query]} from ratings and ${proxy[query]} from labels. Labels must cover every query, and values must be finite.`,
    { query, human: human[query], proxy: proxy[query] },
  );
}
