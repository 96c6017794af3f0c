/**
 * How large is the gamma function, which no double could hold?
 */

/** Below this the series is not exact to the last bits; the recurrence brings smaller numbers above it. */
const smallest = 12;

/**
 * ln Γ(x) by Stirling's series, for x < 12 through Γ(x) = Γ(x + 1) / x.
 *
 * @param x > 0
 * @returns exact to about 1e-15 of max(1, |ln Γ(x)|, ln Γ(12))
 *
 * Source: Abramowitz & Stegun 1964, 6.1.41 and 6.1.15.
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
