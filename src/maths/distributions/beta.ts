/** Which share of a beta distribution lies below a number? */

/** Below this the series is not exact to the last bits; the recurrence brings smaller numbers above it. */
const smallest = 12;

/**
 * ln Γ(x), x > 0, by Stirling's series, for x < 12 through Γ(x) = Γ(x + 1) / x; exact to about 1e-15 of max(1, |ln Γ(x)|,
 * ln Γ(12)). Source: Abramowitz & Stegun 1964, 6.1.41 and 6.1.15.
 */
export function logGamma(x: number): number {
  let product = 1;
  let shifted = x;
  for (; shifted < smallest; shifted++) product *= shifted;
  const square = 1 / (shifted * shifted);
  const series =
    (1 / 12 -
      square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square * (1 / 1188 - (691 * square) / 360360))))) /
    shifted;
  return (shifted - 0.5) * Math.log(shifted) - shifted + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product);
}

/** Both > 0. */
interface BetaShape {
  readonly a: number;
  readonly b: number;
}

/**
 * I_x(a, b), the distribution function of the beta distribution, by its continued fraction. Cost O(sqrt(max(a, b))).
 * Source: DLMF 8.17.22 and 8.17.4, evaluated as Lentz 1976 (Applied Optics 15, 668) does.
 * @param x          0..1
 * @param complement 1 - x, for callers that know it better than the subtraction does
 * @returns 0..1; relative error about 1e-13 for shapes up to hundreds, 1e-11 up to some thousands
 */
export function regularisedIncompleteBeta(x: number, { a, b }: BetaShape, complement: number = 1 - x): number {
  if (x <= 0 || complement <= 0) return x <= 0 ? 0 : 1;
  // The fraction converges fast on this side of the mean only.
  if (x > (a + 1) / (a + b + 2)) return 1 - regularisedIncompleteBeta(complement, { a: b, b: a }, x);
  const logX = x < 0.5 ? Math.log(x) : Math.log1p(-complement);
  const logComplement = complement < 0.5 ? Math.log(complement) : Math.log1p(-x);
  const logFactor = a * logX + b * logComplement + logGamma(a + b) - logGamma(a) - logGamma(b);
  return Math.min(1, Math.exp(logFactor) / (a * continuedFraction(x, a, b)));
}

/** 1 + d1 / (1 + d2 / (1 + …)) of DLMF 8.17.22. */
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
