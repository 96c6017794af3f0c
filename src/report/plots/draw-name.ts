/** How is a name written into a drawing, however long it is? */
import { displayWidth, shortenName } from "../../core/text/display-width.ts";
import { coordinate } from "./coordinate.ts";
import { svgText } from "./svg-text.ts";

/** Of a letter, on average, in the sizes and fonts of plots: rather too wide than too narrow. */
const letterWidth = 7.5;

interface NamePlace {
  readonly x: number;
  /** Of the line that letters stand on. */
  readonly y: number;
  /** How much room there is. */
  readonly width: number;
  readonly anchor?: "start" | "middle" | "end";
  readonly className?: string;
}

/** Shown on pointing at something: cut only where it is a page of text. */
export function wholeName(name: string): string {
  return shortenName(name, 200);
}

/** How much room a name would like. */
export function nameWidth(name: string): number {
  return displayWidth(name.slice(0, 200)) * letterWidth;
}

/** A name that does not fit is shortened, and shown whole on pointing at it. */
export function drawName(name: string, place: NamePlace): string {
  const shown = shortenName(name, Math.max(3, Math.floor(place.width / letterWidth)));
  const anchor = place.anchor === undefined ? "" : ` text-anchor="${place.anchor}"`;
  const title = shown === name ? "" : `<title>${svgText(wholeName(name))}</title>`;
  return (
    `<text class="${place.className ?? "plot-name"}" x="${coordinate(place.x)}" y="${coordinate(place.y)}"${anchor}>` +
    `${title}${svgText(shown)}</text>`
  );
}
