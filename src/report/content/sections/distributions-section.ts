/**
 * How do the queries spread, measure by measure?
 */

import type { ReportPlot } from "../../../core/document/blocks.ts";
import { columns, plotBlock, textBlock } from "../../../core/document/blocks.ts";
import { describe } from "../../../maths/summary/quantiles.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { calibratedScore, MOST_PLOTTED, measuresOf, valuesOf } from "../report-measures.ts";
import type { ReportSection } from "../run-report.ts";

/** What is drawn of many engines, where every value of every measure would be too much for one file. */
const drawnOfMany = ["ndcg_reference@10", "ndcg_returned@10", "recall"];

export function distributionsSection(inputs: ReportInputs): ReportSection | null {
  const all = measuresOf(inputs);
  const isMany = inputs.measures.length > MOST_PLOTTED;
  const drawn = isMany ? all.filter((name, place) => place === 0 || drawnOfMany.includes(name)) : all;
  const plots = drawn.flatMap((measure, place) => plotOf(inputs, measure, place));
  if (plots.length === 0) return null;
  return {
    id: "distributions",
    title: "The queries behind the means",
    blocks: [
      textBlock(
        "Each point is a query; boxes reach from quartile to quartile, with the median in them. A mean may be good because most queries are, or because a few are very good." +
          (isMany && drawn.length < all.length
            ? " Of so many engines the first measures are drawn; tables above have all."
            : ""),
      ),
      ...plots,
    ],
  };
}

function plotOf({ measures }: ReportInputs, measure: string, place: number): ReportPlot[] {
  const groups = measures.map((engine) => ({
    name: engine.engine,
    values: Array.from(valuesOf(engine, measure)).filter((value) => !Number.isNaN(value)),
  }));
  if (groups.every(({ values }) => values.length === 0)) return [];
  const scale = measure === calibratedScore ? " (orders engines, no level)" : "";
  return [
    plotBlock(
      `distributions-${place + 1}`,
      {
        ...{ shape: "distribution", title: `${measure} by query${scale}`, groups, marks: [] },
        description: `The ${measure} of every query that has one, a row an engine.`,
        axis: {
          title: measure,
          from: groups.some(({ values }) => values.some((value) => value < 0)) ? null : 0,
          to: null,
        },
      },
      {
        columns: [
          ...columns("text", "engine"),
          ...columns("count", "queries"),
          ...columns("measure", "min", "25%"),
          ...columns("measure", "median", "75%", "max"),
        ],
        rows: groups.map(({ name, values }) => {
          const found = describe(Float64Array.from(values));
          return [name, found.count, found.min, found["25%"], found["50%"], found["75%"], found.max];
        }),
      },
    ),
  ];
}
