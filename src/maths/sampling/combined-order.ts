import { at } from "../../core/at.ts";
import { studentTInterval } from "../distributions.ts";
import { roundScore } from "../numbers.ts";
import { SIGNIFICANCE } from "../significance/corrections.ts";
import { meanAndDeviation, meanOf, sumOf, sumOfSquares } from "../summary.ts";
import type { MeanEstimate, QueryValues } from "./interval-estimate.ts";
import type { EnginePair } from "./pair-sample-estimate.ts";

export type CombinedOrder = ReturnType<typeof ordered>;

const MOST_WEIGHT = 0.5;

/**
 * Mixes estimates with calibrated labels. The labels have little noise, but another scale and an unknown bias. For each
 * engine, d is its estimate minus the mean estimate, and c is its calibrated mean minus the mean of all calibrated
 * means. Sums of d and c are over engines, and |.| is the root mean square over engines:
 *
 *   s = max(0, Σ d c / Σ c²), r = d - s c
 *   w = 1/2 · min(1, Σ se_ij² / Σ (r_i - r_j)²) · max(0, 1 - 1/t²)
 *   scores = (1 - w) d + w |d| / |c| c
 *
 * w is the weight of the labels, and r the part of d that they do not explain. se_ij is the standard error of the
 * difference of engines i and j. The sums in w are over pairs of engines, because errors of engines on the same queries
 * cancel in differences. t is the mean of `queryAgreements` / the standard error of this mean. A large t shows that the
 * rated queries, taken one by one, confirm the labels. max(0, 1 - 1/t²) is the positive-part factor of James and Stein
 * (1961). For t <= 0, the factor is 0. Labels get at most half of the weight. On Cranfield, labels made from random
 * grades lowered Kendall's τ by .1 at full weight, but not at half weight (compared with ratings alone). Ratings alone
 * order the engines if s is 0 or `crossValidatedGain` is not above 0. If `values` is null, t and the gain are not used.
 */
export function combinedOrder(
  engines: readonly (Readonly<Record<"estimate" | "human", number | null>> & { readonly calibrated: number })[],
  differences: readonly (EnginePair & Pick<MeanEstimate, "standardError">)[],
  values: readonly QueryValues[] | null,
): CombinedOrder {
  const calibrated = deviations(engines.map((engine) => engine.calibrated));
  const estimates = engines.flatMap(({ estimate }) => estimate ?? []);
  if (estimates.length < engines.length || engines.length === 0)
    return ordered(calibrated, engines.length === 0 ? 0 : 1);
  const estimated = deviations(estimates);
  const squares = sumOfSquares(calibrated);
  const shared = sumOf(estimated.map((value, engine) => value * at(calibrated, engine)));
  const slope = squares === 0 ? 0 : Math.max(0, shared / squares);
  const human = engines.flatMap((engine) => engine.human ?? []);
  const ratingsAlone = values === null || human.length < engines.length ? estimated : deviations(human);
  if (slope === 0) return ordered(ratingsAlone, 0);
  const rest = estimated.map((value, engine) => value - slope * at(calibrated, engine));
  const noisy = differences.filter(({ standardError }) => standardError);
  const apart = sumOf(noisy.map(({ first, second }) => (at(rest, first) - at(rest, second)) ** 2));
  const noise = sumOf(noisy.map(({ standardError }) => (standardError ?? 0) ** 2));
  // Estimates without noise need no labels.
  const distance = noise === 0 ? null : apart / noise;
  const confirmation = values === null ? 1 : confirmationOf(queryAgreements(values));
  const weight = distance === null ? 0 : (MOST_WEIGHT * confirmation) / Math.max(1, distance);
  if (values !== null && crossValidatedGain(values, weight) <= 0)
    return ordered(ratingsAlone, 0, distance, confirmation);
  const scale = Math.sqrt(sumOfSquares(estimated) / squares);
  const scores = estimated.map((value, engine) => (1 - weight) * value + weight * scale * at(calibrated, engine));
  return ordered(scores, weight, distance, confirmation);
}

/**
 * Returns, for each rated query, how much its ratings confirm the labels: Σ y f over engines. y is the engine's value
 * from these ratings. f is the engine's mean label value over all queries, minus the mean of all engines.
 */
export function queryAgreements(engines: readonly QueryValues[]): number[] {
  const labels = deviations(engines.map(({ proxy }) => meanOf(proxy)));
  // The labels' deviations sum to 0, so the values from ratings need not be centred.
  return ratedQueries(engines).map((query) =>
    sumOf(engines.map(({ human }, engine) => at(human, query) * at(labels, engine))),
  );
}

/**
 * Returns how much mixing in labels with this weight improves predictions of the order of engines: the mean over rated
 * queries of Σ D (sign M - sign R) over pairs of engines. D is the difference of the two engines on the query. R is
 * their mean difference on the other rated queries. M is R mixed with labels of all queries. Cost O(engines² queries).
 */
