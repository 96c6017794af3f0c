/** Which p-values stay small after correction for many tests? */
import { invalidOption } from "../../core/errors.ts";
import { expectOverScale, findCrossing, normalCdf, studentTQuantile } from "../distributions.ts";
import { remember, requireProbabilities, requireShare } from "../numbers.ts";

/** The usual significance level, which fits 95 % intervals. */
export const SIGNIFICANCE = 0.05;

/**
 * Returns Bonferroni's adjusted p-values: min(1, m p) for m values. With probability 1 - α or more, all claims with an
 * adjusted p below α are right.
 * @throws SemqrelError INVALID_OPTION  a value is not a probability   details: { index, p }
 */
export function bonferroni(values: readonly number[]): number[] {
  requireProbabilities(values);
  return values.map((p) => Math.min(1, p * values.length));
}

/**
 * Returns Holm's adjusted p-values: the i-th smallest (from 1) of m becomes max over j <= i of min(1, (m - j + 1) p_j).
 * Like Bonferroni's, they bound the probability of any false claim, and they are never larger. Source: Holm 1979
 * (Scandinavian Journal of Statistics 6, 65-70).
 * @throws SemqrelError INVALID_OPTION  a value is not a probability   details: { index, p }
 */
export function holm(values: readonly number[]): number[] {
  requireProbabilities(values);
  const adjusted = [...values];
  const rising = values.map((p, index) => ({ p, index })).sort((one, other) => one.p - other.p);
  let largest = 0;
  rising.forEach(({ p, index }, rank) => {
    largest = Math.max(largest, Math.min(1, p * (values.length - rank)));
    adjusted[index] = largest;
  });
  return adjusted;
}

/**
 * Returns Benjamini and Hochberg's adjusted p-values: the i-th smallest (from 1) of m becomes min over j >= i of min(1,
 * p_j m / j). Of the claims with an adjusted p below α, at most the share α is expected to be false, for independent or
 * positively dependent tests. Source: Benjamini & Hochberg 1995 (Journal of the Royal Statistical Society B 57,
 * 289-300).
 * @throws SemqrelError INVALID_OPTION  a value is not a probability   details: { index, p }
 */
export function benjaminiHochberg(values: readonly number[]): number[] {
  requireProbabilities(values);
  const adjusted = [...values];
  const falling = values.map((p, index) => ({ p, index })).sort((one, other) => other.p - one.p);
  let smallest = 1;
  falling.forEach(({ p, index }, above) => {
    smallest = Math.min(smallest, (p * values.length) / (values.length - above));
    adjusted[index] = smallest;
  });
  return adjusted;
}

/** Null stays null and does not count as a test. */
export function adjustKnown(
  values: readonly (number | null)[],
  adjust: (known: readonly number[]) => readonly number[],
): (number | null)[] {
  const adjusted = adjust(values.flatMap((p) => p ?? []));
  let next = 0;
  return values.map((p) => (p === null ? null : (adjusted[next++] ?? null)));
}

/** The verdict about an engine, compared with the baseline. */
export type Verdict = "better" | "worse" | "no difference shown" | "too few queries";

/** What a verdict is based on. */
export interface Evidence {
  /** Number of queries that both were measured on. */
  readonly queries: number;
  /** p-value with correction for all comparisons, 0..1; null if no test was possible. */
  readonly adjustedP: number | null;
  /** Engine - baseline, for a measure whose larger values are better. */
  readonly meanDifference: number;
}

/** With fewer queries, a test says more about the queries than about the engines. */
export const FEWEST_QUERIES = 10;

/**
 * Returns "too few queries" for fewer than 10 queries, whatever p is. Otherwise an adjusted p below .05 gives "better"
 * or "worse" by the sign of the mean difference, and any other "no difference shown", which does not mean equality.
 */
export function verdict({ queries, adjustedP, meanDifference }: Evidence): Verdict {
  if (queries < FEWEST_QUERIES) return "too few queries";
  if (adjustedP === null || !(adjustedP < SIGNIFICANCE) || meanDifference === 0) return "no difference shown";
  return meanDifference > 0 ? "better" : "worse";
}

/** Level and power of a planned test. */
export interface DetectableDifferenceOptions {
  /** Number of pairs, a whole number >= 0. */
  readonly queries: number;
  /** Sample standard deviation of the differences (n - 1). */
  readonly standardDeviation: number;
  /** Probability of finding such a difference significant, between `significance` and 1. @default 0.8 */
  readonly power?: number;
  /** p-value below which a difference counts as shown, two-sided, between 0 and 1. @default 0.05 */
  readonly significance?: number;
}

/**
 * Returns the smallest true mean difference that a two-sided paired t test would show with the given power. Solves the
 * exact power of the noncentral t distribution (not a normal approximation), both sides counted:
 *
 *   power(δ) = P(|T| > t critical), T noncentral with n - 1 degrees of freedom and noncentrality δ;
 *   the answer is δ standardDeviation / sqrt(n)
 *
 * Null for < 2 queries. Source: Cohen 1988, Statistical Power Analysis for the Behavioral Sciences, 2.3.5 and 12.8.
 * @throws SemqrelError INVALID_OPTION  power or significance out of range (power must exceed significance)
 */
export function smallestDetectableDifference(options: DetectableDifferenceOptions): number | null {
  const { queries, standardDeviation, power = 0.8, significance = 0.05 } = options;
  requireShare("significance", significance);
  requireShare("power", power);
  if (power <= significance) {
    throw invalidOption(
      `Planning queries: power ${power} is not above the significance level ${significance}, which is the power at no difference.`,
      { power, significance },
    );
  }
  if (queries < 2) return null;
  return (detectableShift(queries - 1, power, significance) * standardDeviation) / Math.sqrt(queries);
}

/** Returns the difference in standard errors. */
const detectableShift = remember((degreesOfFreedom: number, power: number, significance: number) => {
  const critical = studentTQuantile(1 - significance / 2, degreesOfFreedom);
  // T = (Z + δ) / s, so it is beyond the critical value with the probability of Z > critical s - δ.
  const powerAt = (shift: number) =>
    expectOverScale(
      degreesOfFreedom,
      (scale) => normalCdf(shift - critical * scale) + normalCdf(-shift - critical * scale),
      // The first term falls at ln s = ln(shift / critical), where a step of 1 in z is 1 / shift in ln s.
      1 / Math.max(1, shift),
    );
  return findCrossing((candidate) => powerAt(candidate) - power);
});
