/** At which ranks do engines return what the reference does not know? */
import { column, plotOf, textBlock } from "../../../core/document/blocks.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { plottedEngines, sayPlotted } from "../report-measures.ts";
import { reportSection } from "../report-section.ts";
import type { ReportSection } from "../run-report.ts";

/** Places that are drawn; a table has all. */
const MOST_PLACES = 50;

/** Null where every result is matched. */
export function holesSection(inputs: ReportInputs): ReportSection | null {
  const { summary } = inputs;
  const engines = (summary?.order ?? []).map((name) => {
    const places = summary?.engines[name]?.holes_by_rank ?? [];
    return { name, shares: places.map(({ holes, results }) => (results === 0 ? null : holes / results)) };
  });
  if (engines.every(({ shares }) => shares.every((share) => !share))) return null;
  const drawn = plottedEngines(inputs);
  const longest = Math.max(...engines.map(({ shares }) => shares.length));
  return reportSection("holes", "Holes by rank", [
    textBlock(
      `A hole is a result that is matched to nothing, and so counts 0: wrong, or right and unknown to the reference. Only people can say which.${sayPlotted(inputs)}`,
    ),
    plotOf(
      "holes-shares",
      {
        ...{ shape: "curves", title: "Share of results without a match", diagonal: false },
        description: "At each position of the lists, the share of results that are matched to no reference title.",
        ...{ x: { title: "position", from: 1, to: null }, y: { title: "share of holes", from: 0, to: 1 } },
        series: engines
          .filter(({ name }) => drawn.includes(name))
          .map(({ name, shares }) => ({
            name,
            points: shares
              .slice(0, MOST_PLACES)
              .flatMap((share, rank) => (share === null ? [] : [[rank + 1, share] as const])),
          })),
      },
      [...Array(longest).keys()],
      [
        column("position", "count", (rank) => rank + 1),
        ...engines.map(({ name, shares }) => column<number>(name, "share", (rank) => shares[rank])),
      ],
    ),
  ]);
}
