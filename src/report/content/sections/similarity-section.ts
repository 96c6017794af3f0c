/**
 * How near are results to the reference titles that gave their labels, and how clearly?
 */

import type { ReportPlot, ReportTable } from "../../../core/document/blocks.ts";
import { columns, plotBlock, tableBlock, textBlock } from "../../../core/document/blocks.ts";
import { MATCH_EXACT, MATCH_NONE, MATCH_SEMANTIC } from "../../../core/types.ts";
import { describe } from "../../../maths/summary/quantiles.ts";
import { binValues } from "../../plots/bin-values.ts";
import type { ReportEngine, ReportInputs } from "../report-inputs.ts";
import { plottedEngines, sayPlotted } from "../report-measures.ts";
import type { ReportSection } from "../run-report.ts";

const BINS = 40;

export function similaritySection(inputs: ReportInputs): ReportSection | null {
  const { stored, origin } = inputs;
  if (stored.engines.every((engine) => numbersOf(engine, "similarities").length === 0)) return null;
  const threshold = origin.options["threshold"];
  const marks = typeof threshold === "number" ? [{ value: threshold, label: `threshold ${threshold}` }] : [];
  return {
    id: "similarity",
    title: "Similarity and margin",
    blocks: [
      textBlock(
        `Of every result whose title the reference does not have word for word: the cosine to the nearest reference title, and by how much the next title is farther. ${
          marks.length === 0
            ? "No threshold was set: every result is matched, however far its nearest title is."
            : `Below the threshold ${threshold} a result matches nothing.`
        }${sayPlotted(inputs)}`,
      ),
      histogramOf(inputs, "similarities", {
        id: "similarity-similarities",
        title: "Similarity to the nearest title",
        marks,
      }),
      histogramOf(inputs, "margins", { id: "similarity-margins", title: "Margin to the next title", marks: [] }),
      quartilesOf(inputs),
      tableBlock("similarity-kinds", "How results were matched", {
        columns: [
          ...columns("text", "engine"),
          ...columns("count", "results", "word for word"),
          ...columns("count", "by meaning", "not matched", "without reference"),
        ],
        rows: stored.engines.map((engine) => {
          const { kinds, labels, lists } = engine;
          const count = (kind: number) => kinds.filter((one, row) => one === kind && !Number.isNaN(labels[row])).length;
          const without = labels.filter((label) => Number.isNaN(label)).length;
          return [lists.engine, kinds.length, count(MATCH_EXACT), count(MATCH_SEMANTIC), count(MATCH_NONE), without];
        }),
      }),
    ],
  };
}

interface HistogramOptions {
  readonly id: string;
  readonly title: string;
  readonly marks: readonly { readonly value: number; readonly label: string }[];
}

function histogramOf(
  inputs: ReportInputs,
  column: "similarities" | "margins",
  { id, title, marks }: HistogramOptions,
): ReportPlot {
  const drawn = plottedEngines(inputs);
  const names = inputs.stored.engines.map(({ lists }) => lists.engine);
  const { firstBin, binWidth, counts } = binValues(
    inputs.stored.engines.map((engine) => numbersOf(engine, column)),
    { bins: BINS },
  );
  const series = names.map((name, place) => ({ name, counts: counts[place] ?? [] }));
  return plotBlock(
    id,
    {
      ...{ shape: "histogram", title, firstBin, binWidth, marks },
      description: `Results by ${title.toLowerCase()}, a row an engine; results matched word for word are left out.`,
      axis: { title: column === "similarities" ? "cosine" : "difference of cosines", from: null, to: null },
      series: series.filter(({ name }) => drawn.includes(name)),
    },
    {
      columns: [...columns("number", "from", "to"), ...columns("count", ...names.map((name) => name))],
      rows: (counts[0] ?? []).map((_, bin) => [
        ...[bin, bin + 1].map((edge) => Number((firstBin + edge * binWidth).toPrecision(6))),
        ...series.map((one) => one.counts[bin] ?? 0),
      ]),
    },
  );
}

function quartilesOf(inputs: ReportInputs): ReportTable {
  return tableBlock("similarity-quartiles", "Similarities and margins in numbers", {
    columns: [
      ...columns("text", "engine", "of"),
      ...columns("count", "results"),
      ...columns("measure", "min"),
      ...columns("measure", "25%", "median", "75%", "max"),
    ],
    rows: inputs.stored.engines.flatMap((engine) =>
      (["similarities", "margins"] as const).map((column) => {
        const found = describe(numbersOf(engine, column));
        const name = column === "similarities" ? "similarity" : "margin";
        return [engine.lists.engine, name, found.count, found.min, found["25%"], found["50%"], found["75%"], found.max];
      }),
    ),
  });
}

function numbersOf(engine: ReportEngine, column: "similarities" | "margins"): Float64Array {
  return engine[column].filter((value, row) => !Number.isNaN(value) && engine.kinds[row] !== MATCH_EXACT);
}
