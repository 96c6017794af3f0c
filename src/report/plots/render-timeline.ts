/** How did values change from step to step, and what else changed? */
import { sum } from "d3-array";
import { linesInOnePlot, type TimelinePlot } from "../../core/document/plot.ts";
import { letterOf } from "../../core/text/wording.ts";
import {
  type AxisScale,
  axisScale,
  drawBottomTitle,
  drawSideAxis,
  drawSideTitle,
  isDrawable,
  valueFormat,
} from "./axes.ts";
import { drawPanels, panelSize } from "./render-curves.ts";
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
const right = plotWidth - 20;
const noteHeight = 18;

type Points = TimelinePlot["series"][number]["points"];

/** Steps are equally far apart. Where something changed a line stands before the step, with a letter told below. */
export function renderTimeline(plot: TimelinePlot, options: PlotOptions): string {
  const numbers = plot.series.flatMap(({ points }) =>
    points.flatMap((point) => (point === null ? [] : [point.value, ...(point.interval ?? [])])),
  );
  const leftOut = sum(numbers, (number) => (isDrawable(number) ? 0 : 1));
  const hasPoints = plot.series.some(({ points }) => points.some((point) => point !== null && isDrawable(point.value)));
  if (plot.steps.length === 0 || !hasPoints) return emptyFrame(plot, options, leftOut);
  const changes = plot.steps.flatMap(({ name, notes }, step) => (notes.length === 0 ? [] : [{ step, name, notes }]));
  const changed = changes.map(({ step }) => step);
  const isCrowded = plot.series.length > linesInOnePlot;
  const chart = isCrowded ? panels(plot, numbers, changed, options) : together(plot, numbers, changed);
  let y = chart.height + 4;
  const told = changes.flatMap(({ name, notes }, change) =>
    notes.map((note, place) => {
      y += noteHeight;
      const letter = place === 0 ? `<text class="plot-change-label" x="8" y="${y}">${markOf(change)}</text>` : "";
      return letter + drawName(`${name}: ${note}`, { x: 32, y, width: plotWidth - 40, className: "plot-change-note" });
    }),
  );
  return svgFrame(plot, options, {
    body: chart.body + told.join(""),
    height: changes.length === 0 ? chart.height : y + 8,
    leftOut,
  });
}

function together(plot: TimelinePlot, numbers: readonly number[], changes: readonly number[]) {
  const { steps, series } = plot;
  const names = series.map(({ name }) => name);
  const legend = drawLegend(names, { left: 8, top: 0, width: plotWidth - 16, of: "lines" });
  const top = legend.height + 26;
  const bottom = top + 300;
  const y = axisScale(plot.y, numbers, [bottom, top]);
  const step = (right - left) / steps.length;
  // Series stand side by side, so that their intervals do not cover each other.
  const apart = Math.min(9, step / (series.length + 1));
  const lines = series.map(({ name, points }, number) => {
    const x = (place: number) => left + (place + 0.5) * step + (number - (series.length - 1) / 2) * apart;
    return (
      `<g class="${seriesClass(number)}">` +
      `<path class="plot-line" fill="none" stroke="currentColor"${seriesDash(number)} d="${lineOf(points, steps.length, x, y)}"/>` +
      `${pointsOf(name, points, plot, number, x, y)}</g>`
    );
  });
  const body = [
    legend.svg,
    drawSideTitle(plot.y.title, 8, top - 10, right / 2),
    drawSideAxis({ scale: y, left, right }),
    `<path class="plot-axis" fill="none" d="M${left} ${coordinate(bottom)}H${right}"/>`,
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

function panels(plot: TimelinePlot, numbers: readonly number[], changes: readonly number[], options: PlotOptions) {
  const { steps, series } = plot;
  const size = panelSize(series.length);
  const y = axisScale(plot.y, numbers, [size.height, 0]);
  const step = size.width / steps.length;
  const x = (place: number) => (place + 0.5) * step;
  const top = 22;
  const ground = changes
    .map(
      (at, change) =>
        `<path class="plot-change" fill="none" stroke-dasharray="2 3" d="M${coordinate(at * step)} 0v${size.height}"/>` +
        `<text class="plot-change-label" x="${coordinate(at * step + 3)}" y="11">${markOf(change)}</text>`,
    )
    .join("");
  const grid = drawPanels(
    series.map(({ name, points }) => ({
      name,
      line: lineOf(points, steps.length, x, y),
      marks: smallPointsOf(points, steps.length, x, y),
    })),
    { idPrefix: svgText(options.idPrefix), top, size, y, bottomTicks: [], ground },
  );
  const height = top + grid.height;
  const ends = steps.length > 1 ? [steps[0], steps.at(-1)] : steps;
  const span = ends.map((step) => step?.name).join(" to ");
  const body =
    drawSideTitle(plot.y.title, 8, 14, plotWidth - 16) +
    grid.svg +
    drawBottomTitle(span, plotWidth - 16, height, plotWidth - 60);
  return { body, height: height + 10 };
}

function lineOf(points: Points, steps: number, x: (place: number) => number, y: AxisScale): string {
  const places = Array.from({ length: steps }, (_, place) => {
    const point = points[place];
    return point && isDrawable(point.value) ? ([x(place), y(point.value)] as const) : null;
  });
  return linePath(places);
}

function pointsOf(
  name: string,
  points: Points,
  plot: TimelinePlot,
  number: number,
  x: (place: number) => number,
  y: AxisScale,
): string {
  const format = valueFormat(y);
  return plot.steps
    .map((step, place) => {
      const point = points[place];
      if (!point || !isDrawable(point.value)) return "";
      const interval = knownInterval(point);
      const says = `${format(point.value)}${interval === null ? "" : ` (${format(interval[0])} to ${format(interval[1])})`}`;
      return (
        `<g><title>${svgText(`${wholeName(step.name)}, ${wholeName(name)}`)}: ${says}</title>` +
        drawIntervals(intervalPath(interval, x(place), y)) +
        `<path class="plot-point" d="${seriesMark(number, x(place), y(point.value), 3.5)}"/></g>`
      );
    })
    .join("");
}

/** In a panel points are many and small: all of a series at once, without titles. */
function smallPointsOf(points: Points, steps: number, x: (place: number) => number, y: AxisScale): string {
  const drawn = points.slice(0, steps).flatMap((point, place) => {
    if (point === null || !isDrawable(point.value)) return [];
    return [{ interval: intervalPath(knownInterval(point), x(place), y), at: linePath([[x(place), y(point.value)]]) }];
  });
  return (
    drawIntervals(drawn.map(({ interval }) => interval).join("")) +
    `<path class="plot-small-points" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" d="${drawn.map(({ at }) => `${at}h0`).join("")}"/>`
  );
}

function drawIntervals(path: string): string {
  return path === "" ? "" : `<path class="plot-interval" fill="none" stroke="currentColor" d="${path}"/>`;
}

function knownInterval({ interval }: NonNullable<Points[number]>): readonly [number, number] | null {
  return interval?.every(isDrawable) ? interval : null;
}

function intervalPath(interval: readonly [number, number] | null, x: number, y: AxisScale): string {
  return interval === null ? "" : `M${coordinate(x)} ${coordinate(y(interval[0]))}V${coordinate(y(interval[1]))}`;
}

/** Where there is no room for all, every second, third … is named. */
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
