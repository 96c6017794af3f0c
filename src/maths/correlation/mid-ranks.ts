/**
 * Which position does each value have among the others, ties sharing theirs?
 */

/**
 * Positions from 1 for the smallest value; equal values get the mean of the positions they fill (mid-ranks).
 *
 * @param values without NaN; not modified
 * @returns whole or half numbers, in the order given; they sum to n (n + 1) / 2
 *
 * Cost O(n log n).
 */
export function midRanks(values: ArrayLike<number>): Float64Array {
  const valueAt = (index: number) => values[index] ?? Number.NaN;
  const order = Uint32Array.from(values, (_, index) => index).sort((one, other) => valueAt(one) - valueAt(other));
  const ranks = new Float64Array(order.length);
  for (let start = 0; start < order.length; ) {
    const value = valueAt(order[start] ?? 0);
    let end = start + 1;
    while (end < order.length && valueAt(order[end] ?? 0) === value) end++;
    for (const index of order.subarray(start, end)) ranks[index] = (start + 1 + end) / 2;
    start = end;
  }
  return ranks;
}
