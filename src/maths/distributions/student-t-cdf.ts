/**
 * Which share of Student's t distribution lies below a number?
 */
import { regularisedIncompleteBeta } from "./regularised-incomplete-beta.ts";

/**
 * P(T <= t) = I_x(n / 2, 1 / 2) / 2 for t <= 0, with x = n / (n + t²), and by symmetry above. The two-sided p-value is
 * `2 * studentTCdf(-Math.abs(t), n)`, which keeps its digits however small it is.
 *
 * @param t may be infinite
 * @param degreesOfFreedom > 0
 * @returns 0..1; relative error below 0 about 1e-13 up to hundreds of degrees of freedom, 1e-10 up to a hundred
 *   thousand
 *
 * Source: Abramowitz & Stegun 1964, 26.7.1 and 26.5.27.
 */
export function studentTCdf(t: number, degreesOfFreedom: number): number {
  if (t > 0) return 1 - studentTCdf(-t, degreesOfFreedom);
  // Dividing first: t² of a large t would be infinite, and infinity / infinity no number.
  const ratio = (t / degreesOfFreedom) * t;
  if (ratio === Number.POSITIVE_INFINITY) return 0;
  const shape = { a: degreesOfFreedom / 2, b: 0.5 };
  return regularisedIncompleteBeta(1 / (1 + ratio), shape, ratio / (1 + ratio)) / 2;
}
