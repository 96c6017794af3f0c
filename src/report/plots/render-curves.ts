/** How does one quantity follow another, series by series? */
import { sum } from "d3-array";
import { type CurvePlot, linesInOnePlot } from "../../core/document/plot.ts";
import { type AxisScale, axisScale, axisTicks, isDrawable } from "./axis-scale.ts";
import { linePath } from "./coordinate.ts";
import {
  bottomAxisHeight,
  drawBottomAxis,
  drawBottomTitle,
  drawDiagonal,
  drawSideAxis,
  drawSideTitle,
} from "./draw-axes.ts";
import { drawLegend } from "./draw-legend.ts";
import { wholeName } from "./draw-name.ts";
import { drawPanels, panelSize } from "./draw-panels.ts";
import { seriesClass, seriesDash, seriesMark } from "./series-look.ts";
import { emptyFrame, type PlotOptions, plotWidth, svgFrame } from "./svg-frame.ts";
import { svgText } from "./svg-text.ts";

const left = 52;
/** Beyond so many points marks would hide the line; a few of them are marked then. */
const markedPoints = 12;

interface Curve {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

/** Up to six curves share a plot; more have a panel each. With a diagonal the plot is a square. */
export function renderCurves(plot: CurvePlot, options: PlotOptions): string {
  const series = plot.series.map(({ name, points }) => ({
    name,
    points: points.filter(([x, y]) => isDrawable(x) && isDrawable(y)),
  }));
  const leftOut = sum(plot.series, ({ points }) => points.length) - sum(series, ({ points }) => points.length);
  if (series.every(({ points }) => points.length === 0)) return emptyFrame(plot, options, leftOut);
  const drawing = series.length > linesInOnePlot ? panels(plot, series, options) : together(plot, series);
  return svgFrame(plot, options, { ...drawing, leftOut });
}

function together(plot: CurvePlot, series: readonly Curve[]) {
  const names = series.map(nameOf);
  const beside = plot.diagonal;
  const right = beside ? left + 420 : plotWidth - 28;
  const legend = beside
    ? drawLegend(names, { left: right + 28, top: 24, width: plotWidth - right - 36, of: "lines" })
    : drawLegend(names, { left: 8, top: 0, width: plotWidth - 16, of: "lines" });
  const top = (beside ? 0 : legend.height) + 26;
  const bottom = top + (beside ? 420 : 340);
  const [x, y] = scalesOf(plot, series, [left, right], [bottom, top]);
  const curves = series.map(({ name, points }, number) => {
    const places = points.map(([a, b]) => [x(a), y(b)] as const);
    const every = Math.max(1, Math.ceil(places.length / markedPoints));
    const marks = places.filter((_, place) => place % every === 0).map(([a, b]) => seriesMark(number, a, b, 3.5));
    return (
      `<g class="${seriesClass(number)}"><title>${svgText(wholeName(name))}</title>` +
      `<path class="plot-line" fill="none" stroke="currentColor"${seriesDash(number)} d="${linePath(places)}"/>` +
      `<path class="plot-point" d="${marks.join("")}"/></g>`
    );
  });
  const body = [
    legend.svg,
    drawSideTitle(plot.y.title, 8, top - 10, right - 8),
    drawSideAxis({ scale: y, left, right }),
    drawBottomAxis({ scale: x, title: plot.x.title, top, bottom, ticks: beside ? 6 : 8 }),
    plot.diagonal ? drawDiagonal(x, y) : "",
    ...curves,
  ].join("");
  return { body, height: bottom + bottomAxisHeight };
}

function nameOf({ name, points }: Curve): string {
  return points.length === 0 ? `${name} (no values)` : name;
}

function panels(plot: CurvePlot, series: readonly Curve[], options: PlotOptions) {
  const size = panelSize(series.length);
  const [x, y] = scalesOf(plot, series, [0, size.width], [size.height, 0]);
  const top = 22;
  const grid = drawPanels(
    series.map((curve) => ({
      ...{ name: nameOf(curve), line: linePath(curve.points.map(([a, b]) => [x(a), y(b)])), marks: "" },
    })),
    {
      idPrefix: svgText(options.idPrefix),
      top,
      size,
      y,
      bottomTicks: axisTicks(x, 3).map(({ value, text }) => ({ x: x(value), text })),
      ground: plot.diagonal ? drawDiagonal(x, y) : "",
    },
  );
  const height = top + grid.height + 22;
  const body =
    drawSideTitle(plot.y.title, 8, 14, plotWidth - 16) +
    grid.svg +
    drawBottomTitle(plot.x.title, plotWidth - 16, height - 8, plotWidth - 60);
  return { body, height };
}

/** With a diagonal both axes are one. */
function scalesOf(
  plot: CurvePlot,
  series: readonly Curve[],
  across: readonly [number, number],
  up: readonly [number, number],
): [AxisScale, AxisScale] {
  const valuesX = series.flatMap(({ points }) => points.map(([x]) => x));
  const valuesY = series.flatMap(({ points }) => points.map(([, y]) => y));
  const x = axisScale(plot.x, plot.diagonal ? [...valuesX, ...valuesY] : valuesX, across);
  if (plot.diagonal) return [x, x.copy().range([...up])];
  return [x, axisScale(plot.y, valuesY, up)];
}
