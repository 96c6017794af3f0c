/** Which series looks how? */
import { coordinate } from "./coordinate.ts";
import { drawName, nameWidth } from "./draw-name.ts";
import { seriesClass, seriesDash, seriesMark } from "./series-look.ts";

const lineHeight = 20;
const swatch = 30;
const gap = 18;

interface LegendPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  /** What stands for a series. */
  readonly of: "lines" | "marks";
}

/** In lines, as many names in one as fit. */
export function drawLegend(names: readonly string[], place: LegendPlace) {
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
