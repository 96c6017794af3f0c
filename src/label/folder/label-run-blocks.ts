/** Tables for people: means side by side, statistics per engine as in pandas' describe(), and histograms. */
import { type Block, blocksOf, cellTable, noteBlock, textBlock } from "../../core/document/blocks.ts";
import { counted, sayGroup, sayNames, textsOf } from "../../core/text/wording.ts";
import { type Description, type MeasureName, measureNames } from "../../core/types.ts";
import { FEWEST_ENGINES } from "../../maths/correlation/rank-correlation.ts";
import { sumOf } from "../../maths/summary.ts";
import type { EngineMeans, EngineSummary, LabelSummary } from "./label-summary.ts";
import { biasMeasures, type OrderByReference, type OrdersByReference, type ReferenceBias } from "./reference-bias.ts";

const statistics = ["count", "mean", "std", "min", "25%", "50%", "75%", "max"] as const;

export function labelRunBlocks(summary: LabelSummary): Block[] {
  const engines = enginesInOrder(summary);
  const { references, order } = summary;
  return blocksOf(
    headline(summary, engines),
    meansTable(engines),
    engines.map(([name, engine]) => describeTable(engine, name)),
    matchedRanksTable(engines),
    listLengthsTable(summary),
    references !== undefined && referenceBiasBlocks(references, order),
    segmentTables(summary),
    holeTable(engines),
    oneToOneTable(engines),
    vetoTable(engines),
  );
}

/** Returns one row per engine and measure with full precision, for CSV and TSV. */
export function describeRows(summary: LabelSummary): string[][] {
  const rows = enginesInOrder(summary).flatMap(([name, engine]) =>
    measureNames.map((measure) => [
      name,
      measure,
      ...statistics.map((statistic) => String(engine[measure][statistic] ?? "")),
    ]),
  );
  return [["engine", "measure", ...statistics], ...rows];
}

function headline({ reference, references, queries, label, model }: LabelSummary, engines: EnginesInOrder): Block[] {
  const candidates = engines.map(([name, { rows }]) => `${name} (${counted(rows, "result")})`);
  return blocksOf(
    textBlock(
      `${counted(queries, "query", "queries")}. Reference ${reference.engine}: ${reference.rows} results for ` +
        `${reference.queries} of them. Candidates: ${candidates.join(", ")}.`,
    ),
    noteBlock(`Labels: ${label}; titles matched by ${model}.`),
    references !== undefined &&
      noteBlock(
        `${reference.engine} is one list fused from ${references.engines.length} references by ${references.fusion}.`,
      ),
  );
}

function engineTable(
  caption: string,
  corner: string,
  engines: EnginesInOrder,
  rows: readonly (readonly [name: string, cellOf: (engine: EngineSummary) => string])[],
): Block {
  const header = [corner, ...engines.map(([name]) => name)];
  const cells = rows.map(([name, cellOf]) => [name, ...engines.map(([, engine]) => cellOf(engine))]);
  return cellTable(caption, header, cells);
}

function measureRows(cellOf: (engine: EngineSummary, measure: MeasureName) => string) {
  return measureNames.map((measure) => [measure, (engine: EngineSummary) => cellOf(engine, measure)] as const);
}

function meansTable(engines: EnginesInOrder): Block {
  const cell = ({ mean, std, count }: Description) =>
    mean === null ? `- (-, ${count})` : `${mean.toFixed(4)} (${std === null ? "-" : std.toFixed(4)}, ${count})`;
  const unmeasurable = engines.flatMap(([, engine]) => Object.keys(engine.unmeasurable));
  const countOf = (reason: string) => (engine: EngineSummary) =>
    String(Object.entries(engine.unmeasurable).find(([name]) => name === reason)?.[1] ?? 0);
  return engineTable("Means over queries (deviation, queries measured)", "measure", engines, [
    ...measureRows((engine, measure) => cell(engine[measure])),
    ["ndcg_reference above 1", (engine) => String(engine.above_one)],
    ...[...new Set(unmeasurable)].sort().map((reason) => [`unmeasurable: ${reason}`, countOf(reason)] as const),
  ]);
}

function segmentTables({ segments, weighted, order }: LabelSummary): Block[] {
  const meansOf = (caption: string, means: EngineMeans) =>
    cellTable(
      caption,
      ["measure", ...order],
      measureNames.map((measure) => [
        measure,
        ...order.map((engine) => {
          const { mean = null, count = 0 } = means[engine]?.[measure] ?? {};
          return `${mean === null ? "-" : mean.toFixed(4)} (${count})`;
        }),
      ]),
    );
  return blocksOf(
    weighted !== undefined && meansOf(`Means weighted by ${weighted.column} (queries)`, weighted.engines),
    (segments?.groups ?? []).map(({ segment, queries, engines }) =>
      meansOf(`Means where ${sayGroup(segments?.column, segment)}: ${counted(queries, "query", "queries")}`, engines),
    ),
  );
}

