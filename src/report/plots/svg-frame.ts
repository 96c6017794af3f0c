import type { Plot, PlotShapes } from "../../core/document/plot.ts";
import { displayWidth, shortenName } from "../../core/text/display-width.ts";
import { escapeHtml, replaceControlCharacters } from "../../core/text/escape.ts";
import { counted } from "../../core/text/wording.ts";
import { pictureStyle } from "./plot-style.ts";

/** Width of a plot, in units of the view box. At this width, letters have their intended size. */
export const plotWidth = 720;
export const narrowWidth = 440;

export interface PlotOptions {
  /** Prefix of all ids in the picture, unique on the page. */
  readonly idPrefix: string;
  /** Whether the plot is a file, with its own colours, background, margin and visible title. @default false */
  readonly isFile?: boolean;
}

const margin = 16;
const titleHeight = 30;

interface Drawing {
  readonly body: string;
  readonly height: number;
  readonly leftOut: number;
  /** @default plotWidth */
  readonly width?: number;
  /** Whether there are links. The role is then `group`, because screen readers hide links in images. @default false */
  readonly hasLinks?: boolean;
}

/** Returns an `<svg>` element. Links can be reached by keyboard, and are also in the table below the plot. */
export function svgFrame(plot: Plot, options: PlotOptions, drawing: Drawing): string {
  const prefix = svgText(options.idPrefix);
  const { leftOut, width = plotWidth } = drawing;
  const numbers = leftOut === 1 ? "no finite number" : "no finite numbers";
  const note = leftOut === 0 ? "" : `${counted(leftOut, "value")} left out: ${numbers}.`;
  const height = drawing.height + (note === "" ? 0 : 22);
  const box = options.isFile
    ? [-margin, -margin - titleHeight, width + 2 * margin, height + titleHeight + 2 * margin]
    : [0, 0, width, height];
  const [x = "", y = "", boxWidth = "", boxHeight = ""] = box.map(coordinate);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="plot plot-${plot.shape}" viewBox="${x} ${y} ${boxWidth} ${boxHeight}"`,
    ` width="${boxWidth}" height="${boxHeight}" role="${drawing.hasLinks ? "group" : "img"}" direction="ltr"`,
    ` aria-labelledby="${prefix}-title ${prefix}-desc" font-family="system-ui, sans-serif" font-size="12">`,
    `<title id="${prefix}-title">${svgText(plot.title)}</title>`,
    `<desc id="${prefix}-desc">${svgText([plot.description, note].filter((text) => text !== "").join(" "))}</desc>`,
    options.isFile
      ? `<style>${pictureStyle}</style><rect class="plot-ground" x="${x}" y="${y}" width="${boxWidth}" height="${boxHeight}"/>` +
        drawName(plot.title, { x: 8, y: -titleHeight / 2, width: width * 0.8, className: "plot-title" })
      : "",
    drawing.body,
    note === "" ? "" : `<text class="plot-note" x="8" y="${coordinate(drawing.height + 12)}">${note}</text>`,
    "</svg>",
  ].join("");
}

export function emptyFrame(plot: Plot, options: PlotOptions, leftOut = 0): string {
  const body =
    `<rect class="plot-empty" fill="none" x="0.5" y="0.5" width="${plotWidth - 1}" height="79" rx="4"/>` +
    `<text class="plot-empty-text" x="${plotWidth / 2}" y="44" text-anchor="middle">No values to draw</text>`;
  return svgFrame(plot, options, { body, height: 80, leftOut });
}

/** Rounds to 2 decimals, in units of the view box. */
export function coordinate(value: number): string {
  // Adding 0 turns -0 into 0.
  return String(Math.round(value * 100) / 100 + 0);
}

/** Rounds to 1 decimal, because there may be thousands of points. */
export function tenth(value: number): string {
  return String(Math.round(value * 10) / 10 + 0);
}

/** Returns a path's `d`, rounded to a tenth. Successive equal points are drawn once, and null breaks the line. */
export function linePath(places: readonly (readonly [x: number, y: number] | null)[]): string {
  let path = "";
  let last = "";
  for (const place of places) {
    if (place === null) {
      last = "";
      continue;
    }
    const written = `${tenth(place[0])} ${tenth(place[1])}`;
    if (written === last) continue;
    path += `${last === "" ? "M" : "L"}${written}`;
    last = written;
  }
  return path;
}

/** Escapes text and quoted attributes. Leaves no markup, marks of writing direction, or characters that XML forbids. */
export function svgText(text: string): string {
  return escapeHtml(replaceControlCharacters(text).replace(/[\p{Surrogate}\ufffe\uffff]/gu, "\ufffd"));
}

/** Mean width of a letter in the fonts of plots, estimated generously. */
const letterWidth = 7.5;

interface NamePlace {
  readonly x: number;
  /** Vertical position of the text's baseline. */
  readonly y: number;
  readonly width: number;
  readonly anchor?: "start" | "middle" | "end";
  readonly className?: string;
}

/** Returns the name for a tooltip, cut only if it is very long. */
export function wholeName(name: string): string {
  return shortenName(name, 200);
}

export function nameWidth(name: string): number {
  return displayWidth(name.slice(0, 200)) * letterWidth;
}

/** Shortens a name that does not fit. A tooltip has the whole name. */
export function drawName(name: string, place: NamePlace): string {
  const shown = shortenName(name, Math.max(3, Math.floor(place.width / letterWidth)));
  const anchor = place.anchor === undefined ? "" : ` text-anchor="${place.anchor}"`;
  const title = shown === name ? "" : `<title>${svgText(wholeName(name))}</title>`;
  return (
    `<text class="${place.className ?? "plot-name"}" x="${coordinate(place.x)}" y="${coordinate(place.y)}"${anchor}>` +
    `${title}${svgText(shown)}</text>`
  );
}

const lineHeight = 20;
const swatch = 30;
const gap = 18;

export function drawLegend(
  names: readonly string[],
  place: { readonly left: number; readonly top: number; readonly width: number; readonly of: "lines" | "marks" },
) {
  let x = place.left;
  let y = place.top;
  const entries = names.map((name, series) => {
    const width = Math.min(nameWidth(name), 260, place.width - swatch);
    if (x > place.left && x + swatch + width > place.left + place.width) {
      x = place.left;
      y += lineHeight;
    }
    const middle = y + lineHeight / 2;
    const line =
      place.of === "lines"
        ? `<path class="plot-line" fill="none" stroke="currentColor"${seriesDash(series)} d="M${coordinate(x)} ${coordinate(middle)}h24"/>`
        : "";
    const entry =
      `<g class="${seriesClass(series)}">${line}` +
      `<path class="plot-point" d="${seriesMark(series, x + 12, middle)}"/></g>` +
      drawName(name, { x: x + swatch, y: middle + 4, width: width + 1 });
    x += swatch + width + gap;
    return entry;
  });
  return { svg: entries.join(""), height: names.length === 0 ? 0 : y - place.top + lineHeight + 6 };
}

const colors = 6;
const dashes = ["", "7 3", "2 3", "9 3 2 3", "5 2 1 2 1 2"] as const;

export function seriesClass(series: number): string {
  return `plot-series-${(series % colors) + 1}`;
}

export function seriesDash(series: number): string {
  const dash = dashes[series % dashes.length] ?? "";
  return dash === "" ? "" : ` stroke-dasharray="${dash}"`;
}

/** Path data. With seven marks and six colours, 42 series differ in mark or colour. */
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

export function seriesMark(series: number, x: number, y: number, radius = 4): string {
  const mark = marks[series % marks.length]?.(radius) ?? "";
  return `M${coordinate(x)} ${coordinate(y)}${mark.replace(/-?\d+\.\d+/g, (number) => coordinate(Number(number)))}`;
}

export type PlotKind = ReturnType<typeof definePlot>;

/** `render` returns an `<svg>` element; null for a plot with another shape. */
export function definePlot<Shape extends keyof PlotShapes>(
  shape: Shape,
  render: (plot: PlotShapes[Shape], options: PlotOptions) => string,
) {
  const isOfShape = (plot: Plot): plot is PlotShapes[Shape] => plot.shape === shape;
  return { shape, render: (plot: Plot, options: PlotOptions) => (isOfShape(plot) ? render(plot, options) : null) };
}
