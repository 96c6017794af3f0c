/** Plots with one row per engine: histograms, boxes over dots, and points with intervals. */
import { max, sum } from "d3-array";
import { scaleLinear } from "d3-scale";
import type { DistributionPlot, HistogramPlot, IntervalPlot } from "../../core/document/plot.ts";
import { counted } from "../../core/text/wording.ts";
import { quantile } from "../../maths/summary.ts";
import { drawBaseline, drawSideAxis, isDrawable, layRows, topAxisHeight, valueFormat } from "./axes.ts";
import {
  coordinate,
  drawLegend,
  drawName,
  emptyFrame,
  nameWidth,
  narrowWidth,
  type PlotOptions,
  plotWidth,
  seriesClass,
  seriesMark,
  svgFrame,
  svgText,
  wholeName,
} from "./svg-frame.ts";

const histogram = { left: 52, right: plotWidth - 28, nameHeight: 30 };

/** All rows have the same scales, so that bars are comparable. Wide bars show their counts. */
export function renderHistogram(plot: HistogramPlot, options: PlotOptions): string {
  const { firstBin, binWidth, series, marks } = plot;
  const { left, right, nameHeight } = histogram;
  const leftOut = sum(series, ({ counts }) => counts.filter((count) => !isDrawable(count)).length);
  const bins = max(series, ({ counts }) => counts.length) ?? 0;
  const lastEnd = firstBin + bins * binWidth;
  if (bins === 0 || !(binWidth > 0) || !isDrawable(firstBin) || !isDrawable(lastEnd))
    return emptyFrame(plot, options, leftOut);
  // The axis ends with the outermost bins, because rounding would only add empty space.
  const axis = { title: plot.axis.title, from: plot.axis.from ?? firstBin, to: plot.axis.to ?? lastEnd };
  const highest = max(series, ({ counts }) => max(counts.filter(isDrawable))) || 1;
  const barHeight = series.length === 1 ? 180 : series.length <= 3 ? 100 : series.length <= 8 ? 64 : 40;
  const rowHeight = nameHeight + barHeight;
  const frame = layRows({ axis, marks }, [firstBin, lastEnd], [left, right], series.length * rowHeight);
  const { x, top } = frame;
  const barWidth = x(firstBin + binWidth) - x(firstBin);
  const withCounts = barWidth >= 24 && barHeight >= 64;
  const rows = series.map(({ name, counts }, place) => {
    const baseline = top + (place + 1) * rowHeight;
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
      drawSideAxis(y, left, right, barHeight >= 100 ? 4 : 2, true),
      drawName(name, { x: left + 4, y: baseline - barHeight - 7, width: right - left - 110 }),
      `<text class="plot-value" x="${right}" y="${coordinate(baseline - barHeight - 7)}" text-anchor="end">${counted(total, "value")}</text>`,
      drawn.length === 0
        ? `<text class="plot-empty-text" x="${(left + right) / 2}" y="${coordinate(baseline - barHeight / 2 + 4)}" text-anchor="middle">no values</text>`
        : `<path class="plot-bar" d="${outline.join("")}"/>`,
      withCounts ? `<g class="plot-count" text-anchor="middle">${numbers.join("")}</g>` : "",
      drawBaseline(left, right, baseline),
    ].join("");
  });
  return svgFrame(plot, options, {
    body: [frame.axis, ...rows, frame.marks].join(""),
    height: frame.height,
    leftOut,
  });
}

const distribution = { rowHeight: 36, right: plotWidth - 76 };