function describeTable(engine: EngineSummary, name: string): Block {
  return cellTable(
    name,
    ["measure", ...statistics],
    measureNames.map((measure) => [
      measure,
      ...statistics.map((statistic) => {
        const value = engine[measure][statistic];
        return value === null ? "NaN" : statistic === "count" ? String(value) : value.toFixed(4);
      }),
    ]),
    { beside: true },
  );
}

/** First and last rank of each range. Ranges are wider for larger ranks, because fewer results have such ranks. */
const rankRanges = [
  [0, 0],
  [1, 1],
  [2, 2],
  [3, 4],
  [5, 9],
  [10, 19],
  [20, 49],
  [50, Number.POSITIVE_INFINITY],
] as const;

function matchedRanksTable(engines: EnginesInOrder): Block {
  const counts = engines.map(([, engine]) =>
    rankRanges.map((range) => sumRange(engine.matched_reference_ranks, range)),
  );
  const used = rankRanges.filter((_, place) => counts.some((engine) => (engine[place] ?? 0) > 0));
  return cellTable(
    "Number of results by rank of the matched reference title (0 is the top)",
    ["rank", ...engines.flatMap(([name]) => [name, ""])],
    used.map((range) => {
      const place = rankRanges.indexOf(range);
      return [
        rangeName(range),
        ...counts.flatMap((engine) => [String(engine[place]), bar(engine[place] ?? 0, Math.max(...engine))]),
      ];
    }),
  );
}

function listLengthsTable(summary: LabelSummary): Block {
  const counts = summary.reference.list_length_counts;
  const step = Math.max(1, Math.ceil((counts.length - 1) / 10));
  const ranges: [number, number][] = [[0, 0]];
  for (let first = 1; first < counts.length; first += step) ranges.push([first, first + step - 1]);
  const sums = ranges.map((range) => sumRange(counts, range));
  const rows = ranges.map((range, place) => [
    rangeName(range),
    String(sums[place]),
    bar(sums[place] ?? 0, Math.max(...sums)),
  ]);
  return cellTable(
    "Number of queries by length of the reference's list",
    ["results", "queries", ""],
    rows.filter(([, count]) => count !== "0"),
  );
}

function holeTable(engines: EnginesInOrder): Block | null {
  if (engines.every(([, engine]) => engine.holes_by_rank.every(({ holes }) => holes === 0))) return null;
  const share = (engine: EngineSummary, first: number, last: number) => {
    const places = engine.holes_by_rank.slice(first, last + 1);
    const results = sumOf(places.map((place) => place.results));
    const holes = sumOf(places.map((place) => place.holes));
    return results === 0 ? "-" : `${((100 * holes) / results).toFixed(1)} % of ${results}`;
  };
  const rows = rankRanges
    .map(([first, last]) => [
      rangeName([first + 1, last + 1]),
      ...engines.map(([, engine]) => share(engine, first, last)),
    ])
    .filter(([, ...cells]) => cells.some((cell) => cell !== "-"));
  const header = ["position", ...engines.map(([name]) => name)];
  return cellTable("Results without a match, by position (1 is the top)", header, rows);
}

function oneToOneTable(engines: EnginesInOrder): Block | null {
  if (engines.every(([, engine]) => engine.one_to_one === undefined)) return null;
  const rows = measureRows(({ one_to_one: found }, measure) => {
    const { nearest = null, change = null } = found?.[measure] ?? {};
    return changeCell(nearest, change);
  });
  return engineTable(
    "Each reference title used once: mean with nearest matching, and the change",
    "mean",
    engines,
    rows,
  );
}

function vetoTable(engines: EnginesInOrder): Block | null {
  if (engines.every(([, { veto }]) => veto === undefined)) return null;
  const columns = [...new Set(engines.flatMap(([, { veto }]) => veto?.columns ?? []))];
  const countCell = (count: number | undefined) => (count === undefined ? "-" : String(count));
  return engineTable(`Veto by ${columns.join(", ")}: mean without it, and the change`, "", engines, [
    ["matches refused", ({ veto }) => countCell(veto?.refused)],
    ["matched to another title", ({ veto }) => countCell(veto?.moved)],
    ["lost their match", ({ veto }) => countCell(veto?.unmatched)],
    ...measureRows(({ veto }, measure) =>
      changeCell(veto?.measures[measure].without ?? null, veto?.measures[measure].change ?? null),
    ),
  ]);
}

