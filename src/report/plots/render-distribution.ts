/** How do the values of groups compare: where is their middle, how far do they spread, which stand alone? */
import { sum } from "d3-array";
import type { DistributionPlot } from "../../core/document/plot.ts";
import { counted } from "../../core/text/wording.ts";
import { quantile } from "../../maths/summary.ts";
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
  drawName,
  emptyFrame,
  nameWidth,
  type PlotOptions,
  plotWidth,
  svgFrame,
  svgText,
  wholeName,
} from "./svg-frame.ts";

const rowHeight = 36;
const right = plotWidth - 76;

/** A box over a strip of dots in every row, the median in figures at its end. Quartiles of type 7. */
export function renderDistribution(plot: DistributionPlot, options: PlotOptions): string {
  const groups = plot.groups.map(({ name, values }) => ({
    name,
    sorted: Float64Array.from(values.filter(isDrawable)).sort(),
  }));
  const leftOut = sum(plot.groups, ({ values }) => values.length) - sum(groups, ({ sorted }) => sorted.length);
  if (groups.length === 0) return emptyFrame(plot, options, leftOut);
  const left = Math.min(230, Math.max(40, ...groups.map(({ name }) => nameWidth(name)))) + 20;
  const numbers = [...groups.flatMap(({ sorted }) => [...sorted]), ...plot.marks.map(({ value }) => value)];
  const x = axisScale(plot.axis, numbers, [left, right]);
  const format = valueFormat(x);
  const marks = placeMarks(plot.marks, x);
  const alsoOnTop = groups.length > 12;
  const top = marks.height + topAxisHeight;
  const bottom = top + groups.length * rowHeight;
  const rows = groups.map(({ name, sorted }, place) => {
    const y = top + place * rowHeight;
    const label = drawName(name, { x: left - 14, y: y + 22, width: left - 20, anchor: "end" });
    if (sorted.length === 0)
      return `${label}<text class="plot-empty-text" x="${left + 8}" y="${y + 22}">no values</text>`;
    const quartiles = [0, 0.25, 0.5, 0.75, 1].map((share) => quantile(sorted, share));
    const [lowest = 0, low = 0, middle = 0, high = 0, highest = 0] = quartiles;
    const [x0, x1, x2, x3, x4] = quartiles.map((value) => coordinate(x(value)));
    const says =
      `${counted(sorted.length, "value")}, ${format(lowest)} to ${format(highest)}, ` +
      `median ${format(middle)}, middle half ${format(low)} to ${format(high)}`;
    const dots = stackDots(Array.from(sorted, x), left, y + 31);
    return [
      `<g><title>${svgText(wholeName(name))}: ${says}</title>${label}`,
      dots.map(({ density, d }) => `<path class="plot-dots plot-dots-${density}" fill="none" d="${d}"/>`).join(""),
      `<path class="plot-whisker" fill="none" d="M${x0} ${y + 11}H${x1}M${x3} ${y + 11}H${x4}M${x0} ${y + 8}v6M${x4} ${y + 8}v6"/>`,
      `<path class="plot-box" d="M${x1} ${y + 5}H${x3}v12H${x1}z"/>`,
      `<path class="plot-median" fill="none" d="M${x2} ${y + 3}v16"/>`,
      `<text class="plot-value" x="${plotWidth - 8}" y="${y + 22}" text-anchor="end">${format(middle)}</text></g>`,
    ].join("");
  });
  const body = [
    drawBottomAxis({ scale: x, title: plot.axis.title, top, bottom, alsoOnTop, ticks: 6 }),
    `<text class="plot-tick" x="${plotWidth - 8}" y="${top - 7}" text-anchor="end">median</text>`,
    ...rows,
    marks.draw(0, bottom),
  ].join("");
  return svgFrame(plot, options, { body, height: bottom + bottomAxisHeight, leftOut });
}

/** Width of a column and height of a level: what a dot takes. */
const dotPitch = 3;
const dotLevels = 4;

/**
 * Dots stand on each other if their values are within the same 3 units. What does not fit goes over the dots that are
 * there, which are then darker: 1 value, 2 or 3, 4 and more. Returns paths of the densities that occur, lightest first.
 */
export function stackDots(places: readonly number[], left: number, baseline: number) {
  const columns = new Map<number, number>();
  for (const place of places) {
    const column = Math.round((place - left) / dotPitch);
    columns.set(column, (columns.get(column) ?? 0) + 1);
  }
  const dots: Record<1 | 2 | 3, [column: number, level: number][]> = { 1: [], 2: [], 3: [] };
  for (const [column, count] of [...columns].sort(([one], [other]) => one - other)) {
    for (let level = 0; level < Math.min(count, dotLevels); level++) {
      const values = Math.ceil((count - level) / dotLevels);
      dots[values === 1 ? 1 : values < 4 ? 2 : 3].push([column, level]);
    }
  }
  return ([1, 2, 3] as const)
    .filter((density) => dots[density].length > 0)
    .map((density) => ({ density, d: dotPath(dots[density], left, baseline) }));
}

/** Steps from dot to dot are short, and whole numbers. */
function dotPath(dots: readonly (readonly [column: number, level: number])[], left: number, baseline: number): string {
  let path = "";
  let [lastColumn, lastLevel] = [0, 0];
  dots.forEach(([column, level], place) => {
    if (place === 0) {
      path += `M${left + column * dotPitch} ${baseline - level * dotPitch}h0`;
    } else {
      const rise = (lastLevel - level) * dotPitch;
      path += `m${(column - lastColumn) * dotPitch}${rise < 0 ? "" : " "}${rise}h0`;
    }
    [lastColumn, lastLevel] = [column, level];
  });
  return path;
}
