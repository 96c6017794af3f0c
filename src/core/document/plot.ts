/** Plots as plain data, for drawing and for JSON. */

/** Maximum number of lines in a plot. Readers can only tell six colours apart. */
export const linesInOnePlot = 6;

export interface Axis {
  readonly title: string;
  /** Ends of the axis. Null means the outermost value, rounded outwards, or the outermost bin of a histogram. */
  readonly from: number | null;
  readonly to: number | null;
}

/** A line across the plot at a value of its main axis, such as a threshold. */
export interface PlotMark {
  readonly value: number;
  readonly label: string;
}

export interface PlotOfShape<Shape extends string> {
  readonly shape: Shape;
  readonly title: string;
  /** A sentence that describes the plot to people who cannot see it. */
  readonly description: string;
}

/** Bars over bins of equal width, with one row of bars per series. */
export interface HistogramPlot extends PlotOfShape<"histogram"> {
  readonly axis: Axis;
  readonly firstBin: number;
  readonly binWidth: number;
  readonly series: readonly { readonly name: string; readonly counts: readonly number[] }[];
  readonly marks: readonly PlotMark[];
}

/** One row per group: a strip of all values, and a box of their quartiles with whiskers to the extremes. */
export interface DistributionPlot extends PlotOfShape<"distribution"> {
  readonly axis: Axis;
  /** Finite values in any order. A group may be empty. */
  readonly groups: readonly { readonly name: string; readonly values: readonly number[] }[];
  readonly marks: readonly PlotMark[];
}

/** Points with intervals, one row per group and one point per series in each row. */
export interface IntervalPlot extends PlotOfShape<"intervals"> {
  readonly axis: Axis;
  readonly groups: readonly {
    readonly name: string;
    readonly points: readonly {
      readonly series: string;
      readonly value: number;
      readonly interval: readonly [low: number, high: number] | null;
    }[];
  }[];
  readonly marks: readonly PlotMark[];
}

export interface CurvePlot extends PlotOfShape<"curves"> {
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly { readonly name: string; readonly points: readonly (readonly [x: number, y: number])[] }[];
  /** Whether to draw the line x = y. Both axes then have the same range. */
  readonly diagonal: boolean;
}

export interface ScatterPlot extends PlotOfShape<"scatter"> {
  readonly x: Axis;
  readonly y: Axis;
  readonly points: readonly {
    readonly x: number;
    readonly y: number;
    readonly name: string;
    /** The point links to the element of the page with this id; null for no link. */
    readonly target: string | null;
  }[];
  readonly diagonal: boolean;
}

/** Values with intervals at successive steps. `notes` say what changed since the previous step. */
export interface TimelinePlot extends PlotOfShape<"timeline"> {
  readonly y: Axis;
  readonly steps: readonly { readonly name: string; readonly notes: readonly string[] }[];
  readonly series: readonly {
    readonly name: string;
    /** One entry per step; null if the series has no value at the step. */
    readonly points: readonly ({
      readonly value: number;
      readonly interval: readonly [number, number] | null;
    } | null)[];
  }[];
}

/** Type of each plot, by its shape. A file that renders a new plot extends this interface: see CONTRIBUTING.md. */
export interface PlotShapes {
  readonly histogram: HistogramPlot;
  readonly distribution: DistributionPlot;
  readonly intervals: IntervalPlot;
  readonly curves: CurvePlot;
  readonly scatter: ScatterPlot;
  readonly timeline: TimelinePlot;
}

export type Plot = PlotShapes[keyof PlotShapes];
