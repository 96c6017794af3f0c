/** How are values spread over their range, series by series? */
import { max, sum } from "d3-array";
import { scaleLinear } from "d3-scale";
import type { HistogramPlot } from "../../core/document/plot.ts";
import { counted } from "../../core/text/wording.ts";
import { axisScale, isDrawable } from "./axis-scale.ts";
import { coordinate } from "./coordinate.ts";
import { bottomAxisHeight, drawBottomAxis, drawSideAxis } from "./draw-axes.ts";
import { drawName } from "./draw-name.ts";
import { placeMarks } from "./place-marks.ts";
import { emptyFrame, type PlotOptions, plotWidth, svgFrame } from "./svg-frame.ts";

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
