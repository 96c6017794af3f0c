/**
 * Which value lies at a given share of a sorted list?
 */

/**
 * Quantile of type 7 (Hyndman & Fan 1996): linear interpolation between the closest ranks, as R, numpy and pandas do
 * by default.
 *
 * @param sorted ascending, at least one value
 * @param share  0..1
 */
export function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN;
  return low + (high - low) * (place - below);
}