export function crossValidatedGain(engines: readonly QueryValues[], weight: number): number {
  const rated = ratedQueries(engines);
  const labels = deviations(engines.map(({ proxy }) => meanOf(proxy)));
  const sums = engines.map(({ human }) => sumOf(rated.map((query) => at(human, query))));
  const spread = Math.hypot(...labels);
  if (rated.length < 2 || spread === 0) return 0;
  const gains = rated.map((query) => {
    const left = engines.map(({ human }) => at(human, query));
    const others = deviations(sums.map((sum, engine) => (sum - at(left, engine)) / (rated.length - 1)));
    const scale = Math.hypot(...others) / spread;
    const mixed = others.map((value, engine) => (1 - weight) * value + weight * scale * at(labels, engine));
    const signOf = (of: readonly number[], one: number, other: number) =>
      Math.sign(roundScore(at(of, one) - at(of, other)));
    let gain = 0;
    for (const [one, value] of left.entries()) {
      for (const [other, before] of left.slice(0, one).entries()) {
        gain += (signOf(mixed, one, other) - signOf(others, one, other)) * (value - before);
      }
    }
    return gain;
  });
  return meanOf(gains);
}

function ratedQueries(engines: readonly QueryValues[]): number[] {
  const queries = [...(engines[0]?.human.keys() ?? [])];
  return queries.filter((query) => engines.every(({ human }) => !Number.isNaN(human[query])));
}

function confirmationOf(agreements: readonly number[]): number {
  if (agreements.length < 2) return 0;
  const { mean: center, standardDeviation } = meanAndDeviation(agreements);
  return center > 0 ? Math.max(0, 1 - (standardDeviation / center) ** 2 / agreements.length) : 0;
}

/**
 * @param weight - of calibrated labels, 0..1/2; 1 if an engine has no estimate. Estimates have the weight 1 - `weight`.
 * @param distance - squared distance between labels and estimates / squared distance that noise would cause; or null
 * @param confirmation - how well the rated queries, taken one by one, confirm the labels, 0..1
 * @returns `scores`: each engine's score minus the mean score. They rank the engines, but are not values of a measure.
 */
function ordered(values: readonly number[], weight: number, distance: number | null = null, confirmation = 0) {
  const scores = Float64Array.from(values, roundScore);
  const order = [...scores.keys()].sort((one, other) => at(scores, other) - at(scores, one));
  return { order, scores, weight, distance, confirmation };
}

function deviations(values: readonly number[]): number[] {
  const center = meanOf(values);
  return values.map((value) => value - center);
}

/**
 * Combines the estimates of the same means from several samples. The weight w of a sample is 1 / the mean of its
 * variances. Estimates without a standard error are left out. A sample has the same weight for all means. So the
 * difference of two combined means equals their combined difference, and an estimate whose variance is small by chance
 * gets no extra weight. Combined degrees of freedom: (Σ w² v)² / Σ ((w² v)² / d), for variances v with d degrees of
 * freedom. If no estimate of a mean has a standard error, returns the first estimate. Source: Satterthwaite 1946,
 * Biometrics Bulletin 2, 110-114; combining independent surveys: Cochran 1937, Journal of the Royal Statistical Society
 * 4, 102-118.
 */
export function combineSamples(samples: readonly (readonly MeanEstimate[])[]): MeanEstimate[] {
  const weights = samples.map((means) => {
    const variances = means.flatMap(({ standardError }) => (standardError === null ? [] : [standardError ** 2]));
    return variances.length === 0 ? 0 : variances.length / sumOf(variances);
  });
  // A sample of all queries is exact, so other samples add nothing.
  const isExact = weights.includes(Number.POSITIVE_INFINITY);
  return at(samples, 0).map((first, mean) => {
    const known = samples.flatMap((means, sample) => {
      const { estimate, standardError, degreesOfFreedom = null } = at(means, mean);
      const weight = isExact ? Number(at(weights, sample) === Number.POSITIVE_INFINITY) : at(weights, sample);
      if (estimate === null || standardError === null || weight === 0) return [];
      return [{ estimate, weight, term: (weight * standardError) ** 2, degreesOfFreedom }];
    });
    if (known.length === 0) return first;
    const sum = (of: (one: (typeof known)[number]) => number) => known.reduce((total, one) => total + of(one), 0);
    const size = sum(({ weight }) => weight);
    const estimate = sum((one) => one.weight * one.estimate) / size;
    const variance = sum(({ term }) => term);
    const standardError = Math.sqrt(variance) / size;
    const uncertainty = sum(({ term, degreesOfFreedom }) =>
      degreesOfFreedom === null ? 0 : term ** 2 / degreesOfFreedom,
    );
    const degreesOfFreedom = uncertainty === 0 ? null : variance ** 2 / uncertainty;
    const interval =
      degreesOfFreedom === null
        ? ([estimate, estimate] as const)
        : studentTInterval(estimate, standardError, degreesOfFreedom, SIGNIFICANCE);
    return { estimate, standardError, degreesOfFreedom, interval };
  });
}
