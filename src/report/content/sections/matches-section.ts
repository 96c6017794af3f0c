/**
 * Which ranks of the reference do results match, and how long are its lists?
 */

import { columns, plotBlock, textBlock } from "../../../core/document/blocks.ts";
import { rowsOfQuery } from "../../../lists/group-results.ts";
import { countValues } from "../../../maths/agreement/count-values.ts";
import { describe } from "../../../maths/summary/quantiles.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { plottedEngines, sayPlotted } from "../report-measures.ts";
import type { ReportSection } from "../run-report.ts";

/** Bars that fit side by side; longer tails are counted in wider bins. */
const MOST_BINS = 50;

export function matchesSection(inputs: ReportInputs): ReportSection | null {
  const { engines, reference, queries } = inputs.stored;
  const matched = engines.map(({ lists, referenceRanks }) => ({
    name: lists.engine,
    ranks: referenceRanks.filter((rank) => rank >= 0),
  }));
  const drawn = plottedEngines(inputs);
  const longest = Math.max(
    0,
    ...matched.map(({ ranks }) => ranks.reduce((largest, rank) => Math.max(largest, rank + 1), 0)),
  );
  if (longest === 0) return null;
  const lengths = Int32Array.from(reference === null ? [] : queries, (_, query) =>
    reference === null ? 0 : rowsOfQuery(reference.lists, query).length,
  );
  const ofRanks = binsOf(longest);
  const ofLengths = binsOf(lengths.reduce((longest, length) => Math.max(longest, length), 0) + 1);
  return {
    id: "matches",
    title: "What results are matched to",
    blocks: [
      textBlock(
        `A result has the label of the rank that it is matched to. Many matches at rank 0 mean high labels.${sayPlotted(inputs)}`,
      ),
      plotBlock(
        "matches-ranks",
        {
          ...{ shape: "histogram", title: "Matched reference ranks", ...ofRanks.scale, marks: [] },
          description: "Results by the rank of the reference title that they are matched to; 0 is the top.",
          axis: { title: "rank in the reference", from: null, to: null },
          series: matched
            .filter(({ name }) => drawn.includes(name))
            .map(({ name, ranks }) => ({ name, counts: ofRanks.count(ranks) })),
        },
        {
          columns: [...columns("text", "ranks"), ...columns("count", ...matched.map(({ name }) => name))],
          rows: ofRanks.rows(matched.map(({ ranks }) => ranks)),
        },
      ),
      ...(reference === null
        ? []
        : [
            plotBlock(
              "matches-lengths",
              {
                ...{ shape: "histogram", title: "Lengths of the reference's lists", ...ofLengths.scale, marks: [] },
                description: "Queries by the number of results that the reference has for them; 0: without reference.",
                axis: { title: "results of the reference", from: null, to: null },
                series: [{ name: reference.lists.engine, counts: ofLengths.count(lengths) }],
              },
              {
                columns: [...columns("text", "results"), ...columns("count", "queries")],
                rows: ofLengths.rows([lengths]),
              },
            ),
            textBlock(sayLengths(lengths)),
          ]),
    ],
  };
}

/** Bins over 0, 1, … , `values` - 1, so wide that they fit. */
function binsOf(values: number) {
  const width = Math.max(1, Math.ceil(values / MOST_BINS));
  const bins = Math.ceil(values / width);
  const count = (numbers: Int32Array) => {
    const counts = countValues(numbers.map((value) => Math.floor(value / width)));
    return Array.from({ length: bins }, (_, bin) => counts[bin] ?? 0);
  };
  const nameOf = (bin: number) => (width === 1 ? String(bin) : `${bin * width} to ${(bin + 1) * width - 1}`);
  return {
    /** A bar stands over its whole number, not beside it. */
    scale: { firstBin: width === 1 ? -0.5 : 0, binWidth: width },
    count,
    rows: (series: readonly Int32Array[]) => {
      const counts = series.map(count);
      return Array.from({ length: bins }, (_, bin) => [nameOf(bin), ...counts.map((one) => one[bin] ?? 0)]);
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