/** Draws a box over a strip of dots in each row, with the median as a number. Quartiles are of type 7. */
export function renderDistribution(plot: DistributionPlot, options: PlotOptions): string {
  const groups = plot.groups.map(({ name, values }) => ({
    name,
    sorted: Float64Array.from(values.filter(isDrawable)).sort(),
  }));
  const leftOut = sum(plot.groups, ({ values }) => values.length) - sum(groups, ({ sorted }) => sorted.length);
  if (groups.length === 0) return emptyFrame(plot, options, leftOut);
  const left = Math.min(230, Math.max(40, ...groups.map(({ name }) => nameWidth(name)))) + 20;
  const { rowHeight, right } = distribution;
  const values = groups.flatMap(({ sorted }) => [...sorted]);
  const space = { gap: topAxisHeight, ticks: 6, alsoOnTop: groups.length > 12 };
  const frame = layRows(plot, values, [left, right], groups.length * rowHeight, space);
  const { x, top } = frame;
  const format = valueFormat(x);
  const rows = groups.map(({ name, sorted }, place) => {
    const y = top + place * rowHeight;
    const label = drawName(name, { x: left - 14, y: y + 22, width: left - 20, anchor: "end" });
    if (sorted.length === 0)
      return `${label}<text class="plot-empty-text" x="${left + 8}" y="${y + 22}">no values</text>`;
    const quartiles = [0, 0.25, 0.5, 0.75, 1].map((share) => quantile(sorted, share));
    const [lowest = 0, low = 0, middle = 0, high = 0, highest = 0] = quartiles;
    const [x0, x1, x2, x3, x4] = quartiles.map((value) => coordinate(x(value)));
    const summary =
      `${counted(sorted.length, "value")}, ${format(lowest)} to ${format(highest)}, ` +
      `median ${format(middle)}, middle half ${format(low)} to ${format(high)}`;
    const dots = stackDots(Array.from(sorted, x), left, y + 31);
    return [
      `<g><title>${svgText(wholeName(name))}: ${summary}</title>${label}`,
      dots.map(({ density, d }) => `<path class="plot-dots plot-dots-${density}" fill="none" d="${d}"/>`).join(""),
      `<path class="plot-whisker" fill="none" d="M${x0} ${y + 11}H${x1}M${x3} ${y + 11}H${x4}M${x0} ${y + 8}v6M${x4} ${y + 8}v6"/>`,
      `<path class="plot-box" d="M${x1} ${y + 5}H${x3}v12H${x1}z"/>`,
      `<path class="plot-median" fill="none" d="M${x2} ${y + 3}v16"/>`,
      `<text class="plot-value" x="${plotWidth - 8}" y="${y + 22}" text-anchor="end">${format(middle)}</text></g>`,
    ].join("");
  });
  const body = [
    frame.axis,
    `<text class="plot-tick" x="${plotWidth - 8}" y="${top - 7}" text-anchor="end">median</text>`,
    ...rows,
    frame.marks,
  ].join("");
  return svgFrame(plot, options, { body, height: frame.height, leftOut });
}

const dotPitch = 3;
const dotLevels = 4;

/**
 * Draws the values of each column as a stack of up to 4 dots. Columns are 3 units wide. A dot's shade shows how many
 * values it represents: 1 (lightest), 2 or 3, or at least 4 (darkest). Returns one path per shade, the lightest first.
 */
export function stackDots(places: readonly number[], left: number, baseline: number) {
  const columns = new Map<number, number>();
  for (const place of places) {
    const column = Math.round((place - left) / dotPitch);
    columns.set(column, (columns.get(column) ?? 0) + 1);
  }
  const dots: Record<1 | 2 | 3, [column: number, level: number][]> = { 1: [], 2: [], 3: [] };
  for (const [column, count] of [...columns].sort(([one], [other]) => one - other)) {
    for (let level = 0; level < Math.min(count, dotLevels); level++) {
      const values = Math.ceil((count - level) / dotLevels);
      dots[values === 1 ? 1 : values < 4 ? 2 : 3].push([column, level]);
    }
  }
  return ([1, 2, 3] as const)
    .filter((density) => dots[density].length > 0)
    .map((density) => ({ density, d: dotPath(dots[density], left, baseline) }));
}

/** Uses relative steps, because short whole numbers take few bytes. */
function dotPath(dots: readonly (readonly [column: number, level: number])[], left: number, baseline: number): string {
  let path = "";
  let [lastColumn, lastLevel] = [0, 0];
  dots.forEach(([column, level], place) => {
    if (place === 0) {
      path += `M${left + column * dotPitch} ${baseline - level * dotPitch}h0`;
    } else {
      const rise = (lastLevel - level) * dotPitch;
      path += `m${(column - lastColumn) * dotPitch}${rise < 0 ? "" : " "}${rise}h0`;
    }
    [lastColumn, lastLevel] = [column, level];
  });
  return path;
}

