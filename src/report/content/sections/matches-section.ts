/** Which ranks of the reference do results match, and how long are its lists? */
import { type Block, column, plotOf, textBlock } from "../../../core/document/blocks.ts";
import { rowsOfQuery } from "../../../lists/group-results.ts";
import { countValues } from "../../../maths/agreement/coefficients.ts";
import { describe } from "../../../maths/summary.ts";
import type { ReportInputs, ReportReference } from "../report-inputs.ts";
import { plottedEngines, sayPlotted } from "../report-measures.ts";
import { reportSection } from "../report-section.ts";
import type { ReportSection } from "../run-report.ts";

/** Bars that fit side by side; longer tails are counted in wider bins. */
const MOST_BINS = 50;

export function matchesSection(inputs: ReportInputs): ReportSection | null {
  const { engines, reference, queries } = inputs.stored;
  const matched = engines.map(({ referenceRanks }) => referenceRanks.filter((rank) => rank >= 0));
  const bins = binsOf(Math.max(0, ...matched.map(afterLargest)));
  if (bins.names.length === 0) return null;
  const series = engines.map(({ lists }, place) => ({ name: lists.engine, counts: bins.count(matched[place] ?? []) }));
  const drawn = plottedEngines(inputs);
  return reportSection("matches", "What results are matched to", [
    textBlock(
      `A result has the label of the rank that it is matched to. Many matches at rank 0 mean high labels.${sayPlotted(inputs)}`,
    ),
    plotOf(
      "matches-ranks",
      {
        ...{ shape: "histogram", title: "Matched reference ranks", ...bins.scale, marks: [] },
        description: "Results by the rank of the reference title that they are matched to; 0 is the top.",
        axis: { title: "rank in the reference", from: null, to: null },
        series: series.filter(({ name }) => drawn.includes(name)),
      },
      bins.names,
      [
        column("ranks", "text", (name) => name),
        ...series.map(({ name, counts }) => column<string>(name, "count", (_, bin) => counts[bin])),
      ],
    ),
    reference && lengthBlocks(reference, queries.length),
  ]);
}

function lengthBlocks({ lists }: ReportReference, queries: number): Block[] {
  const lengths = Int32Array.from({ length: queries }, (_, query) => rowsOfQuery(lists, query).length);
  const bins = binsOf(afterLargest(lengths));
  const counts = bins.count(lengths);
  return [
    plotOf(
      "matches-lengths",
      {
        ...{ shape: "histogram", title: "Lengths of the reference's lists", ...bins.scale, marks: [] },
        description: "Queries by the number of results that the reference has for them; 0: without reference.",
        axis: { title: "results of the reference", from: null, to: null },
        series: [{ name: lists.engine, counts }],
      },
      bins.names,
      [column("results", "text", (name) => name), column("queries", "count", (_, bin) => counts[bin])],
    ),
    textBlock(sayLengths(lengths)),
  ];
}

/** The largest value + 1; 0 for none. */
function afterLargest(values: Int32Array): number {
  return values.reduce((largest, value) => Math.max(largest, value + 1), 0);
}

/** Bins over 0, 1, … , `values` - 1, so wide that they fit. */
function binsOf(values: number) {
  const width = Math.max(1, Math.ceil(values / MOST_BINS));
  const names = Array.from({ length: Math.ceil(values / width) }, (_, bin) =>
    width === 1 ? String(bin) : `${bin * width} to ${(bin + 1) * width - 1}`,
  );
  return {
    names,
    /** A bar stands over its whole number, not beside it. */
    scale: { firstBin: width === 1 ? -0.5 : 0, binWidth: width },
    count: (numbers: ArrayLike<number>) => {
      const counts = countValues(Int32Array.from(numbers, (value) => Math.floor(value / width)));
      return names.map((_, bin) => counts[bin] ?? 0);
    },
  };
}

function sayLengths(lengths: Int32Array): string {
  const answered = lengths.filter((length) => length > 0);
  const { mean, min, max } = describe(Float64Array.from(answered));
  const without = lengths.length - answered.length;
  return `The reference answers ${answered.length} of ${lengths.length} queries, with ${min ?? 0} to ${max ?? 0} results, ${mean === null ? "none" : mean.toFixed(1)} in the mean.${
    without > 0 ? ` The other ${without} cannot be measured.` : ""
  }`;
}
