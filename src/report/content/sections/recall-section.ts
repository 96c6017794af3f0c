/** How does precision fall as more of the reference's best titles are found? */
import { at } from "../../../core/at.ts";
import { column, plotOf, textBlock } from "../../../core/document/blocks.ts";
import { counted } from "../../../core/text/wording.ts";
import { pointLabels } from "../../../lists/group-judgments.ts";
import { rowsOfQuery } from "../../../lists/group-results.ts";
import { elevenRecalls, interpolatePrecision, precisionRecallCurve } from "../../../measure/measures/run-curves.ts";
import { isMatched } from "../labelled-rows.ts";
import type { ReportEngine, ReportInputs, ReportReference } from "../report-inputs.ts";
import { isCalibrated, plottedEngines, sayPlotted } from "../report-measures.ts";
import { reportSection } from "../report-section.ts";
import type { ReportSection } from "../run-report.ts";

/** The reference's best titles of a query are to be found. */
const BEST = 10;

export function recallSection(inputs: ReportInputs): ReportSection | null {
  const { engines, reference, queries } = inputs.stored;
  if (reference === null || isCalibrated(inputs)) return null;
  const curves = engines.map((engine) => averageCurve(engine, reference, queries.length));
  const answered = curves[0]?.answered ?? 0;
  if (answered === 0) return null;
  const drawn = plottedEngines(inputs);
  return reportSection("recall", "Precision and recall of the reference's best titles", [
    textBlock(
      `Relevant here: the reference titles whose label is that of its best ${BEST} or more. A result counts where it is matched to one of them for the first time in its list; what is matched to others, to none, or again, counts as not relevant. ` +
        `Precision at a recall is the largest at this recall or beyond, and its mean is over ${counted(answered, "query", "queries")} with such titles; it is not that of exact titles in the tables above.${sayPlotted(inputs)}`,
    ),
    plotOf(
      "recall-curves",
      {
        ...{ shape: "curves", title: "Precision by recall", diagonal: false },
        description: "Mean interpolated precision of each engine at recall 0, 0.1 … 1.",
        ...{ x: { title: "recall", from: 0, to: 1 }, y: { title: "precision", from: 0, to: 1 } },
        series: curves
          .filter(({ name }) => drawn.includes(name))
          .map(({ name, average }) => ({
            name,
            points: elevenRecalls.map((recall, step) => [recall, at(average, step)] as const),
          })),
      },
      curves,
      [
        column("engine", "text", ({ name }) => name),
        ...elevenRecalls.map((recall, step) =>
          column<(typeof curves)[number]>(String(recall), "measure", ({ average }) => average[step]),
        ),
      ],
    ),
  ]);
}

function averageCurve(engine: ReportEngine, reference: ReportReference, queries: number) {
  const sums = new Float64Array(elevenRecalls.length);
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
      sums[step] = at(sums, step) + precision;
    });
  }
  return { name: engine.lists.engine, answered, average: sums.map((sum) => sum / answered) };
}