const nameOfRow = { height: 18, left: 26, figures: 170 };
const pointHeight = 17;
const intervals = { left: 20, right: narrowWidth - 20 };

/** Draws one row per group. If no group has several points, values are printed beside group names, to fit a phone. */
export function renderIntervals(plot: IntervalPlot, options: PlotOptions): string {
  const { left, right } = intervals;
  const points = plot.groups.flatMap((group) => group.points);
  const values = points.flatMap(({ value, interval }) => [value, ...(interval ?? [])]);
  const leftOut = sum(values, (number) => (isDrawable(number) ? 0 : 1));
  if (plot.groups.length === 0) return emptyFrame(plot, options, leftOut);
  const names = [...new Set(points.map(({ series }) => series))];
  const isSingle = plot.groups.every((group) => group.points.length <= 1);
  const named = names.length > 1 ? names : [];
  const legend = drawLegend(named, { left: 8, top: 0, width: narrowWidth - 16, of: "marks" });
  const alsoOnTop = points.length > 16;
  const pointsOfRow = Math.max(1, max(plot.groups, (group) => group.points.length) ?? 1);
  const rowHeight = nameOfRow.height + pointHeight * pointsOfRow + 8;
  const space = { from: legend.height, gap: alsoOnTop ? topAxisHeight : 6, ticks: 5, alsoOnTop };
  const end = isSingle ? right : right - 52;
  const frame = layRows(plot, values, [left, end], plot.groups.length * rowHeight, space);
  const { x } = frame;
  const format = valueFormat(x);
  const figure = (y: number, text: string) =>
    `<text class="plot-value" x="${right}" y="${coordinate(y)}" text-anchor="end">${text}</text>`;
  const rows = plot.groups.map((group, place) => {
    const y = frame.top + place * rowHeight;
    const drawn = group.points.filter(({ value }) => isDrawable(value));
    const first = y + nameOfRow.height + pointHeight / 2 + 2;
    const shown = drawn.map(({ series, value, interval }, at) => {
      const number = names.indexOf(series);
      const middle = first + at * pointHeight;
      const [low, high] = interval ?? [Number.NaN, Number.NaN];
      const isKnown = isDrawable(low) && isDrawable(high);
      const reach = isKnown ? ` (${format(low)} to ${format(high)})` : "";
      const says = `${format(value)}${isKnown ? reach : ", interval not known"}`;
      const end = (value: number) => `M${coordinate(x(value))} ${coordinate(middle - 4)}v8`;
      const line = `M${coordinate(x(low))} ${coordinate(middle)}H${coordinate(x(high))}`;
      const bar = isKnown
        ? `<path class="plot-interval" fill="none" stroke="currentColor" d="${line}${end(low)}${end(high)}"/>`
        : "";
      return (
        `<g class="${seriesClass(number)}"><title>${svgText(`${wholeName(group.name)}, ${wholeName(series)}`)}: ${says}</title>${bar}` +
        `<path class="plot-point" d="${seriesMark(number, x(value), middle, 4.5)}"/></g>` +
        (isSingle ? figure(y + 15, `${format(value)}${reach}`) : figure(middle + 4, format(value)))
      );
    });
    const width = right - nameOfRow.left - (isSingle ? nameOfRow.figures : 0);
    const empty = `<text class="plot-empty-text" x="${left + 8}" y="${coordinate(first + 4)}">no values</text>`;
    return {
      band:
        place % 2 === 1
          ? ""
          : `<path class="plot-band" fill="none" d="M0 ${coordinate(y)}H${narrowWidth}v${rowHeight}H0z"/>`,
      content: [
        drawName(group.name, { x: nameOfRow.left, y: y + 15, width }),
        ...(drawn.length === 0 ? [empty] : shown),
      ].join(""),
    };
  });
  const body = [
    legend.svg,
    ...rows.map(({ band }) => band),
    frame.axis,
    frame.marks,
    ...rows.map(({ content }) => content),
  ].join("");
  return svgFrame(plot, options, { body, height: frame.height, width: narrowWidth, leftOut });
}
