/** What does a plot look like? */
import type { Plot } from "../../core/document/plot.ts";
import { renderCurves } from "./render-curves.ts";
import { renderDistribution } from "./render-distribution.ts";
import { renderHistogram } from "./render-histogram.ts";
import { renderIntervals } from "./render-intervals.ts";
import { renderScatter } from "./render-scatter.ts";
import { renderTimeline } from "./render-timeline.ts";
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
 * A whole `<svg>` element, 720 wide and as high as the data ask; the page must have `plotStyle`. Numbers that are not
 * finite are left out, and counted in the description. Names and titles are text, whatever they hold.
 */
export function renderPlot(plot: Plot, options: PlotOptions): string {
  const kind = plotKinds.find(({ shape }) => shape === plot.shape);
  return kind?.render(plot, options) ?? emptyFrame(plot, options);
}
