/** How do the first two derivatives of ln Γ run? */

/** Below this the series are not exact to the last bits; the recurrences bring smaller numbers above it. */
const smallest = 12;

/** Coefficients B_2k of the series, k = 1..6. */
const bernoulli = [1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730];

/** ψ(x), x > 0; exact to about 1e-14. Source: Abramowitz & Stegun 1964, 6.3.18 and 6.3.5. */
export function digamma(x: number): number {
  const { shifted, sum } = shift(x, (below) => 1 / below);
  const series = bernoulli.reduce((total, number, k) => total + number / ((2 * k + 2) * shifted ** (2 * k + 2)), 0);
  return Math.log(shifted) - 1 / (2 * shifted) - series - sum;
}

/** ψ'(x), x > 0, 0 at Infinity; exact to about 1e-14 of itself. Source: Abramowitz & Stegun 1964, 6.4.12 and 6.4.6. */
export function trigamma(x: number): number {
  const { shifted, sum } = shift(x, (below) => 1 / (below * below));
  const series = bernoulli.reduce((total, number, k) => total + number / shifted ** (2 * k + 3), 0);
  return 1 / shifted + 1 / (2 * shifted * shifted) + series + sum;
}

function shift(x: number, termAt: (below: number) => number) {
  let sum = 0;
  let shifted = x;
  for (; shifted < smallest; shifted++) sum += termAt(shifted);
  return { shifted, sum };
}
