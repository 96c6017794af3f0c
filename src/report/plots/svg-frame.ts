/** What does every plot have in common? A whole picture with a title, a description, and what could not be drawn. */
import type { Plot } from "../../core/document/plot.ts";
import { counted } from "../../core/text/wording.ts";
import { coordinate } from "./coordinate.ts";
import { drawName } from "./draw-name.ts";
import { pictureStyle } from "./plot-style.ts";
import { svgText } from "./svg-text.ts";

/** In units of the view box; at that width the letters have their intended size. */
export const plotWidth = 720;
/** Of plots that a phone shows whole. */
export const narrowWidth = 440;

export interface PlotOptions {
  /** Begins every identifier of the picture; unique in the page. */
  readonly idPrefix: string;
  /** The plot is a whole file: it has its own colours, ground, margin and visible title. @default false */
  readonly isFile?: boolean;
}

const margin = 16;
const titleHeight = 30;

interface Drawing {
  /** What stands in the picture, above the notes. */
  readonly body: string;
  readonly height: number;
  /** Numbers that have no place on an axis. */
  readonly leftOut: number;
  /** @default plotWidth */
  readonly width?: number;
  /** To a screen reader a picture holds nothing to act on. @default false */
  readonly hasLinks?: boolean;
}

/** A whole `<svg>` element. Its links can be reached by keys, and stand in the table behind the plot, too. */
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

/** The picture of a plot without anything to draw. */
export function emptyFrame(plot: Plot, options: PlotOptions, leftOut = 0): string {
  const body =
    `<rect class="plot-empty" fill="none" x="0.5" y="0.5" width="${plotWidth - 1}" height="79" rx="4"/>` +
    `<text class="plot-empty-text" x="${plotWidth / 2}" y="44" text-anchor="middle">No values to draw</text>`;
  return svgFrame(plot, options, { body, height: 80, leftOut });
}
