/** What are several variances, each known from little, where it is known how they should compare? */
import { at } from "../../core/at.ts";
import { findCrossing } from "../distributions/find-crossing.ts";
import { digamma, trigamma } from "../distributions/polygamma.ts";
import { meanAndDeviation } from "../summary/means.ts";
import type { MeanEstimate } from "./interval-estimate.ts";

interface KnownVariance {
  /** An estimate > 0. */
  readonly variance: number;
  /** Behind the estimate, > 0. */
  readonly degreesOfFreedom: number;
  /** What the variance should be in proportion to, >= 0; 0 where nothing is expected. */
  readonly expected: number;
}

/**
 * Empirical Bayes: true variances are taken for c · expected, each divided by a chi-square over its d0 degrees of freedom.
 * c and d0 follow from how far the logarithms of variance / expected scatter beyond what their own degrees d explain:
 *
 *   variance' = (d0 c expected + d variance) / (d0 + d), with d0 + d degrees of freedom
 *
 * An accident of few values, such as two engines that differ on three of twenty, is so told from a difference that all
 * others lead one to expect. Where `expected` says nothing, d0 is small, and the estimates stay what they were. d0 is at
 * most the largest d: what is expected never weighs more than what was seen.
 * Source: Smyth 2004, Statistical Applications in Genetics and Molecular Biology 3, article 3, section 6; `squeezeVar` of
 * limma, whose numbers these are where d0 has no bound.
 * @returns in the order given; what was given where `expected` is 0, or fewer than two are known
 */
export function moderateVariances(
  given: readonly KnownVariance[],
): Pick<KnownVariance, "variance" | "degreesOfFreedom">[] {
  const known = given.filter(({ expected }) => expected > 0);
  if (known.length < 2) return [...given];
  const logs = Float64Array.from(
    known,
    ({ variance, expected, degreesOfFreedom }) => Math.log(variance / expected) + shrinkage(degreesOfFreedom),
  );
  const noise = meanAndDeviation(Float64Array.from(known, ({ degreesOfFreedom }) => trigamma(degreesOfFreedom / 2)));
  const { mean, standardDeviation } = meanAndDeviation(logs);
  const largest = known.reduce((most, { degreesOfFreedom }) => Math.max(most, degreesOfFreedom), 0);
  const prior = Math.min(largest, degreesOfScatter(standardDeviation ** 2 - noise.mean));
  const scale = Math.exp(mean - shrinkage(prior));
  return given.map(({ variance, degreesOfFreedom, expected }) => {
    if (expected === 0) return { variance, degreesOfFreedom };
    const degrees = prior + degreesOfFreedom;
    return {
      variance: (prior * scale * expected + degreesOfFreedom * variance) / degrees,
      degreesOfFreedom: degrees,
    };
  });
}

/**
 * Moderates the standard errors of several means of one sample. No mean gets more degrees of freedom than the surest one
 * had: errors that all means share do not show in how their variances scatter.
 *
 * @param expected  by mean: what its variance should be in proportion to
 * @param degreesOf by mean: the degrees of freedom behind its variance @default those of its interval
 */
export function moderateErrors<Mean extends MeanEstimate>(
  means: readonly Mean[],
  expected: readonly number[],
  degreesOf: (place: number) => number = (place) => at(means, place).degreesOfFreedom ?? 0,
): Mean[] {
  const uncertain = means.flatMap(({ standardError, degreesOfFreedom }, place) =>
    standardError && degreesOfFreedom
      ? [{ place, variance: standardError ** 2, degreesOfFreedom: degreesOf(place), expected: at(expected, place) }]
      : [],
  );
  const most = means.reduce((largest, { degreesOfFreedom }) => Math.max(largest, degreesOfFreedom ?? 0), 0);
  const moderated = moderateVariances(uncertain);
  const found = [...means];
  for (const [nth, { place }] of uncertain.entries()) {
    const { variance, degreesOfFreedom } = at(moderated, nth);
    const standardError = Math.sqrt(variance);
    found[place] = { ...at(means, place), standardError, degreesOfFreedom: Math.min(most, degreesOfFreedom) };
  }
  return found;
}

/** How far the mean logarithm of a chi-square over its degrees of freedom lies below 0. */
function shrinkage(degreesOfFreedom: number): number {
  return Math.log(degreesOfFreedom / 2) - digamma(degreesOfFreedom / 2);
}

/** The degrees of freedom of a chi-square whose logarithm varies so much; Infinity for none. */
function degreesOfScatter(variance: number): number {
  return variance <= 0 ? Number.POSITIVE_INFINITY : 2 / findCrossing((inverse) => trigamma(1 / inverse) - variance);
}
