/** How are axes drawn? Thin lines across the plot at round values, and what they stand for beside them. */
import { type AxisScale, axisTicks } from "./axis-scale.ts";
import { coordinate } from "./coordinate.ts";
import { drawName } from "./draw-name.ts";

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
  /** Writes the numbers above the plot, too. */
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

/** It ends at `x`. */
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

/** Where both axes are equal; their scales have the same domain. */
export function drawDiagonal(x: AxisScale, y: AxisScale): string {
  const [x0 = 0, x1 = 0] = x.range();
  const [y0 = 0, y1 = 0] = y.range();
  return `<path class="plot-diagonal" fill="none" stroke-dasharray="4 4" d="M${coordinate(x0)} ${coordinate(y0)}L${coordinate(x1)} ${coordinate(y1)}"/>`;
}
