/** Which share of the standard normal distribution lies below a number, and below which number a share? */
import { requireShare } from "../require.ts";

/** Step of the trapezoidal rule: its error is exp(-π² / step²) = 7e-18 of the value. */
const step = 0.5;
const weights = Array.from({ length: 13 }, (_, place) => Math.exp(-((place * step) ** 2)));

/**
 * Φ(z), from the centre by its power series and in the tails as erfc(-z / √2) / 2 by the trapezoidal rule, whose pole
 * is known and added. Source: Abramowitz & Stegun 1964, 26.2.11; Chiarella & Reichel 1968 (Mathematics of Computation
 * 22, 137-143).
 * @param z may be infinite
 * @returns 0..1; relative error below 1e-14 for -37.5 < z < 0, so tails keep their digits: take Φ(-z), not 1 - Φ(z)
 */
export function normalCdf(z: number): number {
  if (z > 1) return 1 - lowerTail(z);
  if (z < -1) return lowerTail(-z);
  let term = z;
  let sum = z;
  for (let odd = 3; Math.abs(term) > 1e-17 * Math.abs(sum); odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return 0.5 + (sum * Math.exp(-0.5 * z * z)) / Math.sqrt(2 * Math.PI);
}

/** Φ(-z) for z >= 1. */
function lowerTail(z: number): number {
  if (z > 40) return 0;
  const square = (z * z) / 2;
  const x = z * Math.SQRT1_2;
  let sum = 0.5 / square;
  for (let place = 1; place < weights.length; place++) {
    sum += (weights[place] as number) / (square + (place * step) ** 2);
  }
  // exp(-z² / 2) of a rounded square would lose digits as z grows: the part of z with few digits has an exact square.
  const coarse = Math.round(z * 16) / 16;
  const density = Math.exp(-0.5 * coarse * coarse) * Math.exp(-0.5 * (z - coarse) * (z + coarse));
  const pole = x < Math.PI / step ? 1 / Math.expm1((2 * Math.PI * x) / step) : 0;
  return (step * x * density * sum) / Math.PI - pole;
}

/**
 * The z with Φ(z) = share, by Newton's method on ln Φ. ln Φ is concave, so from a start below z the steps rise to z and
 * never pass it; -sqrt(-2 ln share) is such a start, because Φ(-x) <= exp(-x² / 2) / 2.
 * @param share between 0 and 1, both excluded
 * @returns error about 1e-15
 * @throws SemqrelError INVALID_OPTION  share out of range   details: { share }
 */
export function normalQuantile(share: number): number {
  requireShare("share", share);
  if (share > 0.5) return -normalQuantile(1 - share);
  let z = -Math.sqrt(-2 * Math.log(share));
  for (let round = 0; round < 50; round++) {
    const below = normalCdf(z);
    const density = Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
    const change = (Math.log(share / below) * below) / density;
    z += change;
    if (Math.abs(change) < 1e-15) break;
  }
  return z;
}
