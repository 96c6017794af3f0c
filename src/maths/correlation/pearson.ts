/**
 * Do two series rise and fall together along a line?
 */
import { requirePaired } from "../significance/require-paired.ts";

/**
 * Pearson's correlation: Σ (x - mean x) (y - mean y) / sqrt(Σ (x - mean x)² Σ (y - mean y)²).
 *
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
  const correlation = x.reduce((sum, value, index) => sum + (value / xLength) * ((y[index] ?? 0) / yLength), 0);
  return Math.min(1, Math.max(-1, correlation));
}

/** value - mean; measured from the first value, so that equal values deviate by exactly 0. */
function deviations(values: ArrayLike<number>): Float64Array {
  const shifted = Float64Array.from(values, (value) => value - (values[0] ?? 0));
  const mean = shifted.reduce((sum, value) => sum + value, 0) / shifted.length;
  return shifted.map((value) => value - mean);
}
