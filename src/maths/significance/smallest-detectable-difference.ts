/** How large must a difference be for this many queries to show it? */
import { invalidOption } from "../../core/errors.ts";
import { findCrossing } from "../distributions/find-crossing.ts";
import { normalCdf } from "../distributions/normal.ts";
import { expectOverScale, studentTQuantile } from "../distributions/student-t.ts";
import { remember } from "../remember.ts";
import { requireShare } from "../require.ts";

/** Level and power that are wanted. */
export interface DetectableDifferenceOptions {
  /** Pairs, a whole number >= 0. */
  readonly queries: number;
  /** Of the differences (n - 1), >= 0. */
  readonly standardDeviation: number;
  /** Chance to find such a difference significant, between `significance` and 1. @default 0.8 */
  readonly power?: number;
  /** p-value below which a difference counts as shown, two-sided, between 0 and 1. @default 0.05 */
  readonly significance?: number;
}

/**
 * The smallest true mean difference that a two-sided paired t test would show with the given power: the exact power of
 * the noncentral t distribution (not a normal approximation), both sides counted, solved for the difference.
 *
 *   power(δ) = P(|T| > t critical), T noncentral with n - 1 degrees of freedom and noncentrality δ;
 *   the answer is δ standardDeviation / sqrt(n)
 *
 * Source: Cohen 1988, Statistical Power Analysis for the Behavioral Sciences, 2.3.5 and 12.8.
 * @returns >= 0; null below two queries
 * @throws SemqrelError INVALID_OPTION  power or significance out of range (power must exceed significance)
 */
export function smallestDetectableDifference(options: DetectableDifferenceOptions): number | null {
  const { queries, standardDeviation, power = 0.8, significance = 0.05 } = options;
  requireShare("significance", significance);
  requireShare("power", power);
  if (power <= significance) {
    throw invalidOption(
      `Planning queries: power ${power} is not above the significance ${significance}, which no difference at all has.`,
      { power, significance },
    );
  }
  if (queries < 2) return null;
  return (detectableShift(queries - 1, power, significance) * standardDeviation) / Math.sqrt(queries);
}

/** In standard errors. */
const detectableShift = remember((degreesOfFreedom: number, power: number, significance: number) => {
  const critical = studentTQuantile(1 - significance / 2, degreesOfFreedom);
  // T = (Z + δ) / s, so it lies beyond the critical value with the probability of Z > critical s - δ.
  const powerAt = (shift: number) =>
    expectOverScale(
      degreesOfFreedom,
      (scale) => normalCdf(shift - critical * scale) + normalCdf(-shift - critical * scale),
      // The first one falls at ln s = ln(shift / critical), where 1 in z is 1 / shift in ln s.
      { width: 1 / Math.max(1, shift) },
    );
  return findCrossing((candidate) => powerAt(candidate) - power);
});
