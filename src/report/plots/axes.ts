import { extent, tickIncrement } from "d3-array";
import { type ScaleLinear, scaleLinear } from "d3-scale";
import type { Axis, CurvePlot, HistogramPlot, PlotMark } from "../../core/document/plot.ts";
import { requireCount } from "../../maths/numbers.ts";
import { coordinate, drawName, nameWidth } from "./svg-frame.ts";

export type AxisScale = ScaleLinear<number, number>;
type Range = readonly [number, number];

/** Numbers that differ by less are drawn as one, because dividing by so small a difference may be inexact. */
const smallestDifference = 1e-150;

export function isDrawable(value: number): boolean {
  return Math.abs(value) <= 1e150;
}

/** Covers all values that can be drawn, even those beyond a fixed end. Ends that are not fixed are rounded. */
export function axisScale(axis: Pick<Axis, "from" | "to">, values: Iterable<number>, range: Range): AxisScale {
  const fixed = [axis.from, axis.to].filter((end) => end !== null && isDrawable(end)) as number[];
  const kept = [...values].filter(isDrawable);
  const [low = 0, high = 1] = extent([...kept, ...fixed]);
  // Values that only differ by rounding errors are drawn as one, in the middle.
  const magnitude = Math.max(Math.abs(low), Math.abs(high));
  const isOne = high - low <= Math.max(magnitude * 1e-9, smallestDifference);
  const reach = isOne ? (magnitude > smallestDifference ? magnitude / 2 : 1) : 0;
  const scale = scaleLinear([low - reach, high + reach], [...range]).nice();
  const [niceLow = low, niceHigh = high] = scale.domain();
  if (isOne) return scale;
  return scale.domain([axis.from === low ? low : niceLow, axis.to === high ? high : niceHigh]);
}

export function axisTicks(scale: AxisScale, count: number, whole = false): { value: number; text: string }[] {
  const format = scale.tickFormat(count, isPlain(scale) ? undefined : "~g");
  return scale
    .ticks(count)
    .filter((value) => !whole || Number.isInteger(value))
    .map((value) => ({ value, text: format(value) }));
}

export function valueFormat(scale: AxisScale): (value: number) => string {
  const [low = 0, high = 1] = scale.domain();
  const digits = Math.max(0, 3 - Math.ceil(Math.log10(high - low)));
  return scale.tickFormat(10, isPlain(scale) && digits <= 8 ? `,.${digits}f` : ".4~g");
}

function isPlain(scale: AxisScale): boolean {
  const [low = 0, high = 1] = scale.domain();
  return Math.max(Math.abs(low), Math.abs(high)) < 1e7 && high - low > 1e-5;
}

const bottomAxisHeight = 38;
/** Height of the numbers above a tall plot, whose bottom axis may be out of view. */
export const topAxisHeight = 20;

function drawBottomAxis(
  scale: AxisScale,
  title: string,
  [top, bottom]: Range,
  ticks: number,
  alsoOnTop = false,
): string {
  const [left = 0, right = 0] = scale.range();
  const marked = axisTicks(scale, ticks);
  const grid = marked.map(({ value }) => `M${coordinate(scale(value))} ${coordinate(top)}V${coordinate(bottom)}`);
  const texts = (y: number) =>
    marked
      .map(({ value, text }) => `<text x="${coordinate(scale(value))}" y="${coordinate(y)}">${text}</text>`)
      .join("");
  return [
    `<path class="plot-grid" fill="none" d="${grid.join("")}"/>`,
    drawBaseline(left, right, bottom),
    `<g class="plot-tick" text-anchor="middle">${alsoOnTop ? texts(top - 7) : ""}${texts(bottom + 16)}</g>`,
    drawBottomTitle(title, right, bottom + 33, right - left),
  ].join("");
}

export function drawBaseline(left: number, right: number, y: number): string {
  return `<path class="plot-axis" fill="none" d="M${coordinate(left)} ${coordinate(y)}H${coordinate(right)}"/>`;
}

export function drawBottomTitle(title: string, x: number, y: number, width: number): string {
  return title === "" ? "" : drawName(`${title} →`, { x, y, width, anchor: "end", className: "plot-axis-title" });
}

/** Draws a vertical axis. `drawSideTitle` draws its title above. @param whole - whether to mark whole numbers only */
export function drawSideAxis(scale: AxisScale, left: number, right: number, ticks = 6, whole = false): string {
  const marked = axisTicks(scale, ticks, whole);
  const grid = marked.map(({ value }) => `M${coordinate(left)} ${coordinate(scale(value))}H${coordinate(right)}`);
  const texts = marked.map(
    ({ value, text }) => `<text x="${coordinate(left - 7)}" y="${coordinate(scale(value) + 4)}">${text}</text>`,
  );
  return (
    `<path class="plot-grid" fill="none" d="${grid.join("")}"/>` +
    `<g class="plot-tick" text-anchor="end">${texts.join("")}</g>`
  );
}

export function drawSideTitle(title: string, x: number, y: number, width: number): string {
  return title === "" ? "" : drawName(`↑ ${title}`, { x, y, width, className: "plot-axis-title" });
}

type Plane = Pick<CurvePlot, "x" | "y" | "diagonal">;

