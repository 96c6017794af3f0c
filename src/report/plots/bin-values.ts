/** How many values lie in which range? Bins of a histogram: of equal, round width, shared by all series. */
import { extent, tickIncrement } from "d3-array";
import { requireCount } from "../../maths/require.ts";
import { isDrawable, smallestDifference } from "./axis-scale.ts";

/**
 * Bin i holds firstBin + i * binWidth <= value < firstBin + (i + 1) * binWidth. All values but NaN and infinities are
 * counted. Where all are whole (ranks, lengths) bins are at least 1 wide and begin at halves, so that bars stand over
 * their numbers.
 *
 * @param bins about how many; the width is rounded to 1, 2 or 5 times a power of ten. An integer >= 1.
 * @returns counts by series, then by bin: equally many bins in each; none without values
 * @throws SemqrelError INVALID_OPTION  bins is not an integer >= 1
 */
export function binValues(series: readonly ArrayLike<number>[], bins: number) {
  requireCount("bins", bins);
  const kept = series.map((values) => Float64Array.from(values).filter(isDrawable));
  const ends = kept.flatMap((values) => extent(values));
  const [low, high] = extent(ends, (end) => end);
  if (low === undefined || high === undefined)
    return { firstBin: 0, binWidth: 1, counts: series.map((): number[] => []) };
  const whole =
    Math.max(Math.abs(low), Math.abs(high)) < 2 ** 50 && kept.every((values) => values.every(Number.isInteger));
  // Widths below 1 are kept as their reciprocal, a whole number: 3 / 10 is exact where 3 * 0.1 is not.
  const increment = incrementOf(low, high, bins, whole);
  const numberOf = (value: number): number => (increment < 0 ? value * -increment : value / increment);
  const edge = (number: number): number => (increment < 0 ? number / -increment : number * increment);
  const first = settle(Math.floor(numberOf(low)), low, edge);
  const last = settle(Math.floor(numberOf(high)), high, edge);
  const counts = kept.map((values) => {
    const counted = new Array<number>(last - first + 1).fill(0);
    for (const value of values) {
      const place = settle(Math.floor(numberOf(value)), value, edge) - first;
      counted[place] = (counted[place] ?? 0) + 1;
    }
    return counted;
  });
  return { firstBin: edge(first) - (whole ? 0.5 : 0), binWidth: edge(1), counts };
}

/** As d3 has it: a width >= 1, or its negative reciprocal. */
function incrementOf(low: number, high: number, bins: number, whole: boolean): number {
  const middle = Math.max(Math.abs(low), Math.abs(high));
  // Ends so near to each other that bins between them could not be told apart are one value.
  const isOne = high - low <= Math.max(middle * 1e-9, smallestDifference);
  if (isOne && (whole || middle <= smallestDifference)) return 1;
  const increment = isOne ? tickIncrement(low - middle / 2, high + middle / 2, bins) : tickIncrement(low, high, bins);
  return whole && increment < 1 ? 1 : increment;
}

/** Division may end on the wrong side of an edge by the last digit. */
function settle(number: number, value: number, edge: (number: number) => number): number {
  if (edge(number) > value) return number - 1;
  return edge(number + 1) <= value ? number + 1 : number;
}
