/**
 * At which ranks do engines return what the reference does not know?
 */
import { columns, plotBlock, textBlock } from "../../../core/document/blocks.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { plottedEngines, sayPlotted } from "../report-measures.ts";
import type { ReportSection } from "../run-report.ts";

/** Places that are drawn; a table has all. */
const MOST_PLACES = 50;

/** Null where every result is matched. */
export function holesSection(inputs: ReportInputs): ReportSection | null {
  const { summary } = inputs;
  if (summary === null) return null;
  const engines = summary.order.map((name) => ({ name, places: summary.engines[name]?.holes_by_rank ?? [] }));
  if (engines.every(({ places }) => places.every(({ holes }) => holes === 0))) return null;
  const drawn = plottedEngines(inputs);
  const longest = Math.max(0, ...engines.map(({ places }) => places.length));
  const shareOf = (place: { readonly results: number; readonly holes: number } | undefined) =>
    place === undefined || place.results === 0 ? null : place.holes / place.results;
  return {
    id: "holes",
    title: "Holes by rank",
    blocks: [
      textBlock(
        `A hole is a result that is matched to nothing, and so counts 0: wrong, or right and unknown to the reference. Only people can say which.${sayPlotted(inputs)}`,
      ),
      plotBlock(
        "holes-shares",
        {
          ...{ shape: "curves", title: "Share of results without a match", diagonal: false },
          description: "At each position of the lists, the share of results that are matched to no reference title.",
          ...{ x: { title: "position", from: 1, to: null }, y: { title: "share of holes", from: 0, to: 1 } },
          series: engines
            .filter(({ name }) => drawn.includes(name))
            .map(({ name, places }) => ({
              name,
              points: places.slice(0, MOST_PLACES).flatMap((place, rank) => {
                const share = shareOf(place);
                return share === null ? [] : [[rank + 1, share] as const];
              }),
            })),
        },
        {
          columns: [...columns("count", "position"), ...columns("share", ...engines.map(({ name }) => name))],
          rows: Array.from({ length: longest }, (_, rank) => [
            rank + 1,
            ...engines.map(({ places }) => shareOf(places[rank])),
          ]),
        },
      ),
    ],
  };
}
