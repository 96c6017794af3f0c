import { sum } from "d3-array";
import { type CurvePlot, linesInOnePlot, type TimelinePlot } from "../../core/document/plot.ts";
import { letterOf } from "../../core/text/wording.ts";
import {
  type AxisScale,
  axisScale,
  axisTicks,
  drawBaseline,
  drawBottomTitle,
  drawDiagonal,
  drawPlane,
  drawSideAxis,
  drawSideTitle,
  isDrawable,
  planeScales,
  valueFormat,
} from "./axes.ts";
import {
  coordinate,
  drawLegend,
  drawName,
  emptyFrame,
  linePath,
  nameWidth,
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
/** With more points, only some points get a mark, because marks on all points would hide the line. */
const markedPoints = 12;

/** Draws up to six curves in one plot, which is square if it has a diagonal. More than six curves get a panel each. */
export function renderCurves(plot: CurvePlot, options: PlotOptions): string {
  const series = plot.series.map(({ name, points }) => {
    const drawn = points.filter(([x, y]) => isDrawable(x) && isDrawable(y));
    return { name: drawn.length === 0 ? `${name} (no values)` : name, points: drawn };
  });
  const leftOut = sum(plot.series, ({ points }) => points.length) - sum(series, ({ points }) => points.length);
  if (series.every(({ points }) => points.length === 0)) return emptyFrame(plot, options, leftOut);
  const drawing =
    series.length > linesInOnePlot ? curvePanels({ ...plot, series }, options) : curvesTogether({ ...plot, series });
  return svgFrame(plot, options, { ...drawing, leftOut });
}

function curvesTogether(plot: CurvePlot) {
  const { series, diagonal: isSquare } = plot;
  const names = series.map(({ name }) => name);
  const right = isSquare ? left + 420 : plotWidth - 28;
  const legend = isSquare
    ? drawLegend(names, { left: right + 28, top: 24, width: plotWidth - right - 36, of: "lines" })
    : drawLegend(names, { left: 8, top: 0, width: plotWidth - 16, of: "lines" });
  const top = (isSquare ? 0 : legend.height) + 26;
  const points = series.flatMap((one) => one.points);
  const plane = drawPlane(plot, points, [left, right], [top, top + (isSquare ? 420 : 340)]);
  const curves = series.map(({ name, points }, number) => {
    const places = points.map(([a, b]) => [plane.x(a), plane.y(b)] as const);
    const every = Math.max(1, Math.ceil(places.length / markedPoints));
    const marks = places.filter((_, place) => place % every === 0).map(([a, b]) => seriesMark(number, a, b, 3.5));
    return (
      `<g class="${seriesClass(number)}"><title>${svgText(wholeName(name))}</title>` +
      `<path class="plot-line" fill="none" stroke="currentColor"${seriesDash(number)} d="${linePath(places)}"/>` +
      `<path class="plot-point" d="${marks.join("")}"/></g>`
    );
  });
  return { body: [legend.svg, plane.svg, ...curves].join(""), height: plane.height };
}

function curvePanels(plot: CurvePlot, options: PlotOptions) {
  const size = panelSize(plot.series.length);
  const points = plot.series.flatMap((one) => one.points);
  const [x, y] = planeScales(plot, points, [0, size.width], [size.height, 0]);
  const panels = plot.series.map(({ name, points }) => {
    return { name, line: linePath(points.map(([a, b]) => [x(a), y(b)])), marks: "" };
  });
  const ticks = axisTicks(x, 3).map(({ value, text }) => ({ x: x(value), text }));
  const diagonal = plot.diagonal ? drawDiagonal(x, y) : "";
  return drawPanels(panels, options, size, y, [plot.y.title, plot.x.title], diagonal, ticks);
}

// Each line has its own panel, with all other lines as shadows.

const panelLeft = 44;
const panelTop = 22;
const gap = 14;
const nameHeight = 22;

function panelSize(panels: number) {
  const columns = panels <= 9 ? 3 : 4;
  return {
    columns,
    width: Math.floor((plotWidth - panelLeft - 16 - (columns - 1) * gap) / columns),
    height: columns === 3 ? 130 : 96,
  };
}

function drawPanels(
  panels: readonly { readonly name: string; readonly line: string; readonly marks: string }[],
  options: PlotOptions,
  size: ReturnType<typeof panelSize>,
  y: AxisScale,
  [sideTitle, bottomTitle]: readonly [string, string],
  ground: string,
  bottomTicks: readonly { readonly x: number; readonly text: string }[] = [],
) {
  const { columns, width } = size;
  const idPrefix = svgText(options.idPrefix);
  const rows = Math.ceil(panels.length / columns);
  const stride = size.height + nameHeight + 10;
  const ticks = axisTicks(y, 3);
  const lines = ticks.map(({ value }) => `M0 ${coordinate(y(value))}h${width}`).join("");
  const sideTexts = ticks
    .map(({ value, text }) => `<text x="-6" y="${coordinate(y(value) + 4)}" text-anchor="end">${text}</text>`)
    .join("");
  // Texts at the corners are not centred, because they would overlap texts of the next panel.
  const anchorAt = (x: number) => (x < 12 ? "start" : x > width - 12 ? "end" : "middle");
  const bottomTexts = bottomTicks
    .map(
      ({ x, text }) => `<text x="${coordinate(x)}" y="${size.height + 15}" text-anchor="${anchorAt(x)}">${text}</text>`,
    )
    .join("");
  const shared =
    `<defs><g id="${idPrefix}-all"><path class="plot-grid" fill="none" d="${lines}"/>${ground}` +
    `<path class="plot-shadow" fill="none" d="${panels.map(({ line }) => line).join("")}"/>` +
    `<path class="plot-axis" fill="none" d="M0 ${size.height}h${width}"/></g></defs>`;
  const drawn = panels.map(({ name, line, marks }, place) => {
    const left = panelLeft + (place % columns) * (width + gap);
    const top = panelTop + Math.floor(place / columns) * stride + nameHeight;
    const isLowest = place + columns >= panels.length;
    const texts = (place % columns === 0 ? sideTexts : "") + (isLowest ? bottomTexts : "");
    return [
      `<g transform="translate(${left} ${top})">`,
      drawName(name, { x: 0, y: -7, width: width - 4 }),
      `<use href="#${idPrefix}-all"/>`,
      texts === "" ? "" : `<g class="plot-tick">${texts}</g>`,
      `<g class="plot-series-1"><path class="plot-line" fill="none" stroke="currentColor" d="${line}"/>${marks}</g></g>`,
    ].join("");
  });
  const bottom = panelTop + rows * stride + (bottomTicks.length === 0 ? 10 : 24);
  const body = [
    drawSideTitle(sideTitle, 8, 14, plotWidth - 16),
    shared,
    ...drawn,
    drawBottomTitle(bottomTitle, plotWidth - 16, bottom, plotWidth - 60),
  ].join("");
  return { body, height: bottom + 8 };
}

const timelineRight = plotWidth - 20;
const noteHeight = 18;

/** Draws steps at equal distances. A line with a letter precedes each step with notes. The notes are below the plot. */
export function renderTimeline(plot: TimelinePlot, options: PlotOptions): string {
  const numbers = plot.series.flatMap(({ points }) =>
    points.flatMap((point) => (point === null ? [] : [point.value, ...(point.interval ?? [])])),
  );
  const leftOut = sum(numbers, (number) => (isDrawable(number) ? 0 : 1));
  const hasPoints = plot.series.some(({ points }) => points.some((point) => point !== null && isDrawable(point.value)));
  if (plot.steps.length === 0 || !hasPoints) return emptyFrame(plot, options, leftOut);
  const changes = plot.steps.flatMap(({ name, notes }, step) => (notes.length === 0 ? [] : [{ step, name, notes }]));
  const changed = changes.map(({ step }) => step);
  const chart =
    plot.series.length > linesInOnePlot
      ? timelinePanels(plot, numbers, changed, options)
      : timelineTogether(plot, numbers, changed);
  let y = chart.height + 4;
  const explanations = changes.flatMap(({ name, notes }, change) =>
    notes.map((note, place) => {
      y += noteHeight;
      const letter = place === 0 ? `<text class="plot-change-label" x="8" y="${y}">${markOf(change)}</text>` : "";
      return letter + drawName(`${name}: ${note}`, { x: 32, y, width: plotWidth - 40, className: "plot-change-note" });
    }),
  );
  return svgFrame(plot, options, {
    body: chart.body + explanations.join(""),
    height: changes.length === 0 ? chart.height : y + 8,
    leftOut,
  });
}

function timelineTogether(plot: TimelinePlot, numbers: readonly number[], changes: readonly number[]) {
  const { steps, series } = plot;
  const right = timelineRight;
  const names = series.map(({ name }) => name);
  const legend = drawLegend(names, { left: 8, top: 0, width: plotWidth - 16, of: "lines" });
  const top = legend.height + 26;
  const bottom = top + 300;
  const y = axisScale(plot.y, numbers, [bottom, top]);
  const step = (right - left) / steps.length;
  // Series are side by side, so that their intervals do not cover each other.
  const apart = Math.min(9, step / (series.length + 1));
  const format = valueFormat(y);
  const lines = series.map(({ name, points }, number) => {
    const x = (place: number) => left + (place + 0.5) * step + (number - (series.length - 1) / 2) * apart;
    const placed = placePoints(points, steps.length, x, y);
    const marks = placed.map((point, place) => {
      if (point === null) return "";
      const reach = point.interval === null ? "" : ` (${point.interval.map(format).join(" to ")})`;
      const title = svgText(`${wholeName(steps[place]?.name ?? "")}, ${wholeName(name)}`);
      return (
        `<g><title>${title}: ${format(point.value)}${reach}</title>${drawIntervals(point.bar)}` +
        `<path class="plot-point" d="${seriesMark(number, ...point.at, 3.5)}"/></g>`
      );
    });
    const line = linePath(placed.map((point) => point?.at ?? null));
    return (
      `<g class="${seriesClass(number)}">` +
      `<path class="plot-line" fill="none" stroke="currentColor"${seriesDash(number)} d="${line}"/>` +
      `${marks.join("")}</g>`
    );
  });
  const body = [
    legend.svg,
    drawSideTitle(plot.y.title, 8, top - 10, right / 2),
    drawSideAxis(y, left, right),
    drawBaseline(left, right, bottom),
    stepNames(plot, step, bottom + 17),
    ...changes.map((at, change) => {
      const x = coordinate(left + at * step);
      return (
        `<path class="plot-change" fill="none" stroke-dasharray="2 3" d="M${x} ${coordinate(top - 4)}V${coordinate(bottom)}"/>` +
        `<text class="plot-change-label" x="${x}" y="${coordinate(top - 8)}" text-anchor="middle">${markOf(change)}</text>`
      );
    }),
    ...lines,
  ].join("");
  return { body, height: bottom + 26 };
}

function timelinePanels(
  plot: TimelinePlot,
  numbers: readonly number[],
  changes: readonly number[],
  options: PlotOptions,
) {
  const { steps, series } = plot;
  const size = panelSize(series.length);
  const y = axisScale(plot.y, numbers, [size.height, 0]);
  const step = size.width / steps.length;
  const x = (place: number) => (place + 0.5) * step;
  const ground = changes
    .map(
      (at, change) =>
        `<path class="plot-change" fill="none" stroke-dasharray="2 3" d="M${coordinate(at * step)} 0v${size.height}"/>` +
        `<text class="plot-change-label" x="${coordinate(at * step + 3)}" y="11">${markOf(change)}</text>`,
    )
    .join("");
  const panels = series.map(({ name, points }) => {
    const placed = placePoints(points, steps.length, x, y);
    const drawn = placed.filter((point) => point !== null);
    const line = linePath(placed.map((point) => point?.at ?? null));
    // There are many small points, so all points of a series share one path, without tooltips.
    const dots = drawn.map(({ at }) => `${linePath([at])}h0`).join("");
    const marks =
      drawIntervals(drawn.map(({ bar }) => bar).join("")) +
      `<path class="plot-small-points" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" d="${dots}"/>`;
    return { name, line, marks };
  });
  const ends = steps.length > 1 ? [steps[0], steps.at(-1)] : steps;
  const bottomTitle = ends.map((step) => step?.name).join(" to ");
  return drawPanels(panels, options, size, y, [plot.y.title, bottomTitle], ground);
}

/** Returns the point of each step; null if it cannot be drawn. `bar` is the path of the interval. */
function placePoints(
  points: TimelinePlot["series"][number]["points"],
  steps: number,
  x: (place: number) => number,
  y: AxisScale,
) {
  return Array.from({ length: steps }, (_, place) => {
    const point = points[place];
    if (!point || !isDrawable(point.value)) return null;
    const interval = point.interval?.every(isDrawable) ? point.interval : null;
    const [low, high] = (interval ?? []).map((end) => coordinate(y(end)));
    const bar = interval === null ? "" : `M${coordinate(x(place))} ${low}V${high}`;
    return { value: point.value, interval, bar, at: [x(place), y(point.value)] as const };
  });
}

function drawIntervals(path: string): string {
  return path === "" ? "" : `<path class="plot-interval" fill="none" stroke="currentColor" d="${path}"/>`;
}

/** If there is no room for all names, only every second, third … name is shown. */
function stepNames(plot: TimelinePlot, step: number, y: number): string {
  const wanted = Math.min(120, Math.max(...plot.steps.map(({ name }) => nameWidth(name)))) + 10;
  const every = Math.max(1, Math.ceil(wanted / step));
  const width = every * step - 6;
  const named = plot.steps.map(({ name }, place) => {
    const x = left + (place + 0.5) * step;
    return place % every === 0 ? drawName(name, { x, y, width, anchor: "middle", className: "plot-tick" }) : "";
  });
  return named.join("");
}

/** a, b … z, aa, ab … */
function markOf(change: number): string {
  return letterOf(change).toLowerCase();
}
