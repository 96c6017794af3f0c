/** How does one quantity follow another, series by series? */
import { sum } from "d3-array";
import { type CurvePlot, linesInOnePlot } from "../../core/document/plot.ts";
import {
  type AxisScale,
  axisScale,
  axisTicks,
  bottomAxisHeight,
  drawBottomAxis,
  drawBottomTitle,
  drawDiagonal,
  drawSideAxis,
  drawSideTitle,
  isDrawable,
} from "./axes.ts";
import {
  coordinate,
  drawLegend,
  drawName,
  emptyFrame,
  linePath,
  type PlotOptions,
  plotWidth,
  seriesClass,
  seriesDash,
  seriesMark,
  svgFrame,
  svgText,
  wholeName,
} from "./svg-frame.ts";

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

// Each line has a panel of its own, with all other lines behind it as shadows.

const panelLeft = 44;
const gap = 14;
const nameHeight = 22;

interface Panel {
  readonly name: string;
  readonly line: string;
  readonly marks: string;
}

interface PanelGrid {
  /** Escaped. */
  readonly idPrefix: string;
  readonly top: number;
  readonly size: ReturnType<typeof panelSize>;
  readonly y: AxisScale;
  readonly bottomTicks: readonly { readonly x: number; readonly text: string }[];
  readonly ground: string;
}

function columnsOf(panels: number): number {
  return panels <= 9 ? 3 : 4;
}

export function panelSize(panels: number) {
  const columns = columnsOf(panels);
  return {
    width: Math.floor((plotWidth - panelLeft - 16 - (columns - 1) * gap) / columns),
    height: columns === 3 ? 130 : 96,
  };
}

export function drawPanels(panels: readonly Panel[], grid: PanelGrid): { svg: string; height: number } {
  const { size, idPrefix } = grid;
  const columns = columnsOf(panels.length);
  const rows = Math.ceil(panels.length / columns);
  const stride = size.height + nameHeight + 10;
  const ticks = axisTicks(grid.y, 3);
  const lines = ticks.map(({ value }) => `M0 ${coordinate(grid.y(value))}h${size.width}`).join("");
  const sideTexts = ticks
    .map(({ value, text }) => `<text x="-6" y="${coordinate(grid.y(value) + 4)}" text-anchor="end">${text}</text>`)
    .join("");
  // Texts at the corners would run into those of the next panel.
  const anchorAt = (x: number) => (x < 12 ? "start" : x > size.width - 12 ? "end" : "middle");
  const bottomTexts = grid.bottomTicks
    .map(
      ({ x, text }) => `<text x="${coordinate(x)}" y="${size.height + 15}" text-anchor="${anchorAt(x)}">${text}</text>`,
    )
    .join("");
  const shadows = panels.map(({ line }) => line).join("");
  const defined =
    `<defs><g id="${idPrefix}-all"><path class="plot-grid" fill="none" d="${lines}"/>${grid.ground}` +
    `<path class="plot-shadow" fill="none" d="${shadows}"/>` +
    `<path class="plot-axis" fill="none" d="M0 ${size.height}h${size.width}"/></g></defs>`;
  const drawn = panels.map(({ name, line, marks }, place) => {
    const x = panelLeft + (place % columns) * (size.width + gap);
    const y = grid.top + Math.floor(place / columns) * stride + nameHeight;
    const isLowest = place + columns >= panels.length;
    const texts = (place % columns === 0 ? sideTexts : "") + (isLowest ? bottomTexts : "");
    return [
      `<g transform="translate(${x} ${y})">`,
      drawName(name, { x: 0, y: -7, width: size.width - 4 }),
      `<use href="#${idPrefix}-all"/>`,
      texts === "" ? "" : `<g class="plot-tick">${texts}</g>`,
      `<g class="plot-series-1"><path class="plot-line" fill="none" stroke="currentColor" d="${line}"/>${marks}</g></g>`,
    ].join("");
  });
  return { svg: defined + drawn.join(""), height: rows * stride + 10 };
}
