/** Probabilities and quantiles of the normal, Student's and related distributions; a root finder. */
import { invalidOption } from "../core/errors.ts";
import { requireShare } from "./numbers.ts";

/** Step of the trapezoidal rule, whose relative error is exp(-π² / step²) = 7e-18. */
const step = 0.5;
const weights = Array.from({ length: 13 }, (_, place) => Math.exp(-((place * step) ** 2)));

/**
 * Returns Φ(z) = P(Z <= z) of a standard normal Z. Power series near the centre, trapezoidal rule in the tails. Source:
 * Abramowitz & Stegun 1964, 26.2.11; Chiarella & Reichel 1968 (Mathematics of Computation 22, 137-143).
 * @returns 0..1; relative error below 1e-14 for -37.5 < z < 0. For upper tails, use Φ(-z): 1 - Φ(z) loses digits.
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

/** Returns Φ(-z) for z >= 1. */
function lowerTail(z: number): number {
  if (z > 40) return 0;
  const square = (z * z) / 2;
  const x = z * Math.SQRT1_2;
  let sum = 0.5 / square;
  for (let place = 1; place < weights.length; place++) {
    sum += (weights[place] as number) / (square + (place * step) ** 2);
  }
  // For large z, rounding z² would cost digits of exp(-z² / 2). `coarse` has few digits, so its square is exact.
  const coarse = Math.round(z * 16) / 16;
  const density = Math.exp(-0.5 * coarse * coarse) * Math.exp(-0.5 * (z - coarse) * (z + coarse));
  const pole = x < Math.PI / step ? 1 / Math.expm1((2 * Math.PI * x) / step) : 0;
  return (step * x * density * sum) / Math.PI - pole;
}

/**
 * Returns the z with Φ(z) = share, by Newton's method on ln Φ. ln Φ is concave, so steps that start below z rise to z
 * and never pass it. The start -sqrt(-2 ln share) is below z, because Φ(-x) <= exp(-x² / 2) / 2. Error about 1e-15.
 * @throws SemqrelError INVALID_OPTION  share not between 0 and 1   details: { share }
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

/** From this x on, asymptotic series are exact to the last bits. Recurrences add 1 to a smaller x until x >= 12. */
const asymptoticFrom = 12;

/**
 * Returns ln Γ(x) for x > 0 by Stirling's series. If x < 12, first applies Γ(x) = Γ(x + 1) / x until x >= 12. Error
 * about 1e-15 · max(1, |ln Γ(x)|, ln Γ(12)). Source: Abramowitz & Stegun 1964, 6.1.41 and 6.1.15.
 */
export function logGamma(x: number): number {
  let product = 1;
  let shifted = x;
  for (; shifted < asymptoticFrom; shifted++) product *= shifted;
  const square = 1 / (shifted * shifted);
  const series =
    (1 / 12 -
      square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square * (1 / 1188 - (691 * square) / 360360))))) /
    shifted;
  return (shifted - 0.5) * Math.log(shifted) - shifted + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product);
}

/**
 * Returns I_x(a, b), the distribution function of the beta distribution (a, b > 0). Cost O(sqrt(max(a, b))). Source:
 * DLMF 8.17.22 and 8.17.4, evaluated as in Lentz 1976 (Applied Optics 15, 668).
 * @param complement - 1 - x, if the caller knows it more precisely
 * @returns 0..1; relative error about 1e-13 for shapes up to hundreds, 1e-11 up to some thousands
 */
export function regularisedIncompleteBeta(
  x: number,
  { a, b }: { readonly a: number; readonly b: number },
  complement: number = 1 - x,
): number {
  if (x <= 0 || complement <= 0) return x <= 0 ? 0 : 1;
  // The fraction converges fast only up to about the mean of the distribution.
  if (x > (a + 1) / (a + b + 2)) return 1 - regularisedIncompleteBeta(complement, { a: b, b: a }, x);
  const logX = x < 0.5 ? Math.log(x) : Math.log1p(-complement);
  const logComplement = complement < 0.5 ? Math.log(complement) : Math.log1p(-x);
  const logFactor = a * logX + b * logComplement + logGamma(a + b) - logGamma(a) - logGamma(b);
  return Math.min(1, Math.exp(logFactor) / (a * continuedFraction(x, a, b)));
}

function continuedFraction(x: number, a: number, b: number): number {
  let fraction = 1;
  let numerator = 1;
  let denominator = 0;
  for (let term = 1; term < 100_000; term++) {
    const half = term >> 1;
    const top = term % 2 === 0 ? half * (b - half) * x : -(a + half) * (a + b + half) * x;
    const coefficient = top / ((a + term - 1) * (a + term));
    denominator = 1 / awayFromZero(1 + coefficient * denominator);
    numerator = awayFromZero(1 + coefficient / numerator);
    fraction *= numerator * denominator;
    if (Math.abs(numerator * denominator - 1) < 1e-16) break;
  }
  return fraction;
}

function awayFromZero(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}

/**
 * Returns P(T <= t) of Student's t with n degrees of freedom: I_x(n / 2, 1 / 2) / 2 with x = n / (n + t²) for t <= 0.
 * The two-sided p-value is `2 * studentTCdf(-Math.abs(t), n)`. Source: Abramowitz & Stegun 1964, 26.7.1, 26.5.27.
 * @returns 0..1; relative error for t < 0 about 1e-13 up to hundreds of degrees of freedom, 1e-10 up to 100,000
 */
