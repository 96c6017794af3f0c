/** How large are values, and how sure is that? */
import { max, sum } from "d3-array";
import type { IntervalPlot } from "../../core/document/plot.ts";
import {
  axisScale,
  bottomAxisHeight,
  drawBottomAxis,
  isDrawable,
  placeMarks,
  topAxisHeight,
  valueFormat,
} from "./axes.ts";
import {
  coordinate,
  drawLegend,
  drawName,
  emptyFrame,
  narrowWidth,
  type PlotOptions,
  seriesClass,
  seriesMark,
  svgFrame,
  svgText,
  wholeName,
} from "./svg-frame.ts";

const pointHeight = 17;
const nameHeight = 18;
const rowPadding = 8;
const left = 20;
/** So that no name stands on a line at the axis's beginning. */
const nameLeft = left + 6;
const right = narrowWidth - 20;
const figuresWidth = 170;

/** One row a group, with its figures beside its name if it has one point: so the plot is narrow enough for a phone. */
export function renderIntervals(plot: IntervalPlot, options: PlotOptions): string {
  const points = plot.groups.flatMap((group) => group.points);
  const numbers = points.flatMap(({ value, interval }) => [value, ...(interval ?? [])]);
  const leftOut = sum(numbers, (number) => (isDrawable(number) ? 0 : 1));
  if (plot.groups.length === 0) return emptyFrame(plot, options, leftOut);
  const names = [...new Set(points.map(({ series }) => series))];
  const isSingle = plot.groups.every((group) => group.points.length <= 1);
  const end = isSingle ? right : right - 52;
  const x = axisScale(plot.axis, [...numbers, ...plot.marks.map(({ value }) => value)], [left, end]);
  const format = valueFormat(x);
  const marks = placeMarks(plot.marks, x);
  const named = names.length > 1 ? names : [];
  const legend = drawLegend(named, { left: 8, top: 0, width: narrowWidth - 16, of: "marks" });
  const alsoOnTop = points.length > 16;
  const top = legend.height + marks.height + (alsoOnTop ? topAxisHeight : 6);
  const row =
    nameHeight + pointHeight * Math.max(1, max(plot.groups, (group) => group.points.length) ?? 1) + rowPadding;
  const bottom = top + plot.groups.length * row;
  const rows = plot.groups.map((group, place) => {
    const y = top + place * row;
    const drawn = group.points.filter(({ value }) => isDrawable(value));
    const first = y + nameHeight + pointHeight / 2 + 2;
    const shown = drawn.map(({ series, value, interval }, at) => {
      const number = names.indexOf(series);
      const middle = first + at * pointHeight;
      const [low, high] = interval ?? [Number.NaN, Number.NaN];
      const isKnown = isDrawable(low) && isDrawable(high);
      const says = `${format(value)}${isKnown ? ` (${format(low)} to ${format(high)})` : ", interval not known"}`;
      const bar = isKnown
        ? `<path class="plot-interval" fill="none" stroke="currentColor" d="M${coordinate(x(low))} ${coordinate(middle)}H${coordinate(x(high))}M${coordinate(x(low))} ${coordinate(middle - 4)}v8M${coordinate(x(high))} ${coordinate(middle - 4)}v8"/>`
        : "";
      const figures = isSingle
        ? `<text class="plot-value" x="${right}" y="${coordinate(y + 15)}" text-anchor="end">${format(value)}${isKnown ? ` (${format(low)} to ${format(high)})` : ""}</text>`
        : `<text class="plot-value" x="${right}" y="${coordinate(middle + 4)}" text-anchor="end">${format(value)}</text>`;
      return (
        `<g class="${seriesClass(number)}"><title>${svgText(`${wholeName(group.name)}, ${wholeName(series)}`)}: ${says}</title>${bar}` +
        `<path class="plot-point" d="${seriesMark(number, x(value), middle, 4.5)}"/></g>${figures}`
      );
    });
    const middle = coordinate(first + 4);
    return [
      place % 2 === 1 ? "" : `<path class="plot-band" fill="none" d="M0 ${coordinate(y)}H${narrowWidth}v${row}H0z"/>`,
      drawName(group.name, { x: nameLeft, y: y + 15, width: right - nameLeft - (isSingle ? figuresWidth : 0) }),
      drawn.length === 0 ? `<text class="plot-empty-text" x="${left + 8}" y="${middle}">no values</text>` : "",
      ...shown,
    ];
  });
  const bands = rows.map(([band]) => band).join("");
  const body = [
    legend.svg,
    bands,
    drawBottomAxis({ scale: x, title: plot.axis.title, top, bottom, alsoOnTop, ticks: 5 }),
    marks.draw(legend.height, bottom),
    ...rows.map(([, ...content]) => content.join("")),
  ].join("");
  return svgFrame(plot, options, { body, height: bottom + bottomAxisHeight, width: narrowWidth, leftOut });
}