function changeCell(before: number | null, change: number | null): string {
  if (before === null || change === null) return "-";
  return `${before.toFixed(4)} ${change < 0 ? "-" : "+"} ${Math.abs(change).toFixed(4)}`;
}

function sumRange(counts: readonly number[], [first, last]: readonly [number, number]): number {
  return counts.reduce((sum, count, place) => sum + (place >= first && place <= last ? count : 0), 0);
}

function rangeName([first, last]: readonly [number, number]): string {
  if (last === Number.POSITIVE_INFINITY) return `${first}+`;
  return first === last ? String(first) : `${first}-${last}`;
}

/** Returns a bar, padded with spaces so that bars in right-aligned cells start in the same column. */
function bar(count: number, largest: number): string {
  const length = 16;
  const eighths = largest === 0 ? 0 : Math.round((count / largest) * length * 8);
  const text = "█".repeat(Math.floor(eighths / 8)) + ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
  return text.padEnd(length);
}

type EnginesInOrder = readonly (readonly [name: string, engine: EngineSummary])[];

function enginesInOrder({ engines, order }: LabelSummary): EnginesInOrder {
  return order.flatMap((name): [string, EngineSummary][] => {
    const engine = engines[name];
    return engine === undefined ? [] : [[name, engine]];
  });
}

export function referenceBiasBlocks(bias: ReferenceBias, order: readonly string[]): Block[] {
  return biasMeasures.flatMap((measure, place) => {
    const columns = columnsOf(bias, bias.measures[measure]);
    const isLast = place === biasMeasures.length - 1;
    const notes = [...winnerNotes(columns, order), ...(isLast ? generalNotes(bias, order) : [])];
    return [
      cellTable(
        `Mean ${measure} by reference (place of the engine)`,
        ["engine", ...columns.map(({ name }) => name)],
        [
          ...order.map((engine) => [engine, ...columns.map((column) => cellOf(column.order, engine))]),
          ["queries", ...columns.map((column) => queriesOf(column.order))],
          ["tau-b with fused", ...columns.map(({ order: { tau_b } }) => (tau_b === null ? "-" : tau_b.toFixed(2)))],
        ],
      ),
      ...notes.map(noteBlock),
    ];
  });
}

function columnsOf({ engines }: ReferenceBias, { fused, alone, without }: OrdersByReference) {
  const named = (orders: OrdersByReference["alone"], nameOf: (engine: string) => string) =>
    engines.flatMap((engine) => {
      const order = orders[engine];
      return order === undefined ? [] : [{ name: nameOf(engine), order }];
    });
  return [
    { name: "fused", order: fused },
    ...named(alone, (engine) => `${engine} alone`),
    ...named(without ?? {}, (engine) => `without ${engine}`),
  ];
}

function cellOf({ engines }: OrderByReference, engine: string): string {
  const { mean = null, place = null } = engines[engine] ?? {};
  return mean === null ? "-" : `${mean.toFixed(4)} (${place})`;
}

function queriesOf({ engines }: OrderByReference): string {
  const counts = [...new Set(Object.values(engines).map(({ count }) => count))];
  return counts.length === 1 ? String(counts[0]) : `${Math.min(...counts)}-${Math.max(...counts)}`;
}

function winnerNotes(columns: ReturnType<typeof columnsOf>, order: readonly string[]): string[] {
  const changed = columns.filter((column) => column.order.winner_changes);
  if (changed.length === 0 || order.length < 2) return [];
  const lines = [...columns.slice(0, 1), ...changed].map(({ name, order: { engines } }) => {
    const winners = order.filter((engine) => engines[engine]?.place === 1);
    return `${name}: ${winners.length === 0 ? "no engine" : winners.join(" and ")}`;
  });
  return [`The first place changes. ${lines.join("; ")}.`];
}

export function sayAlsoReferences(engines: readonly string[]): string {
  return engines.length === 1
    ? `${engines[0]}: also a reference, so it is compared with itself. Use the columns without it.`
    : `${sayNames(engines)}: also references, so they are compared with themselves. Use the columns without them.`;
}

function generalNotes({ also_candidates: both }: ReferenceBias, order: readonly string[]): string[] {
  return textsOf(
    both.length > 0 && sayAlsoReferences(both),
    order.length < FEWEST_ENGINES &&
      `Kendall's tau-b means little for fewer than ${FEWEST_ENGINES} engines (here: ${order.length}).`,
  );
}
