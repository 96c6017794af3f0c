/** Where do the labels of threshold lines stand, so that none covers another? */
import type { PlotMark } from "../../core/document/plot.ts";
import { type AxisScale, isDrawable } from "./axis-scale.ts";
import { coordinate } from "./coordinate.ts";
import { drawName, nameWidth } from "./draw-name.ts";

const lineHeight = 16;

export function placeMarks(marks: readonly PlotMark[], scale: AxisScale) {
  const [left = 0, right = 0] = scale.range();
  const ends: number[] = [];
  const placed = marks
    .filter(({ value }) => isDrawable(value))
    .toSorted((one, other) => one.value - other.value)
    .map(({ value, label }) => {
      const x = scale(value);
      const width = Math.min(nameWidth(label), right - left);
      const start = Math.min(Math.max(x - width / 2, left), right - width);
      const free = ends.findIndex((end) => end < start);
      const line = free < 0 ? ends.length : free;
      ends[line] = start + width + 8;
      return { x, label, middle: start + width / 2, width, line };
    });
  return {
    /** What the labels need above the plot. */
    height: ends.length === 0 ? 0 : ends.length * lineHeight + 4,
    /** @param top of the labels; the lines go on from there */
    draw: (top: number, bottom: number) => {
      const baseline = (line: number) => top + line * lineHeight + 12;
      const lines = placed.map(
        ({ x, line }) =>
          `<path class="plot-mark" fill="none" stroke-dasharray="5 3" d="M${coordinate(x)} ${coordinate(baseline(line) + 4)}V${coordinate(bottom)}"/>`,
      );
      const labels = placed.map(({ label, middle: x, width, line }) => {
        const y = baseline(line);
        return drawName(label, { x, y, width: width + 1, anchor: "middle", className: "plot-mark-label" });
      });
      // Labels come last: one may stand on the line of another.
      return lines.join("") + labels.join("");
    },
  };
}
