/** How are many lines told apart? Each has a panel of its own, where all others stand behind it as shadows. */
import { type AxisScale, axisTicks } from "./axis-scale.ts";
import { coordinate } from "./coordinate.ts";
import { drawName } from "./draw-name.ts";
import { plotWidth } from "./svg-frame.ts";

const left = 44;
const gap = 14;
const nameHeight = 22;

interface Panel {
  readonly name: string;
  /** Of a path; lengths from the panel's own corner. */
  readonly line: string;
  /** What else is drawn of the series, over its line. */
  readonly marks: string;
}

interface PanelGrid {
  /** Escaped. */
  readonly idPrefix: string;
  readonly top: number;
  readonly size: ReturnType<typeof panelSize>;
  /** Over the panel's own lengths. */
  readonly y: AxisScale;
  /** Texts below the lowest panels, from the panel's left corner. */
  readonly bottomTicks: readonly { readonly x: number; readonly text: string }[];
  /** Drawn behind the lines of every panel. */
  readonly ground: string;
}

function columnsOf(panels: number): number {
  return panels <= 9 ? 3 : 4;
}

export function panelSize(panels: number) {
  const columns = columnsOf(panels);
  return {
    width: Math.floor((plotWidth - left - 16 - (columns - 1) * gap) / columns),
    height: columns === 3 ? 130 : 96,
  };
}

export function drawPanels(panels: readonly Panel[], grid: PanelGrid): { svg: string; height: number } {
  const { size, idPrefix } = grid;
  const columns = columnsOf(panels.length);
  const rows = Math.ceil(panels.length / columns);
  const stride = size.height + nameHeight + 10;
  const ticks = axisTicks(grid.y, 3);
  const lines = ticks.map(({ value }) => `M0 ${coordinate(grid.y(value))}h${size.width}`).join("");
  const sideTexts = ticks
    .map(({ value, text }) => `<text x="-6" y="${coordinate(grid.y(value) + 4)}" text-anchor="end">${text}</text>`)
    .join("");
  // Texts at the corners would run into those of the next panel.
  const anchorAt = (x: number) => (x < 12 ? "start" : x > size.width - 12 ? "end" : "middle");
  const bottomTexts = grid.bottomTicks
    .map(
      ({ x, text }) => `<text x="${coordinate(x)}" y="${size.height + 15}" text-anchor="${anchorAt(x)}">${text}</text>`,
    )
    .join("");
  const shadows = panels.map(({ line }) => line).join("");
  const defined =
    `<defs><g id="${idPrefix}-all"><path class="plot-grid" fill="none" d="${lines}"/>${grid.ground}` +
    `<path class="plot-shadow" fill="none" d="${shadows}"/>` +
    `<path class="plot-axis" fill="none" d="M0 ${size.height}h${size.width}"/></g></defs>`;
  const drawn = panels.map(({ name, line, marks }, place) => {
    const x = left + (place % columns) * (size.width + gap);
    const y = grid.top + Math.floor(place / columns) * stride + nameHeight;
    const isLowest = place + columns >= panels.length;
    const texts = (place % columns === 0 ? sideTexts : "") + (isLowest ? bottomTexts : "");
    return [
      `<g transform="translate(${x} ${y})">`,
      drawName(name, { x: 0, y: -7, width: size.width - 4 }),
      `<use href="#${idPrefix}-all"/>`,
      texts === "" ? "" : `<g class="plot-tick">${texts}</g>`,
      `<g class="plot-series-1"><path class="plot-line" fill="none" stroke="currentColor" d="${line}"/>${marks}</g></g>`,
    ].join("");
  });
  return { svg: defined + drawn.join(""), height: rows * stride + 10 };
}
