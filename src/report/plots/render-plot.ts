import type { Plot } from "../../core/document/plot.ts";
import { renderCurves, renderTimeline } from "./render-lines.ts";
import { renderDistribution, renderHistogram, renderIntervals } from "./render-rows.ts";
import { renderScatter } from "./render-scatter.ts";
import { definePlot, emptyFrame, type PlotKind, type PlotOptions } from "./svg-frame.ts";

export const plotKinds: readonly PlotKind[] = [
  definePlot("histogram", renderHistogram),
  definePlot("distribution", renderDistribution),
  definePlot("intervals", renderIntervals),
  definePlot("curves", renderCurves),
  definePlot("scatter", renderScatter),
  definePlot("timeline", renderTimeline),
];

/** Returns an `<svg>` element for a page with `plotStyle`. Escapes texts. Omits and counts infinite numbers and NaN. */
export function renderPlot(plot: Plot, options: PlotOptions): string {
  const kind = plotKinds.find(({ shape }) => shape === plot.shape);
  return kind?.render(plot, options) ?? emptyFrame(plot, options);
}
