/** Estimates for all queries from rated queries that were drawn with known probabilities. */
import { at } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import { meanAndDeviation, sumOf, sumOfSquares } from "../summary.ts";

export interface QueryDraw {
  /** Queries that this draw chose, and that people then rated for the first time. */
  readonly queries: Int32Array;
  /** Probability with which the draw chose each query, in (0, 1]. It may depend on all ratings before the draw. */
  readonly probabilities: Float64Array;
}

/** Estimators for all queries. Their `values` have one entry per rated query, in ascending order of queries. */
export interface QuerySample {
  readonly rated: number;
  /** For each rated query, the number of queries that it represents. */
  readonly weights: Float64Array;
  /** Number of uniformly drawn queries that would show the spread equally well. Determines the degrees of freedom. */
  readonly effective: number;
  mean(values: Float64Array): number;
  /** Standard deviation over all queries. */
  spread(values: Float64Array): number;
  covariance(one: Float64Array, other: Float64Array): number;
  /** Squared standard error of `mean` for "these" queries. */
  variance(values: Float64Array): number;
  /** Standard error of `mean` for these queries, or for all "future" queries, of which these are a sample. */
  standardError(values: Float64Array, target: "these" | "future"): number;
  /** Contribution of each rated query to the error of `mean`. The sum of their squares is `variance`. */
  errors(values: Float64Array): Float64Array;
  /** Contribution of each rated query to `spread`. The sum of their squares is the square of `spread`. */
  deviations(values: Float64Array): Float64Array;
}

/**
 * Returns the sample of one draw with equal probabilities. `ratedShare` (0..1) is the share of a rated query's value
 * that comes from ratings. The rest of this value is as uncertain as the value of an unrated query.
 */
export function uniformSample(rated: number, queries: number, ratedShare = 1): QuerySample {
  const meanOf = (values: Float64Array) => meanAndDeviation(values).mean;
  const spreadOf = (values: Float64Array) => meanAndDeviation(values).standardDeviation;
  const scaled = (values: Float64Array, factor: number) => {
    const mean = meanOf(values);
    return values.map((value) => (value - mean) * Math.sqrt(factor));
  };
  const unrated = 1 - (ratedShare * rated) / queries;
  return {
    rated,
    weights: new Float64Array(rated).fill(queries / rated),
    effective: rated,
    mean: meanOf,
    spread: spreadOf,
    covariance: (one, other) => {
      const [meanOfOne, meanOfOther] = [meanOf(one), meanOf(other)];
      const products = one.map((value, place) => (value - meanOfOne) * (at(other, place) - meanOfOther));
      return sumOf(products) / (rated - 1);
    },
    variance: (values) => (unrated * spreadOf(values) ** 2) / rated,
    standardError: (values, target) => spreadOf(values) * Math.sqrt((target === "these" ? unrated : 1) / rated),
    errors: (values) => scaled(values, unrated / (rated * (rated - 1))),
    deviations: (values) => scaled(values, 1 / (rated - 1)),
  };
}

/**
 * Returns the sample of several draws, one after the other. Each draw is from the queries not rated yet, with
 * probabilities π that may depend on everything known before the draw:
 *
 *   T_b = Σ x over queries rated before draw b + Σ x / π over queries that draw b chose
 *   total = Σ w_b T_b = Σ a x, where a is the weight of a query;  mean = Σ a x / Σ a
 *   w_b ∝ n_b / (U_b (U_b - n_b)), where draw b chose n_b of U_b unrated queries
 *   variance = n / (n - 1) Σ_b w_b² k_b · Σ u r² / Σ u / (Σ a)², where r = x - mean, for n rated queries
 *   k_b = Σ (1 - π) / π² over queries that draw b chose;  u = (1 - π) / π² / (k_b / n_b)
 *
 * The errors of all T_b are martingale differences: each has mean 0, given the earlier draws. So their variances add.
 * The mean square Σ u r² / Σ u is over the queries of all draws. If each draw had its own mean square, the last draw
 * would decide the variance, because it has the most weight but few queries. The weights w_b give the smallest variance
 * if the probabilities within each draw are equal. Unlike in Hájek's V (see `horvitzThompson`), r has the same centre
 * (`mean`) in all draws, so a draw of a single query is possible. The variance is too large if r is about proportional
 * to π, and 0 if all queries are drawn.
 *
 * `effective` is (Σ c)² / Σ c², where c = u π / (mean π of the draw). c represents a term u r² of the variance, with r²
 * assumed proportional to π. This assumption lies between two cases: r² is the same for all queries, or r² is
 * proportional to π² (then the probabilities are ideal). Source: ratio: Hájek 1971; sums of conditionally unbiased
 * estimates in adaptive draws: Farquhar, Gal, Rainforth 2021 (arXiv 2101.11665) and Kossen et al. 2021; n_eff: Kish
 * 1965, Survey Sampling.
 */
