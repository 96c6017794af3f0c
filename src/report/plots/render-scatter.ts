import { at } from "../../core/at.ts";
import type { ScatterPlot } from "../../core/document/plot.ts";
import { shortenName } from "../../core/text/display-width.ts";
import { drawPlane, isDrawable, valueFormat } from "./axes.ts";
import { coordinate, emptyFrame, type PlotOptions, plotWidth, svgFrame, svgText, tenth } from "./svg-frame.ts";

type Point = ScatterPlot["points"][number];
type Side = keyof typeof sideClasses;

/** Space between the axes and the outermost points: half the width of the largest point. */
const margin = 10;
const left = 52 + margin;
const top = 26 + margin;
const size = 440;
const sideClasses = { on: "plot-neutral", above: "plot-series-1", below: "plot-series-2" } as const;
/** Number of names shown for points at the same place. */
const namesOfPlace = 5;

/** Merges points at one place into a larger point with the first point's link. A plot with a diagonal is square. */
export function renderScatter(plot: ScatterPlot, options: PlotOptions): string {
  const points = plot.points.filter(({ x, y }) => isDrawable(x) && isDrawable(y));
  const leftOut = plot.points.length - points.length;
  if (points.length === 0) return emptyFrame(plot, options, leftOut);
  const right = plot.diagonal ? left + size : plotWidth - 28 - margin;
  const bottom = top + (plot.diagonal ? size : 360);
  const pairs = points.map(({ x, y }) => [x, y] as const);
  const plane = drawPlane(plot, pairs, [left, right], [top, bottom], margin);
  const { x, y } = plane;
  const formatX = valueFormat(x);
  const formatY = valueFormat(y);
  const places = new Map<string, { place: string; side: Side; points: Point[] }>();
  for (const point of points) {
    const place = `${tenth(x(point.x))} ${tenth(y(point.y))}`;
    const side = !plot.diagonal || point.x === point.y ? "on" : point.y > point.x ? "above" : "below";
    const key = `${place} ${side}`;
    const known = places.get(key);
    if (known === undefined) places.set(key, { place, side, points: [point] });
    else known.points.push(point);
  }
  const draw = ({ place, points: here }: { place: string; points: Point[] }): string => {
    const first = at(here, 0);
    const names = here
      .slice(0, namesOfPlace)
      .map(({ name }) => svgText(shortenName(name, here.length === 1 ? 300 : 60)));
    const more = here.length > namesOfPlace ? `, and ${here.length - namesOfPlace} more` : "";
    const title = `<title>${names.join(", ")}${more}: ${formatX(first.x)}, ${formatY(first.y)}</title>`;
    // The area grows with the number of points, up to a size that leaves neighbours visible.
    const wide = here.length === 1 ? "" : ` stroke-width="${coordinate(Math.min(20, 8 * Math.sqrt(here.length)))}"`;
    const dot = `<path d="M${place}h0"${wide}/>`;
    return first.target === null ? `<g>${title}${dot}</g>` : `<a href="#${svgText(first.target)}">${title}${dot}</a>`;
  };
  // Large points come first, so that small ones are drawn over them.
  const drawn = [...places.values()].sort((one, other) => other.points.length - one.points.length);
  const groups = Object.entries(sideClasses).map(([side, ofSide]) => {
    const here = drawn.filter((place) => place.side === side);
    const className = plot.diagonal ? ofSide : "plot-series-1";
    return here.length === 0
      ? ""
      : `<g class="plot-dot ${className}" stroke="currentColor" stroke-width="8" stroke-linecap="round">${here.map(draw).join("")}</g>`;
  });
  const body = [plane.svg, plot.diagonal ? sideCounts(points, right + margin + 24) : "", ...groups].join("");
  const hasLinks = points.some(({ target }) => target !== null);
  return svgFrame(plot, options, { body, height: plane.height, leftOut, hasLinks });
}

function sideCounts(points: readonly Point[], x: number): string {
  const above = points.filter((point) => point.y > point.x).length;
  const below = points.filter((point) => point.y < point.x).length;
  const lines = [
    [sideClasses.above, above, "above the line"],
    [sideClasses.on, points.length - above - below, "on the line"],
    [sideClasses.below, below, "below the line"],
  ] as const;
  return lines
    .map(
      ([className, count, where], line) =>
        `<g class="${className}"><path class="plot-side" stroke="currentColor" d="M${x} ${top + 12 + line * 26}h0"/></g>` +
        `<text class="plot-name" x="${x + 14}" y="${top + 16 + line * 26}"><tspan font-weight="600">${count}</tspan> ${where}</text>`,
    )
    .join("");
}
