/** How are axes drawn? Thin lines across the plot at round values, and what they stand for beside them. */
import { type AxisScale, axisTicks } from "./axis-scale.ts";
import { coordinate } from "./coordinate.ts";
import { drawName } from "./draw-name.ts";

/** Below the plot: the line of numbers, and the one of the title. */
export const bottomAxisHeight = 38;
/** Above it: a line of numbers, for plots too high to see both ends of. */
export const topAxisHeight = 20;

export interface BottomAxis {
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
    title === ""
      ? ""
      : drawName(`${title} →`, {
          x: right,
          y: bottom + 33,
          width: right - left,
          anchor: "end",
          className: "plot-axis-title",
        }),
  ].join("");
}

export interface SideAxis {
  readonly scale: AxisScale;
  readonly left: number;
  readonly right: number;
  readonly ticks?: number;
  /** Counts: no half ones. */
  readonly whole?: boolean;
}

/** Without title: it stands above the plot, where it needs not be turned. */
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
