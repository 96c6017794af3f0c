/** Do two series rise and fall together, along a line or along any curve? */
import { roundScore } from "../classification/round-score.ts";
import { orderOf } from "../many-numbers.ts";
import { requirePaired } from "../require.ts";

/** Positions from 1 for the smallest value; equal values get the mean of the positions they fill. No value is NaN. */
export function midRanks(values: ArrayLike<number>): Float64Array {
  const valueAt = (index: number) => values[index] as number;
  const order = orderOf(values, (one, other) => one - other);
  const ranks = new Float64Array(order.length);
  for (let start = 0; start < order.length; ) {
    const value = valueAt(order[start] as number);
    let end = start + 1;
    while (end < order.length && valueAt(order[end] as number) === value) end++;
    for (const index of order.subarray(start, end)) ranks[index] = (start + 1 + end) / 2;
    start = end;
  }
  return ranks;
}

/**
 * Pearson's correlation: Σ (x - mean x) (y - mean y) / sqrt(Σ (x - mean x)² Σ (y - mean y)²).
 * @returns -1..1; null below two values and where a side is constant: undefined, not 0
 * @throws SemqrelError INVALID_OPTION as `requirePaired`
 */
export function pearson(first: ArrayLike<number>, second: ArrayLike<number>): number | null {
  requirePaired(first, second);
  const x = deviations(first);
  const y = deviations(second);
  const xLength = Math.sqrt(x.reduce((sum, value) => sum + value * value, 0));
  const yLength = Math.sqrt(y.reduce((sum, value) => sum + value * value, 0));
  if (xLength === 0 || yLength === 0) return null;
  const correlation = x.reduce((sum, value, index) => sum + (value / xLength) * ((y[index] as number) / yLength), 0);
  return Math.min(1, Math.max(-1, correlation));
}

/** value - mean; measured from the first value, so that equal values deviate by exactly 0. */
function deviations(values: ArrayLike<number>): Float64Array {
  const shifted = Float64Array.from(values, (value) => value - (values[0] ?? 0));
  const mean = shifted.reduce((sum, value) => sum + value, 0) / shifted.length;
  return shifted.map((value) => value - mean);
}

/**
 * Spearman's ρ: Pearson's correlation of the mid-ranks. Scores that are equal to 1e-12 tie. Cost O(n log n). Source:
 * Kendall 1970, Rank Correlation Methods, 1.12 and 3.8.
 * @returns -1..1; null below two values and where a side is constant: undefined, not 0
 * @throws SemqrelError INVALID_OPTION as `requirePaired`
 */
export function spearman(first: ArrayLike<number>, second: ArrayLike<number>): number | null {
  requirePaired(first, second);
  return pearson(midRanks(Float64Array.from(first, roundScore)), midRanks(Float64Array.from(second, roundScore)));
}
