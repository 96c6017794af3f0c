/** Which numbers have a place on an axis, and how are axes and the marks on them drawn? */
import { extent } from "d3-array";
import { type ScaleLinear, scaleLinear } from "d3-scale";
import type { Axis, PlotMark } from "../../core/document/plot.ts";
import { coordinate, drawName, nameWidth } from "./svg-frame.ts";

export type AxisScale = ScaleLinear<number, number>;

/** Numbers nearer to each other than this are one: below it a number is too short of digits to be divided. */
export const smallestDifference = 1e-150;

export function isDrawable(value: number): boolean {
  return Math.abs(value) <= 1e150;
}

/** Holds every value that can be drawn: an end that would cut some off moves outwards. Open ends are rounded. */
export function axisScale(
  axis: Pick<Axis, "from" | "to">,
  values: Iterable<number>,
  range: readonly [number, number],
): AxisScale {
  const fixed = [axis.from, axis.to].filter((end) => end !== null && isDrawable(end)) as number[];
  const kept = [...values].filter(isDrawable);
  const [low = 0, high = 1] = extent([...kept, ...fixed]);
  // Values that differ by rounding errors alone, if at all, are drawn as one, in the middle.
  const magnitude = Math.max(Math.abs(low), Math.abs(high));
  const isOne = high - low <= Math.max(magnitude * 1e-9, smallestDifference);
  const reach = isOne ? (magnitude > smallestDifference ? magnitude / 2 : 1) : 0;
  const scale = scaleLinear([low - reach, high + reach], [...range]).nice();
  const [niceLow = low, niceHigh = high] = scale.domain();
  if (isOne) return scale;
  return scale.domain([axis.from === low ? low : niceLow, axis.to === high ? high : niceHigh]);
}

/** `whole` leaves out what is not a whole number. */
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

/** A line of numbers and one for the title. */
export const bottomAxisHeight = 38;
/** A line of numbers, for plots too high to see both ends of. */
export const topAxisHeight = 20;

interface BottomAxis {
  readonly scale: AxisScale;
  readonly title: string;
  readonly top: number;
  readonly bottom: number;
  readonly ticks?: number;
  readonly alsoOnTop?: boolean;
}

export function drawBottomAxis({ scale, title, top, bottom, ticks = 8, alsoOnTop = false }: BottomAxis): string {
  const [left = 0, right = 0] = scale.range();
  const marked = axisTicks(scale, ticks);
  const grid = marked.map(({ value }) => `M${coordinate(scale(value))} ${coordinate(top)}V${coordinate(bottom)}`);
  const texts = (y: number) =>
    marked
      .map(({ value, text }) => `<text x="${coordinate(scale(value))}" y="${coordinate(y)}">${text}</text>`)
      .join("");
  return [
    `<path class="plot-grid" fill="none" d="${grid.join("")}"/>`,
    `<path class="plot-axis" fill="none" d="M${coordinate(left)} ${coordinate(bottom)}H${coordinate(right)}"/>`,
    `<g class="plot-tick" text-anchor="middle">${alsoOnTop ? texts(top - 7) : ""}${texts(bottom + 16)}</g>`,
    drawBottomTitle(title, right, bottom + 33, right - left),
  ].join("");
}

export function drawBottomTitle(title: string, x: number, y: number, width: number): string {
  return title === "" ? "" : drawName(`${title} →`, { x, y, width, anchor: "end", className: "plot-axis-title" });
}

interface SideAxis {
  readonly scale: AxisScale;
  readonly left: number;
  readonly right: number;
  readonly ticks?: number;
  /** Counts: no half ones. */
  readonly whole?: boolean;
}

/** Its title stands above the plot, where it needs not be turned: `drawSideTitle`. */
export function drawSideAxis({ scale, left, right, ticks = 6, whole = false }: SideAxis): string {
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

export function drawDiagonal(x: AxisScale, y: AxisScale): string {
  const [x0 = 0, x1 = 0] = x.range();
  const [y0 = 0, y1 = 0] = y.range();
  return `<path class="plot-diagonal" fill="none" stroke-dasharray="4 4" d="M${coordinate(x0)} ${coordinate(y0)}L${coordinate(x1)} ${coordinate(y1)}"/>`;
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
      const free = ends.findIndex((end) => end < start);
      const line = free < 0 ? ends.length : free;
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
      // Labels come last: one may stand on the line of another.
      return lines.join("") + labels.join("");
    },
  };
}
