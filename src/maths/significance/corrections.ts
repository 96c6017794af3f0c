/** Corrects p-values for many tests, gives the verdict, and finds the smallest detectable difference. */
import { invalidOption } from "../../core/errors.ts";
import { expectOverScale, findCrossing, normalCdf, studentTQuantile } from "../distributions.ts";
import { orderOf, remember, requireProbabilities, requireShare } from "../numbers.ts";

/** The usual significance level. It corresponds to 95 % intervals. */
export const SIGNIFICANCE = 0.05;

/**
 * Returns Bonferroni's adjusted p-values: min(1, m p) for each of m values p. If adjusted values below α are
 * claimed as differences, the probability of any false claim is at most α.
 * @throws SemqrelError INVALID_OPTION  a value is not a probability   details: { index, p }
 */
export function bonferroni(values: ArrayLike<number>): number[] {
  requireProbabilities(values);
  return Array.from(values, (p) => Math.min(1, p * values.length));
}

/**
 * Returns Holm's adjusted p-values. Of the sorted values p_1 <= … <= p_m, the i-th becomes the maximum over j <= i of
 * min(1, (m - j + 1) p_j). Like Bonferroni's values, they limit the probability of any false claim, and they are never
 * larger than Bonferroni's. Source: Holm 1979 (Scandinavian Journal of Statistics 6, 65-70).
 * @throws SemqrelError INVALID_OPTION  a value is not a probability   details: { index, p }
 */
export function holm(values: ArrayLike<number>): number[] {
  requireProbabilities(values);
  const adjusted = Array.from(values);
  let largest = 0;
  orderOf(values, (one, other) => one - other).forEach((index, rank) => {
    largest = Math.max(largest, Math.min(1, (values[index] as number) * (values.length - rank)));
    adjusted[index] = largest;
  });
  return adjusted;
}

/**
 * Returns Benjamini and Hochberg's adjusted p-values. Of the sorted values p_1 <= … <= p_m, the i-th becomes the
 * minimum over j >= i of min(1, p_j m / j). Of the claims with an adjusted p below α, the expected false share is at
 * most α, if the tests are independent or positively dependent. Source: Benjamini & Hochberg 1995 (JRSS B 57, 289-300).
 * @throws SemqrelError INVALID_OPTION  a value is not a probability   details: { index, p }
 */
export function benjaminiHochberg(values: ArrayLike<number>): number[] {
  requireProbabilities(values);
  const adjusted = Array.from(values);
  let smallest = 1;
  orderOf(values, (one, other) => other - one).forEach((index, above) => {
    smallest = Math.min(smallest, ((values[index] as number) * values.length) / (values.length - above));
    adjusted[index] = smallest;
  });
  return adjusted;
}

/** Applies `adjust` to the values that are not null. Null stays null and does not count as a test. */
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
  /** Number of queries on which both engines were measured. */
  readonly queries: number;
  /** p-value, corrected for all comparisons, 0..1; null if no test was possible. */
  readonly adjustedP: number | null;
  /** Mean of engine - baseline. Larger values of the measure must be better. */
  readonly meanDifference: number;
}

/** Minimum number of queries for a verdict. With fewer, the choice of queries matters more than the engines. */
export const FEWEST_QUERIES = 10;

/**
 * Returns "too few queries" for fewer than 10 queries. Otherwise returns "better" or "worse", by the sign of the mean
 * difference, if the adjusted p is below .05. If not, returns "no difference shown", which does not prove equality.
 */
export function verdict({ queries, adjustedP, meanDifference }: Evidence): Verdict {
  if (queries < FEWEST_QUERIES) return "too few queries";
  if (adjustedP === null || !(adjustedP < SIGNIFICANCE) || meanDifference === 0) return "no difference shown";
  return meanDifference > 0 ? "better" : "worse";
}

/** Number of queries, level and power of a planned test. */
export interface DetectableDifferenceOptions {
  /** Number of queries on which both engines are measured, a whole number >= 0. */
  readonly queries: number;
  /** Sample standard deviation of the differences (n - 1). */
  readonly standardDeviation: number;
  /** Probability that the test finds the difference significant, between `significance` and 1. @default 0.8 */
  readonly power?: number;
  /** Two-sided p-value below which a difference is significant, between 0 and 1. @default 0.05 */
  readonly significance?: number;
}

/**
 * Returns the smallest true mean difference that a two-sided paired t test of n queries finds significant with the
 * given power; null for fewer than two queries. Solves the exact power of both tails for δ:
 *
 *   power(δ) = P(|T| > t critical), where T is noncentral t with n - 1 degrees of freedom and noncentrality δ
 *   result = δ standardDeviation / sqrt(n)
 *
 * Source: Cohen 1988, Statistical Power Analysis for the Behavioral Sciences, 2.3.5 and 12.8.
 * @throws SemqrelError INVALID_OPTION  power or significance out of range (power must exceed significance)
 */
export function smallestDetectableDifference(options: DetectableDifferenceOptions): number | null {
  const { queries, standardDeviation, power = 0.8, significance = 0.05 } = options;
  requireShare("significance", significance);
  requireShare("power", power);
  if (power <= significance) {
    throw invalidOption(
      `Planning queries: power ${power} is not above the significance level ${significance}. Give a larger power: by chance alone, a test finds differences this often.`,
      { power, significance },
    );
  }
  if (queries < 2) return null;
  return (detectableShift(queries - 1, power, significance) * standardDeviation) / Math.sqrt(queries);
}

/** Returns the smallest detectable mean difference, in standard errors. */
const detectableShift = remember((degreesOfFreedom: number, power: number, significance: number) => {
  const critical = studentTQuantile(1 - significance / 2, degreesOfFreedom);
  // T = (Z + δ) / s for a standard normal Z and a scale s, so P(T > critical) = P(Z > critical s - δ).
  const powerAt = (shift: number) =>
    expectOverScale(
      degreesOfFreedom,
      (scale) => normalCdf(shift - critical * scale) + normalCdf(-shift - critical * scale),
      // Width: where the first `normalCdf` is steepest (argument 0), the argument falls by `shift` per unit of ln s.
      1 / Math.max(1, shift),
    );
  return findCrossing((candidate) => powerAt(candidate) - power);
});
