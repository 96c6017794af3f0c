/** How do the queries spread, measure by measure? */
import { type BlockPlot, column, plotOf, textBlock } from "../../../core/document/blocks.ts";
import { describe } from "../../../maths/summary.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { calibratedScore, MOST_PLOTTED, measuresOf, valuesOf } from "../report-measures.ts";
import { reportSection } from "../report-section.ts";
import type { ReportSection } from "../run-report.ts";

/** Of many engines these and the first measure are drawn: all values of all measures would make the file too large. */
const drawnOfMany = ["ndcg_reference@10", "ndcg_returned@10", "recall"];

export function distributionsSection(inputs: ReportInputs): ReportSection | null {
  const all = measuresOf(inputs);
  const isMany = inputs.measures.length > MOST_PLOTTED;
  const drawn = isMany ? all.filter((name, place) => place === 0 || drawnOfMany.includes(name)) : all;
  const plots = drawn.flatMap((measure, place) => plotOfMeasure(inputs, measure, place) ?? []);
  if (plots.length === 0) return null;
  return reportSection("distributions", "The queries behind the means", [
    textBlock(
      "Each point is a query; boxes reach from quartile to quartile, with the median in them. A mean may be good because most queries are, or because a few are very good." +
        (isMany && drawn.length < all.length
          ? " Of so many engines the first measures are drawn; tables above have all."
          : ""),
    ),
    ...plots,
  ]);
}

function plotOfMeasure({ measures }: ReportInputs, measure: string, place: number): BlockPlot | null {
  const groups = measures.map((engine) => ({
    name: engine.engine,
    values: Array.from(valuesOf(engine, measure)).filter((value) => !Number.isNaN(value)),
  }));
  if (groups.every(({ values }) => values.length === 0)) return null;
  const scale = measure === calibratedScore ? " (orders engines, no level)" : "";
  const from = groups.some(({ values }) => values.some((value) => value < 0)) ? null : 0;
  const rows = groups.map(({ name, values }) => ({ name, ...describe(Float64Array.from(values)) }));
  return plotOf(
    `distributions-${place + 1}`,
    {
      ...{ shape: "distribution", title: `${measure} by query${scale}`, groups, marks: [] },
      description: `The ${measure} of every query that has one, a row an engine.`,
      axis: { title: measure, from, to: null },
    },
    rows,
    [
      column("engine", "text", ({ name }) => name),
      column("queries", "count", ({ count }) => count),
      column("min", "measure", ({ min }) => min),
      column("25%", "measure", (found) => found["25%"]),
      column("median", "measure", (found) => found["50%"]),
      column("75%", "measure", (found) => found["75%"]),
      column("max", "measure", ({ max }) => max),
    ],
  );
}