export function studentTCdf(t: number, degreesOfFreedom: number): number {
  if (t > 0) return 1 - studentTCdf(-t, degreesOfFreedom);
  // Divides first, because t² of a large t would be infinite, and infinity / infinity is NaN.
  const ratio = (t / degreesOfFreedom) * t;
  if (ratio === Number.POSITIVE_INFINITY) return 0;
  const shape = { a: degreesOfFreedom / 2, b: 0.5 };
  return regularisedIncompleteBeta(1 / (1 + ratio), shape, ratio / (1 + ratio)) / 2;
}

/**
 * Returns the t with P(T <= t) = share, by inverting `studentTCdf`. Error about 1e-15 + 1e-12 |t|.
 * @throws SemqrelError INVALID_OPTION  share or degreesOfFreedom out of range   details: the one out of range
 */
export function studentTQuantile(share: number, degreesOfFreedom: number): number {
  requireShare("share", share);
  // Without this check, the search below would not end.
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

export function studentTInterval(
  estimate: number,
  standardError: number,
  degreesOfFreedom: number,
  significance: number,
): readonly [low: number, high: number] {
  const reach = -studentTQuantile(significance / 2, degreesOfFreedom) * standardError;
  return [estimate - reach, estimate + reach];
}

/**
 * Returns the mean of `value(s)` over the random scale s = sqrt(χ² / n). s is a standard deviation estimated with n
 * degrees of freedom, divided by the true standard deviation. Computes Σ (value · density) / Σ density at equal steps
 * of ln s (trapezoidal rule). `value` must be smooth and >= 0, and must not rise with s. Relative error about 1e-12.
 * @param width - `value` must never fall more steeply in ln s than 1 - Φ(ln s / width). Steps are at most width / 2.
 * @param start - ln s at which the sum starts; it continues in both directions. Only needed if `value` is 0 at s = 1.
 */
export function expectOverScale(
  degreesOfFreedom: number,
  value: (scale: number) => number,
  width: number,
  start = 0,
): number {
  // ln s has a standard deviation of about 1 / sqrt(2 n), and a long tail on the left.
  const step = 0.5 * Math.min(1 / Math.sqrt(2 * degreesOfFreedom), 0.25, width);
  const density = (logScale: number) => Math.exp(degreesOfFreedom * (logScale - Math.expm1(2 * logScale) / 2));
  const weighted = (logScale: number) => density(logScale) * value(Math.exp(logScale));
  return sumOutwards(weighted, start, step) / sumOutwards(density, 0, step);
}

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

/** Bernoulli numbers B_2k for k = 1..6. */
const bernoulli = [1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730];

/** Returns ψ(x) for x > 0. Error about 1e-14. Source: Abramowitz & Stegun 1964, 6.3.18 and 6.3.5. */
export function digamma(x: number): number {
  const { shifted, sum } = shift(x, (below) => 1 / below);
  const series = bernoulli.reduce((total, number, k) => total + number / ((2 * k + 2) * shifted ** (2 * k + 2)), 0);
  return Math.log(shifted) - 1 / (2 * shifted) - series - sum;
}

/** Returns ψ'(x) for x > 0 (0 at ∞). Relative error 1e-14. Source: Abramowitz & Stegun 1964, 6.4.12 and 6.4.6. */
export function trigamma(x: number): number {
  const { shifted, sum } = shift(x, (below) => 1 / (below * below));
  const series = bernoulli.reduce((total, number, k) => total + number / shifted ** (2 * k + 3), 0);
  return 1 / shifted + 1 / (2 * shifted * shifted) + series + sum;
}

function shift(x: number, termAt: (below: number) => number) {
  let sum = 0;
  let shifted = x;
  for (; shifted < asymptoticFrom; shifted++) sum += termAt(shifted);
  return { shifted, sum };
}

/**
 * Returns the x >= 0 at which a non-decreasing function stops being negative. Error about 1e-15 max(1, x). Cost about
 * 15 evaluations of a smooth function. Source: Ridders 1979 (IEEE Transactions on Circuits and Systems 26, 979-980).
 */
export function findCrossing(rising: (x: number) => number): number {
  let low = { x: 0, y: rising(0) };
  if (low.y >= 0) return 0;
  let high = { x: 1, y: rising(1) };
  while (high.y < 0) {
    low = high;
    high = { x: 2 * high.x, y: rising(2 * high.x) };
  }
  let last = Number.NaN;
  while (high.x - low.x > 1e-15 * Math.max(1, high.x)) {
    const middle = { x: (low.x + high.x) / 2, y: rising((low.x + high.x) / 2) };
    // Divides by the larger of the two end values, so that squares do not underflow.
    const scale = Math.max(-low.y, high.y);
    const curve = Math.sqrt((middle.y / scale) ** 2 - (low.y / scale) * (high.y / scale));
    if (curve === 0) return middle.x;
    const x = middle.x - ((middle.x - low.x) * (middle.y / scale)) / curve;
    const guess = { x, y: rising(x) };
    for (const point of [middle, guess]) {
      if (point.y < 0 && point.x > low.x) low = point;
      if (point.y >= 0 && point.x < high.x) high = point;
    }
    if (Math.abs(x - last) <= 1e-15 * Math.max(1, x)) return x;
    last = x;
  }
  return high.x;
}
