/** What is known of one shape of plot? */
import type { Plot, PlotShapes } from "../../core/document/plot.ts";
import type { PlotOptions } from "./svg-frame.ts";

export interface PlotKind {
  readonly shape: Plot["shape"];
  /** A whole `<svg>` element; null for a plot of another shape. */
  render(plot: Plot, options: PlotOptions): string | null;
}

export function definePlot<Shape extends keyof PlotShapes>(
  shape: Shape,
  render: (plot: PlotShapes[Shape], options: PlotOptions) => string,
): PlotKind {
  const isOfShape = (plot: Plot): plot is PlotShapes[Shape] => plot.shape === shape;
  return { shape, render: (plot, options) => (isOfShape(plot) ? render(plot, options) : null) };
}
