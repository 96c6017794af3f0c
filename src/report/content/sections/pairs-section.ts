/**
 * On which queries does one engine do better than another, and how often?
 */

import type { ReportPlot } from "../../../core/document/blocks.ts";
import { columns, plotBlock, tableBlock, textBlock } from "../../../core/document/blocks.ts";
import { winsTiesLosses } from "../../../maths/significance/paired-differences.ts";
import type { EngineComparison } from "../compare-engines.ts";
import { listedQueries } from "../listed-queries.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { MOST_PLOTTED, valuesOf } from "../report-measures.ts";
import { linkTo } from "../report-queries.ts";
import type { ReportSection } from "../run-report.ts";

/** Rows of a table beyond which it is shown folded. */
const LONG_TABLE = 15;

/** Queries of a table of differences; beyond them only those on which the engines differ most. */
const MOST_ROWS = 1000;

/** @param listed queries that a link may lead to */
export function pairsSection(
  inputs: ReportInputs,
  comparison: EngineComparison | null,
  listed = listedQueries(inputs),
): ReportSection | null {
  if (comparison === null || comparison.order.length < 2) return null;
  const { measure } = comparison;
  const names = comparison.order.map(({ engine }) => engine);
  const pairs = names.flatMap((one, place) => names.slice(place + 1).map((other) => [one, other] as const));
  // Of many engines the best against those that come nearest.
  const drawn = names.length <= 4 ? pairs : pairs.filter(([one]) => one === names[0]).slice(0, MOST_PLOTTED);
  const rows = pairs.map(([one, other]) => {
    const shared = sharedQueries(inputs, measure, one, other);
    const { wins, ties, losses } = winsTiesLosses(
      shared.map(({ first }) => first),
      shared.map(({ second }) => second),
    );
    return [one, other, wins, ties, losses];
  });
  return {
    id: "pairs",
    title: "Engine against engine",
    blocks: [
      textBlock(
        `Each point is a query; on the line both engines have the same ${measure}.` +
          (drawn.length < pairs.length ? ` Drawn are the first engine and the ${drawn.length} that come next.` : ""),
      ),
      ...drawn.map(([one, other], place) => scatter(inputs, listed, { measure, one, other, place })),
      tableBlock(
        "pairs-wins",
        `Queries won, tied and lost by ${measure}`,
        {
          columns: [
            ...columns("text", "engine", "against"),
            ...columns("count", "won"),
            ...columns("count", "tied", "lost"),
          ],
          rows,
        },
        rows.length > LONG_TABLE,
      ),
    ],
  };
}

interface SharedQuery {
  readonly query: number;
  readonly first: number;
  readonly second: number;
}

/** Those that both engines have a value of. */
function sharedQueries({ stored, measures }: ReportInputs, measure: string, one: string, other: string): SharedQuery[] {
  const [first, second] = [one, other].map((name) =>
    valuesOf(
      measures.find(({ engine }) => engine === name),
      measure,
    ),
  );
  return stored.queries.flatMap((_, query) => {
    const [x = Number.NaN, y = Number.NaN] = [first?.[query], second?.[query]];
    return Number.isNaN(x) || Number.isNaN(y) ? [] : [{ query, first: x, second: y }];
  });
}

interface DrawnPair {
  readonly measure: string;
  readonly one: string;
  readonly other: string;
  readonly place: number;
}

function scatter(
  inputs: ReportInputs,
  listed: ReadonlySet<number>,
  { measure, one, other, place }: DrawnPair,
): ReportPlot {
  const shared = sharedQueries(inputs, measure, one, other);
  const nameOf = (query: number) => inputs.stored.queries[query]?.name ?? "";
  const all = shared.toSorted((a, b) => a.first - a.second - (b.first - b.second));
  // Both ends: those that one engine wins, and those that the other one does.
  const sorted = all.length <= MOST_ROWS ? all : [...all.slice(0, MOST_ROWS / 2), ...all.slice(-MOST_ROWS / 2)];
  return plotBlock(
    `pairs-scatter-${place + 1}`,
    {
      ...{ shape: "scatter", title: `${one} against ${other}`, diagonal: true },
      description: `${measure} of ${shared.length} queries: of ${one} across, of ${other} up. Above the line ${other} is better.`,
      x: { title: `${measure} of ${one}`, from: 0, to: null },
      y: { title: `${measure} of ${other}`, from: 0, to: null },
      points: shared.map(({ query, first, second }) => ({
        ...{ x: first, y: second, name: nameOf(query), target: linkTo(query, listed) },
      })),
    },
    {
      columns: [...columns("text", "query"), ...columns("measure", one, other, "difference")],
      rows: sorted.map(({ query, first, second }) => [nameOf(query), first, second, first - second]),
      links: sorted.map(({ query }) => linkTo(query, listed)),
    },
  );
}