/** Returns the scales of both axes, which are equal if there is a diagonal. */
export function planeScales(plane: Plane, points: readonly Range[], across: Range, up: Range) {
  const valuesX = points.map(([x]) => x);
  const valuesY = points.map(([, y]) => y);
  const x = axisScale(plane.x, plane.diagonal ? [...valuesX, ...valuesY] : valuesX, across);
  return [x, plane.diagonal ? x.copy().range([...up]) : axisScale(plane.y, valuesY, up)] as const;
}

/** Draws both axes, and the diagonal if there is one. @param margin - space around the outermost points */
export function drawPlane(
  plane: Plane,
  points: readonly Range[],
  [left, right]: Range,
  [top, bottom]: Range,
  margin = 0,
) {
  const [x, y] = planeScales(plane, points, [left, right], [bottom, top]);
  const ticks = plane.diagonal || margin > 0 ? 6 : 8;
  const svg = [
    drawSideTitle(plane.y.title, 8, top - margin - 10, right - 8),
    drawSideAxis(y, left - margin, right + margin),
    drawBottomAxis(x, plane.x.title, [top - margin, bottom + margin], ticks),
    plane.diagonal ? drawDiagonal(x, y) : "",
  ].join("");
  return { x, y, svg, height: bottom + margin + bottomAxisHeight };
}

export function drawDiagonal(x: AxisScale, y: AxisScale): string {
  const [x0 = 0, x1 = 0] = x.range();
  const [y0 = 0, y1 = 0] = y.range();
  return `<path class="plot-diagonal" fill="none" stroke-dasharray="4 4" d="M${coordinate(x0)} ${coordinate(y0)}L${coordinate(x1)} ${coordinate(y1)}"/>`;
}

/**
 * Lays out rows of equal height over one bottom axis. Draw `axis` first, then the rows and `marks`.
 * @param space - `from`: where the labels of marks start; `gap`: space between these labels and the first row
 */
export function layRows(
  plot: Pick<HistogramPlot, "axis" | "marks">,
  values: readonly number[],
  [left, right]: Range,
  rowsHeight: number,
  { from = 0, gap = 0, ticks = 8, alsoOnTop = false } = {},
) {
  const x = axisScale(plot.axis, [...values, ...plot.marks.map(({ value }) => value)], [left, right]);
  const marks = placeMarks(plot.marks, x);
  const top = from + marks.height + gap;
  const bottom = top + rowsHeight;
  return {
    x,
    top,
    axis: drawBottomAxis(x, plot.axis.title, [top, bottom], ticks, alsoOnTop),
    marks: marks.draw(from, bottom),
    height: bottom + bottomAxisHeight,
  };
}

const lineHeight = 16;

export function placeMarks(marks: readonly PlotMark[], scale: AxisScale) {
  const [left = 0, right = 0] = scale.range();
  const ends: number[] = [];
  const placed = marks
    .filter(({ value }) => isDrawable(value))
    .toSorted((one, other) => one.value - other.value)
    .map(({ value, label }) => {
      const x = scale(value);
      const width = Math.min(nameWidth(label), right - left);
      const start = Math.min(Math.max(x - width / 2, left), right - width);
      const unused = ends.findIndex((end) => end < start);
      const line = unused < 0 ? ends.length : unused;
      ends[line] = start + width + 8;
      return { x, label, middle: start + width / 2, width, line };
    });
  return {
    height: ends.length === 0 ? 0 : ends.length * lineHeight + 4,
    draw: (top: number, bottom: number) => {
      const baseline = (line: number) => top + line * lineHeight + 12;
      const lines = placed.map(
        ({ x, line }) =>
          `<path class="plot-mark" fill="none" stroke-dasharray="5 3" d="M${coordinate(x)} ${coordinate(baseline(line) + 4)}V${coordinate(bottom)}"/>`,
      );
      const labels = placed.map(({ label, middle: x, width, line }) => {
        const y = baseline(line);
        return drawName(label, { x, y, width: width + 1, anchor: "middle", className: "plot-mark-label" });
      });
      // Labels come last, because they may cross lines of other marks.
      return lines.join("") + labels.join("");
    },
  };
}

/**
 * Counts values in bins of equal, round width: 1, 2 or 5 times a power of ten. Bin i contains values from
 * firstBin + i * binWidth to below firstBin + (i + 1) * binWidth. NaN and infinities are not counted. If all values are
 * whole (ranks, lengths), bins are at least 1 wide and start at halves, so that bars are centred on their numbers.
 * @param bins - approximate number, >= 1
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
  // For widths below 1, an edge is a division such as 3 / 10, which gives exactly 0.3. The product 3 * 0.1 does not.
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

/** Like d3, returns the width if it is at least 1, otherwise its negative reciprocal, such as -10 for 0.1. */
function incrementOf(low: number, high: number, bins: number, whole: boolean): number {
  const middle = Math.max(Math.abs(low), Math.abs(high));
  // If `low` and `high` are this close, bins between them could not be told apart.
  const isOne = high - low <= Math.max(middle * 1e-9, smallestDifference);
  if (isOne && (whole || middle <= smallestDifference)) return 1;
  const increment = isOne ? tickIncrement(low - middle / 2, high + middle / 2, bins) : tickIncrement(low, high, bins);
  return whole && increment < 1 ? 1 : increment;
}

/** Corrects a bin number that is off by one, because rounding moved a division across the edge of a bin. */
function settle(number: number, value: number, edge: (number: number) => number): number {
  if (edge(number) > value) return number - 1;
  return edge(number + 1) <= value ? number + 1 : number;
}
