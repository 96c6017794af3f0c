/**
 * What does a plot look like?
 */
import type { Plot } from "../../core/document/plot.ts";
import { renderCurves } from "./render-curves.ts";
import { renderDistribution } from "./render-distribution.ts";
import { renderHistogram } from "./render-histogram.ts";
import { renderIntervals } from "./render-intervals.ts";
import { renderScatter } from "./render-scatter.ts";
import { renderTimeline } from "./render-timeline.ts";
import type { PlotOptions } from "./svg-frame.ts";

/**
 * A whole `<svg>` element, 720 wide and as high as the data ask. Same plot, same bytes. It brings no colours: the page
 * needs `plotStyle`, too. Numbers that are not finite are left out, and counted in the
 * description. Whatever names and titles hold is text.
 *
 * Cost O(values).
 */
export function renderPlot(plot: Plot, options: PlotOptions): string {
  switch (plot.shape) {
    case "histogram":
      return renderHistogram(plot, options);
    case "distribution":
      return renderDistribution(plot, options);
    case "intervals":
      return renderIntervals(plot, options);
    case "curves":
      return renderCurves(plot, options);
    case "scatter":
      return renderScatter(plot, options);
    case "timeline":
      return renderTimeline(plot, options);
  }
}
