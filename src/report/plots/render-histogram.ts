/** How are values spread over their range, series by series? */
import { extent, max, sum, tickIncrement } from "d3-array";
import { scaleLinear } from "d3-scale";
import type { HistogramPlot } from "../../core/document/plot.ts";
import { counted } from "../../core/text/wording.ts";
import { requireCount } from "../../maths/require.ts";
import {
  axisScale,
  bottomAxisHeight,
  drawBottomAxis,
  drawSideAxis,
  isDrawable,
  placeMarks,
  smallestDifference,
} from "./axes.ts";
import { coordinate, drawName, emptyFrame, type PlotOptions, plotWidth, svgFrame } from "./svg-frame.ts";

const left = 52;
const right = plotWidth - 28;
const nameHeight = 30;

/** Every row has the same scales, so that bars compare across rows. Where bars are wide their counts stand on them. */
export function renderHistogram(plot: HistogramPlot, options: PlotOptions): string {
  const { firstBin, binWidth, series } = plot;
  const leftOut = sum(series, ({ counts }) => counts.filter((count) => !isDrawable(count)).length);
  const bins = max(series, ({ counts }) => counts.length) ?? 0;
  const lastEnd = firstBin + bins * binWidth;
  if (bins === 0 || !(binWidth > 0) || !isDrawable(firstBin) || !isDrawable(lastEnd))
    return emptyFrame(plot, options, leftOut);
  // The axis ends with the outermost bins: rounding would only add room without bars.
  const axis = { from: plot.axis.from ?? firstBin, to: plot.axis.to ?? lastEnd };
  const x = axisScale(axis, [firstBin, lastEnd, ...plot.marks.map(({ value }) => value)], [left, right]);
  const highest = max(series, ({ counts }) => max(counts.filter(isDrawable))) || 1;
  const barHeight = series.length === 1 ? 180 : series.length <= 3 ? 100 : series.length <= 8 ? 64 : 40;
  const barWidth = x(firstBin + binWidth) - x(firstBin);
  const withCounts = barWidth >= 24 && barHeight >= 64;
  const marks = placeMarks(plot.marks, x);
  const top = marks.height;
  const bottom = top + series.length * (nameHeight + barHeight);
  const rows = series.map(({ name, counts }, place) => {
    const baseline = top + (place + 1) * (nameHeight + barHeight);
    const y = scaleLinear([0, highest], [baseline, baseline - barHeight + (withCounts ? 12 : 0)]).nice(3);
    const edge = (bin: number) => x(firstBin + bin * binWidth);
    const bars = counts.map((count, bin) => ({ count, from: edge(bin), to: edge(bin + 1) }));
    const drawn = bars.filter(({ count }) => isDrawable(count) && count > 0);
    const gap = Math.min(1, barWidth / 8);
    const outline = drawn.map(
      ({ count, from, to }) =>
        `M${coordinate(from + gap / 2)} ${coordinate(baseline)}V${coordinate(y(count))}H${coordinate(to - gap / 2)}V${coordinate(baseline)}z`,
    );
    const numbers = drawn.map(
      ({ count, from, to }) =>
        `<text x="${coordinate((from + to) / 2)}" y="${coordinate(y(count) - 3)}">${count}</text>`,
    );
    const total = sum(drawn, ({ count }) => count);
    return [
      drawSideAxis({ scale: y, left, right, ticks: barHeight >= 100 ? 4 : 2, whole: true }),
      drawName(name, { x: left + 4, y: baseline - barHeight - 7, width: right - left - 110 }),
      `<text class="plot-value" x="${right}" y="${coordinate(baseline - barHeight - 7)}" text-anchor="end">${counted(total, "value")}</text>`,
      drawn.length === 0
        ? `<text class="plot-empty-text" x="${(left + right) / 2}" y="${coordinate(baseline - barHeight / 2 + 4)}" text-anchor="middle">no values</text>`
        : `<path class="plot-bar" d="${outline.join("")}"/>`,
      withCounts ? `<g class="plot-count" text-anchor="middle">${numbers.join("")}</g>` : "",
      `<path class="plot-axis" fill="none" d="M${left} ${coordinate(baseline)}H${right}"/>`,
    ].join("");
  });
  const axisBelow = drawBottomAxis({ scale: x, title: plot.axis.title, top, bottom });
  const body = [axisBelow, ...rows, marks.draw(0, bottom)].join("");
  return svgFrame(plot, options, { body, height: bottom + bottomAxisHeight, leftOut });
}

/**
 * Bins have equal, round widths: 1, 2 or 5 times a power of ten. Bin i holds firstBin + i * binWidth <= value <
 * firstBin + (i + 1) * binWidth. NaN and infinities are not counted. If all values are whole (ranks, lengths), bins are
 * at least 1 wide and begin at halves, so that bars stand over their numbers.
 * @param bins about how many, >= 1
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
