/** What does a plot look like? */
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

/**
 * Returns a whole `<svg>` element, 720 wide and as high as the data need; the page must have `plotStyle`. Numbers that are not
 * finite are left out, and counted in the description. Names and titles are text, whatever they contain.
 */
export function renderPlot(plot: Plot, options: PlotOptions): string {
  const kind = plotKinds.find(({ shape }) => shape === plot.shape);
  return kind?.render(plot, options) ?? emptyFrame(plot, options);
}