export function drawnSample(draws: readonly QueryDraw[], queries: number): QuerySample {
  const found = weigh(draws, queries);
  const rated = found.length;
  const weights = Float64Array.from(found, ({ weight }) => weight);
  const size = sumOf(weights);
  const weighed = (values: Float64Array) => sumOf(values.map((value, place) => (value * at(weights, place)) / size));
  const scaled = (values: Float64Array, factor: (query: WeighedQuery) => number) => {
    const mean = weighed(values);
    const few = Math.sqrt(rated / (rated - 1));
    return values.map((value, place) => (value - mean) * few * factor(at(found, place)));
  };
  const errors = (values: Float64Array) => scaled(values, ({ error }) => error / size);
  const deviations = (values: Float64Array) => scaled(values, ({ weight }) => Math.sqrt(weight / size));
  const terms = Float64Array.from(found, ({ term }) => term);
  const all = sumOf(terms);
  return {
    rated,
    weights,
    effective: all === 0 ? rated : all ** 2 / sumOfSquares(terms),
    mean: weighed,
    spread: (values) => Math.sqrt(sumOfSquares(deviations(values))),
    covariance: (one, other) => {
      const ofOther = deviations(other);
      return sumOf(deviations(one).map((value, place) => value * at(ofOther, place)));
    },
    variance: (values) => sumOfSquares(errors(values)),
    standardError: (values, target) => {
      const ofQueries = target === "future" ? sumOfSquares(deviations(values)) / queries : 0;
      return Math.sqrt(sumOfSquares(errors(values)) + ofQueries);
    },
    errors,
    deviations,
  };
}

type WeighedQuery = ReturnType<typeof weigh>[number];

/** Returns for each query `weight` (a), `error` (sqrt(Σ_b w_b² k_b · u / Σ u)) and `term` (c) of `drawnSample`. */
function weigh(draws: readonly QueryDraw[], queries: number) {
  let left = queries;
  const precisions = draws.map(({ queries: chosen }) => {
    const precision = chosen.length / (left * (left - chosen.length));
    left -= chosen.length;
    return precision;
  });
  const isWhole = left === 0;
  const total = sumOf(precisions);
  const shares = precisions.map((precision, draw) => (isWhole ? Number(draw === draws.length - 1) : precision / total));
  let doubt = 0;
  const found = draws.flatMap(({ queries: chosen, probabilities }, draw) => {
    const share = at(shares, draw);
    const later = sumOf(shares.slice(draw + 1));
    const squares = probabilities.map((probability) => (1 - probability) / probability ** 2);
    const meanChance = sumOf(probabilities) / chosen.length;
    const meanSquare = sumOf(squares) / chosen.length;
    doubt += share ** 2 * sumOf(squares);
    return Array.from(chosen, (query, place) => {
      const probability = at(probabilities, place);
      const relative = meanSquare === 0 ? 1 : at(squares, place) / meanSquare;
      return { query, weight: share / probability + later, relative, term: (relative * probability) / meanChance };
    });
  });
  const all = sumOf(Float64Array.from(found, ({ relative }) => relative));
  return found
    .map(({ relative, ...one }) => ({ ...one, error: Math.sqrt((doubt * relative) / all) }))
    .sort((one, other) => one.query - other.query);
}

export function requireDraws(draws: readonly QueryDraw[], human: Float64Array): void {
  const refused = (what: string, details: Readonly<Record<string, number>>) =>
    invalidOption(`Estimating from draws of queries: ${what}`, details);
  const drawn = new Set<number>();
  for (const [draw, { queries, probabilities }] of draws.entries()) {
    for (const [place, query] of queries.entries()) {
      const chance = probabilities[place] ?? Number.NaN;
      const details = { draw, query };
      if (!(chance > 0 && chance <= 1)) {
        const remedy = "Give a probability above 0 and up to 1. Leave out queries picked by hand.";
        throw refused(`query ${query} has the probability ${chance} in draw ${draw}. ${remedy}`, details);
      }
      if (drawn.has(query)) {
        throw refused(
          `query ${query} is in draw ${draw} and in an earlier draw. A query can be drawn only once.`,
          details,
        );
      }
      if (Number.isNaN(human[query] ?? Number.NaN)) {
        throw refused(
          `query ${query} is in draw ${draw} but not rated. Draws may only contain rated queries.`,
          details,
        );
      }
      drawn.add(query);
    }
  }
  const stray = human.findIndex((value, query) => !Number.isNaN(value) && !drawn.has(query));
  if (stray < 0) return;
  throw refused(`query ${stray} is rated but not in any draw. Leave out queries picked by hand.`, { query: stray });
}
