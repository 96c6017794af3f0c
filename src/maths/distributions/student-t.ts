/** Which share of Student's t distribution lies below a number, and below which number a share? */
import { invalidOption } from "../../core/errors.ts";
import { requireShare } from "../require.ts";
import { regularisedIncompleteBeta } from "./beta.ts";
import { findCrossing } from "./find-crossing.ts";

/**
 * P(T <= t) = I_x(n / 2, 1 / 2) / 2 for t <= 0, with x = n / (n + t²), and by symmetry above. The two-sided p-value is
 * `2 * studentTCdf(-Math.abs(t), n)`, which keeps its digits however small it is. Source: Abramowitz & Stegun 1964,
 * 26.7.1 and 26.5.27.
 * @param t may be infinite
 * @param degreesOfFreedom > 0
 * @returns 0..1; relative error below 0 about 1e-13 up to hundreds of degrees of freedom, 1e-10 up to 100,000
 */
export function studentTCdf(t: number, degreesOfFreedom: number): number {
  if (t > 0) return 1 - studentTCdf(-t, degreesOfFreedom);
  // Dividing first: t² of a large t would be infinite, and infinity / infinity no number.
  const ratio = (t / degreesOfFreedom) * t;
  if (ratio === Number.POSITIVE_INFINITY) return 0;
  const shape = { a: degreesOfFreedom / 2, b: 0.5 };
  return regularisedIncompleteBeta(1 / (1 + ratio), shape, ratio / (1 + ratio)) / 2;
}

/**
 * The t with P(T <= t) = share, by inverting `studentTCdf`.
 * @param share between 0 and 1, both excluded
 * @param degreesOfFreedom > 0, finite
 * @returns error about 1e-15 + 1e-12 |t|
 * @throws SemqrelError INVALID_OPTION  share or degreesOfFreedom out of range; they stand in the details
 */
export function studentTQuantile(share: number, degreesOfFreedom: number): number {
  requireShare("share", share);
  // Of any other number the distribution has no value, and the search would never end.
  if (!(degreesOfFreedom > 0 && degreesOfFreedom < Number.POSITIVE_INFINITY)) {
    throw invalidOption(`Student's t: ${degreesOfFreedom} degrees of freedom. Give a finite number above 0.`, {
      degreesOfFreedom,
    });
  }
  if (share === 0.5) return 0;
  const tail = Math.min(share, 1 - share);
  const distance = findCrossing((t) => tail - studentTCdf(-t, degreesOfFreedom));
  return share < 0.5 ? -distance : distance;
}

/** estimate ± standard error · Student's t, an interval that misses with the chance `significance`. */
export function studentTInterval(
  estimate: number,
  standardError: number,
  degreesOfFreedom: number,
  significance: number,
): readonly [low: number, high: number] {
  const reach = -studentTQuantile(significance / 2, degreesOfFreedom) * standardError;
  return [estimate - reach, estimate + reach];
}

interface ScaleOptions {
  /** ln s from which the sum goes outwards; matters only where `value` vanishes at s = 1. @default 0 */
  readonly start?: number;
  /** Standard deviation, in ln s, of the steepest step that `value` makes; the rule must not step over it. */
  readonly width: number;
}

/**
 * The mean of `value(s)`, s = sqrt(χ² / n) being the ratio of a standard deviation estimated with n degrees of freedom
 * to the true one: it turns normal distributions into Student's. The trapezoidal rule over ln s, whose error falls
 * exponentially with the step as all is smooth and bell-shaped there; divided by the same sum of the density alone, so
 * that no constant is needed. Cost about 40 evaluations, hundreds below 10 degrees of freedom.
 * @param degreesOfFreedom n > 0
 * @param value >= 0, not rising with s, smooth
 * @returns relative error about 1e-12
 */
export function expectOverScale(
  degreesOfFreedom: number,
  value: (scale: number) => number,
  { start = 0, width }: ScaleOptions,
): number {
  // The logarithm of s has a standard deviation of about 1 / sqrt(2 n), and a long tail on the left.
  const step = 0.5 * Math.min(1 / Math.sqrt(2 * degreesOfFreedom), 0.25, width);
  const density = (logScale: number) => Math.exp(degreesOfFreedom * (logScale - Math.expm1(2 * logScale) / 2));
  const weighted = (logScale: number) => density(logScale) * value(Math.exp(logScale));
  return sumOutwards(weighted, start, step) / sumOutwards(density, 0, step);
}

/** The sum of a bell at start, start ± step, …, as far as it adds anything. */
function sumOutwards(bell: (place: number) => number, start: number, step: number): number {
  let sum = bell(start);
  for (const direction of [-step, step]) {
    for (let count = 1; ; count++) {
      const term = bell(start + count * direction);
      sum += term;
      if (term <= 1e-17 * sum) break;
    }
  }
  return sum;
}
