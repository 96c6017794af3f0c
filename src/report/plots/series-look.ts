/** How do series differ when colours cannot be told apart? */
import { coordinate } from "./coordinate.ts";

const colors = 6;
const dashes = ["", "7 3", "2 3", "9 3 2 3", "5 2 1 2 1 2"] as const;

/** The class that gives a series its colour: plot-series-1 to plot-series-6, and again. */
export function seriesClass(series: number): string {
  return `plot-series-${(series % colors) + 1}`;
}

/** An attribute, with a space before it, or nothing for a line without gaps. */
export function seriesDash(series: number): string {
  const dash = dashes[series % dashes.length] ?? "";
  return dash === "" ? "" : ` stroke-dasharray="${dash}"`;
}

/** What a path draws; as many marks as keep them out of step with colours, so that 42 series differ in one at least. */
const marks: readonly ((radius: number) => string)[] = [
  (r) => `m${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  (r) => `m${-r * 0.9} ${-r * 0.9}h${r * 1.8}v${r * 1.8}h${-r * 1.8}z`,
  (r) => `m0 ${-r * 1.2}l${r * 1.2} ${r * 2}h${-r * 2.4}z`,
  (r) => `m0 ${-r * 1.35}l${r * 1.35} ${r * 1.35}l${-r * 1.35} ${r * 1.35}l${-r * 1.35} ${-r * 1.35}z`,
  (r) => `m0 ${r * 1.2}l${r * 1.2} ${-r * 2}h${-r * 2.4}z`,
  (r) =>
    `m${-r * 0.4} ${-r * 1.2}h${r * 0.8}v${r * 0.8}h${r * 0.8}v${r * 0.8}h${-r * 0.8}v${r * 0.8}h${-r * 0.8}v${-r * 0.8}h${-r * 0.8}v${-r * 0.8}h${r * 0.8}z`,
  (r) =>
    `m${-r} ${-r}l${r} ${r * 0.6}l${r} ${-r * 0.6}l${-r * 0.6} ${r}l${r * 0.6} ${r}l${-r} ${-r * 0.6}l${-r} ${r * 0.6}l${r * 0.6} ${-r}z`,
];

/** Of a path: the mark of a series around a place. */
export function seriesMark(series: number, x: number, y: number, radius = 4): string {
  const mark = marks[series % marks.length]?.(radius) ?? "";
  return `M${coordinate(x)} ${coordinate(y)}${mark.replace(/-?\d+\.\d+/g, (number) => coordinate(Number(number)))}`;
}
