/** How near are results to the reference titles that gave their labels, and how clearly? */
import { type Block, column, plotOf, tableOf, textBlock } from "../../../core/document/blocks.ts";
import type { PlotMark } from "../../../core/document/plot.ts";
import { MATCH_EXACT, MATCH_NONE, MATCH_SEMANTIC } from "../../../core/types.ts";
import { describe } from "../../../maths/summary.ts";
import { binValues } from "../../plots/render-histogram.ts";
import type { ReportEngine, ReportInputs } from "../report-inputs.ts";
import { plottedEngines, sayPlotted } from "../report-measures.ts";
import { reportSection } from "../report-section.ts";
import type { ReportSection } from "../run-report.ts";

const BINS = 40;

export function similaritySection(inputs: ReportInputs): ReportSection | null {
  const { engines } = inputs.stored;
  if (engines.every((engine) => numbersOf(engine, "similarities").length === 0)) return null;
  const threshold = inputs.origin.options["threshold"];
  const marks = typeof threshold === "number" ? [{ value: threshold, label: `threshold ${threshold}` }] : [];
  const quartiles = engines.flatMap((engine) =>
    (["similarities", "margins"] as const).map((column) => ({
      engine: engine.lists.engine,
      of: column === "similarities" ? "similarity" : "margin",
      ...describe(numbersOf(engine, column)),
    })),
  );
  const countOf = ({ kinds, labels }: ReportEngine, kind: number) =>
    kinds.filter((one, row) => one === kind && !Number.isNaN(labels[row])).length;
  return reportSection("similarity", "Similarity and margin", [
    textBlock(
      `Of every result whose title the reference does not have word for word: the cosine to the nearest reference title, and by how much the next title is farther. ${
        marks.length === 0
          ? "No threshold was set: every result is matched, however far its nearest title is."
          : `Below the threshold ${threshold} a result matches nothing.`
      }${sayPlotted(inputs)}`,
    ),
    histogramOf(inputs, "similarities", "Similarity to the nearest title", marks),
    histogramOf(inputs, "margins", "Margin to the next title", []),
    tableOf("similarity-quartiles", "Similarities and margins in numbers", quartiles, [
      column("engine", "text", ({ engine }) => engine),
      column("of", "text", ({ of }) => of),
      column("results", "count", ({ count }) => count),
      column("min", "measure", ({ min }) => min),
      column("25%", "measure", (found) => found["25%"]),
      column("median", "measure", (found) => found["50%"]),
      column("75%", "measure", (found) => found["75%"]),
      column("max", "measure", ({ max }) => max),
    ]),
    tableOf("similarity-kinds", "How results were matched", engines, [
      column("engine", "text", ({ lists }) => lists.engine),
      column("results", "count", ({ kinds }) => kinds.length),
      column("word for word", "count", (engine) => countOf(engine, MATCH_EXACT)),
      column("by meaning", "count", (engine) => countOf(engine, MATCH_SEMANTIC)),
      column("not matched", "count", (engine) => countOf(engine, MATCH_NONE)),
      column("without reference", "count", ({ labels }) => labels.filter(Number.isNaN).length),
    ]),
  ]);
}

function histogramOf(
  inputs: ReportInputs,
  of: "similarities" | "margins",
  title: string,
  marks: readonly PlotMark[],
): Block {
  const { engines } = inputs.stored;
  const drawn = plottedEngines(inputs);
  const values = engines.map((engine) => numbersOf(engine, of));
  const { firstBin, binWidth, counts } = binValues(values, BINS);
  const series = engines.map(({ lists }, place) => ({ name: lists.engine, counts: counts[place] ?? [] }));
  const edge = (bin: number) => Number((firstBin + bin * binWidth).toPrecision(6));
  return plotOf(
    `similarity-${of}`,
    {
      ...{ shape: "histogram", title, firstBin, binWidth, marks },
      description: `Results by ${title.toLowerCase()}, a row an engine; results matched word for word are left out.`,
      axis: { title: of === "similarities" ? "cosine" : "difference of cosines", from: null, to: null },
      series: series.filter(({ name }) => drawn.includes(name)),
    },
    counts[0] ?? [],
    [
      column("from", "number", (_, bin) => edge(bin)),
      column("to", "number", (_, bin) => edge(bin + 1)),
      ...series.map((one) => column<number>(one.name, "count", (_, bin) => one.counts[bin])),
    ],
  );
}

/** Of results that are not matched word for word. */
function numbersOf(engine: ReportEngine, column: "similarities" | "margins"): Float64Array {
  return engine[column].filter((value, row) => !Number.isNaN(value) && engine.kinds[row] !== MATCH_EXACT);
}
