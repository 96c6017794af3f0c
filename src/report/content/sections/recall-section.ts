/**
 * How does precision fall as more of the reference's best titles are found?
 */

import { columns, plotBlock, textBlock } from "../../../core/document/blocks.ts";
import { counted } from "../../../core/text/wording.ts";
import { rowsOfQuery } from "../../../lists/group-results.ts";
import { pointLabels } from "../../../lists/point-labels.ts";
import { elevenRecalls, interpolatePrecision, precisionRecallCurve } from "../../../measure/measures/run-curves.ts";
import { isMatched } from "../labelled-rows.ts";
import type { ReportEngine, ReportInputs, ReportReference } from "../report-inputs.ts";
import { isCalibrated, plottedEngines, sayPlotted } from "../report-measures.ts";
import type { ReportSection } from "../run-report.ts";

/** The reference's best titles of a query are to be found. */
const BEST = 10;

export function recallSection(inputs: ReportInputs): ReportSection | null {
  const { stored } = inputs;
  const { reference } = stored;
  if (reference === null || isCalibrated(inputs)) return null;
  const curves = stored.engines.map((engine) => ({
    name: engine.lists.engine,
    ...averageCurve(engine, reference, stored.queries.length),
  }));
  const queries = curves[0]?.queries ?? 0;
  if (queries === 0) return null;
  const drawn = plottedEngines(inputs);
  return {
    id: "recall",
    title: "Precision and recall of the reference's best titles",
    blocks: [
      textBlock(
        `Relevant here: the reference titles whose label is that of its best ${BEST} or more. A result counts where it is matched to one of them for the first time in its list; what is matched to others, to none, or again, counts as not relevant. ` +
          `Precision at a recall is the largest at this recall or beyond, and its mean is over ${counted(queries, "query", "queries")} with such titles; it is not that of exact titles in the tables above.${sayPlotted(inputs)}`,
      ),
      plotBlock(
        "recall-curves",
        {
          ...{ shape: "curves", title: "Precision by recall", diagonal: false },
          description: "Mean interpolated precision of each engine at recall 0, 0.1 … 1.",
          ...{ x: { title: "recall", from: 0, to: 1 }, y: { title: "precision", from: 0, to: 1 } },
          series: curves
            .filter(({ name }) => drawn.includes(name))
            .map(({ name, average }) => ({
              name,
              points: average.map((precision, step) => [elevenRecalls[step] ?? 0, precision] as const),
            })),
        },
        {
          columns: [
            ...columns("text", "engine"),
            ...columns("measure", ...elevenRecalls.map((recall) => String(recall))),
          ],
          rows: curves.map(({ name, average }) => [name, ...average]),
        },
      ),
    ],
  };
}

function averageCurve(engine: ReportEngine, reference: ReportReference, queries: number) {
  const sums = elevenRecalls.map(() => 0);
  let answered = 0;
  for (let query = 0; query < queries; query++) {
    const labels = pointLabels(reference, query).sort().reverse();
    const level = labels[Math.min(BEST, labels.length) - 1] ?? 0;
    const relevant = labels.filter((label) => label >= level && label > 0).length;
    if (relevant === 0) continue;
    answered++;
    const seen = new Set<number>();
    const found = Float64Array.from(rowsOfQuery(engine.lists, query), (row) => {
      const rank = engine.referenceRanks[row] ?? -1;
      const label = engine.labels[row] ?? 0;
      if (!isMatched(engine, row) || label < level || label <= 0 || seen.has(rank)) return 0;
      seen.add(rank);
      return 1;
    });
    const list = {
      ...{ labels: found, judgedLabels: new Float64Array(relevant).fill(1) },
      ...{ scores: found, documents: new Int32Array(found.length) },
    };
    interpolatePrecision(precisionRecallCurve(list, 1), elevenRecalls).forEach((precision, step) => {
      sums[step] = (sums[step] ?? 0) + precision;
    });
  }
  return { queries: answered, average: sums.map((sum) => sum / answered) };
}
