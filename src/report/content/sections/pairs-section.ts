/** On which queries does one engine do better than another, and how often? */
import { at } from "../../../core/at.ts";
import { type BlockPlot, column, plotOf, tableOf, textBlock } from "../../../core/document/blocks.ts";
import { winsTiesLosses } from "../../../maths/significance/paired-tests.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { MOST_PLOTTED, valuesOfEngine } from "../report-measures.ts";
import { linkTo } from "../report-queries.ts";
import { reportSection, type SharedFindings } from "../report-section.ts";
import type { ReportSection } from "../run-report.ts";

/** Rows of a table beyond which it is shown folded. */
const LONG_TABLE = 15;

/** Queries of a table of differences; beyond them only those on which the engines differ most. */
const MOST_ROWS = 1000;

export function pairsSection(inputs: ReportInputs, { comparison, listed }: SharedFindings): ReportSection | null {
  if (comparison === null || comparison.order.length < 2) return null;
  const { measure } = comparison;
  const names = comparison.order.map(({ engine }) => engine);
  const pairs = names.flatMap((one, place) =>
    names.slice(place + 1).map((other) => ({ one, other, shared: sharedQueries(inputs, measure, one, other) })),
  );
  // Of many engines the best against those that come nearest.
  const drawn = names.length <= 4 ? pairs : pairs.filter(({ one }) => one === names[0]).slice(0, MOST_PLOTTED);
  const rows = pairs.map((pair) => ({
    ...pair,
    ...winsTiesLosses(
      pair.shared.map(({ first }) => first),
      pair.shared.map(({ second }) => second),
    ),
  }));
  const columns = [
    column<(typeof rows)[number]>("engine", "text", ({ one }) => one),
    column<(typeof rows)[number]>("against", "text", ({ other }) => other),
    column<(typeof rows)[number]>("won", "count", ({ wins }) => wins),
    column<(typeof rows)[number]>("tied", "count", ({ ties }) => ties),
    column<(typeof rows)[number]>("lost", "count", ({ losses }) => losses),
  ];
  const folded = rows.length > LONG_TABLE;
  return reportSection("pairs", "Engine against engine", [
    textBlock(
      `Each point is a query; on the line both engines have the same ${measure}.` +
        (drawn.length < pairs.length ? ` Drawn are the first engine and the ${drawn.length} that come next.` : ""),
    ),
    ...drawn.map((pair, place) => scatter(inputs, listed, measure, pair, place)),
    tableOf("pairs-wins", `Queries won, tied and lost by ${measure}`, rows, columns, { folded }),
  ]);
}

interface EnginePair {
  readonly one: string;
  readonly other: string;
  readonly shared: readonly SharedQuery[];
}

/** With the values of both engines. */
interface SharedQuery {
  readonly query: number;
  readonly first: number;
  readonly second: number;
}

function sharedQueries({ stored, measures }: ReportInputs, measure: string, one: string, other: string): SharedQuery[] {
  const ofOne = valuesOfEngine(measures, one, measure);
  const ofOther = valuesOfEngine(measures, other, measure);
  return stored.queries.flatMap((_, query) => {
    const [first = Number.NaN, second = Number.NaN] = [ofOne[query], ofOther[query]];
    return Number.isNaN(first) || Number.isNaN(second) ? [] : [{ query, first, second }];
  });
}

function scatter(
  inputs: ReportInputs,
  listed: ReadonlySet<number>,
  measure: string,
  { one, other, shared }: EnginePair,
  place: number,
): BlockPlot {
  const nameOf = (query: number) => at(inputs.stored.queries, query).name;
  const all = shared.toSorted((a, b) => a.first - a.second - (b.first - b.second));
  // Both ends: those that one engine wins, and those that the other one does.
  const sorted = all.length <= MOST_ROWS ? all : [...all.slice(0, MOST_ROWS / 2), ...all.slice(-MOST_ROWS / 2)];
  const block = plotOf(
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
    sorted,
    [
      column("query", "text", ({ query }) => nameOf(query)),
      column(one, "measure", ({ first }) => first),
      column(other, "measure", ({ second }) => second),
      column("difference", "measure", ({ first, second }) => first - second),
    ],
  );
  return { ...block, table: { ...block.table, links: sorted.map(({ query }) => linkTo(query, listed)) } };
}
