/**
 * What does a user see of a run of `label`?
 * Tables of the summary: means side by side, a description an engine as pandas prints it, and the histograms.
 */

import { renderBlocks } from "../../core/text/render-blocks.ts";
import { placeBlocks, renderMarkdownTable, renderTable, type TextTable } from "../../core/text/render-table.ts";
import { counted } from "../../core/text/wording.ts";
import { type Description, measureNames } from "../../core/types.ts";
import type { EngineMeans } from "./label-segments.ts";
import type { EngineSummary, LabelSummary } from "./label-summary.ts";
import { type BiasSection, renderReferenceBias } from "./render-reference-bias.ts";

const statistics = ["count", "mean", "std", "min", "25%", "50%", "75%", "max"] as const;

/** All of it for a terminal of `width` columns. */
export function renderLabelRun(summary: LabelSummary, width: number): string {
  const engines = enginesInOrder(summary);
  const blocks = engines.map(([name, engine]) => [name, ...renderTable(describeTable(engine, "measure"), width)]);
  const sections = [
    headline(summary),
    ["Means over queries (deviation, queries measured)", ...renderTable(meansTable(summary), width)],
    placeBlocks(blocks, width),
    ["Rank of the matched reference title (0 is the top): results", ...renderTable(matchedRanksTable(summary), width)],
    ["Length of the reference's lists: queries", ...renderTable(listLengthsTable(summary), width)],
    ...biasSections(summary).map(({ heading, table, notes }) => [heading, ...renderTable(table, width), ...notes]),
    ...segmentSections(summary, width),
    ...holeSection(engines, width),
    ...oneToOneSection(engines, width),
    ...vetoSection(engines, width),
  ];
  return renderBlocks(sections);
}

/** The same numbers for a pull request. */
export function renderLabelRunAsMarkdown(summary: LabelSummary): string {
  const engines = enginesInOrder(summary);
  const sections = [
    headline(summary),
    renderMarkdownTable(meansTable(summary)),
    ...engines.map(([name, engine]) => renderMarkdownTable(describeTable(engine, name))),
    ...biasSections(summary).map(({ heading, table, notes }) => [
      ...[heading, "", ...renderMarkdownTable(table)],
      ...notes.flatMap((note) => ["", note]),
    ]),
    ...segmentTables(summary).map(({ heading, table }) => [heading, "", ...renderMarkdownTable(table)]),
  ];
  return renderBlocks(sections);
}

/** One row an engine and measure, full precision, for CSV and TSV. */
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

function headline(summary: LabelSummary): string[] {
  const { reference, references, queries, label, model } = summary;
  const engines = enginesInOrder(summary).map(([name, { rows }]) => `${name} (${counted(rows, "result")})`);
  return [
    `${queries} ${queries === 1 ? "query" : "queries"}. Reference ${reference.engine}: ${reference.rows} results for ` +
      `${reference.queries} of them. Candidates: ${engines.join(", ")}.`,
    `Labels: ${label}; titles matched by ${model}.`,
    ...(references === undefined
      ? []
      : [
          `${reference.engine} is ${references.engines.length} references, fused into one list by ${references.fusion}.`,
        ]),
  ];
}

function meansTable(summary: LabelSummary): TextTable {
  const engines = enginesInOrder(summary);
  const cell = ({ mean, std, count }: Description) =>
    mean === null ? `- (-, ${count})` : `${mean.toFixed(4)} (${std === null ? "-" : std.toFixed(4)}, ${count})`;
  const unmeasurable = engines.flatMap(([, engine]) => Object.keys(engine.unmeasurable));
  return {
    header: ["measure", ...engines.map(([name]) => name)],
    rows: [
      ...measureNames.map((measure) => [measure, ...engines.map(([, engine]) => cell(engine[measure]))]),
      ["ndcg_reference above 1", ...engines.map(([, engine]) => String(engine.above_one))],
      ...[...new Set(unmeasurable)]
        .sort()
        .map((reason) => [
          `unmeasurable: ${reason}`,
          ...engines.map(([, engine]) =>
            String(Object.entries(engine.unmeasurable).find(([name]) => name === reason)?.[1] ?? 0),
          ),
        ]),
    ],
  };
}

function biasSections({ references, order }: LabelSummary): BiasSection[] {
  return references === undefined ? [] : renderReferenceBias(references, order);
}

function segmentSections(summary: LabelSummary, width: number): string[][] {
  return segmentTables(summary).map(({ heading, table }) => [heading, ...renderTable(table, width)]);
}

function segmentTables(summary: LabelSummary): { heading: string; table: TextTable }[] {
  const { segments, weighted, order } = summary;
  const tableOf = (means: EngineMeans): TextTable => ({
    header: ["measure", ...order],
    rows: measureNames.map((measure) => [
      measure,
      ...order.map((engine) => {
        const { mean = null, count = 0 } = means[engine]?.[measure] ?? {};
        return `${mean === null ? "-" : mean.toFixed(4)} (${count})`;
      }),
    ]),
  });
  return [
    ...(weighted === undefined
      ? []
      : [{ heading: `Means weighted by ${weighted.column} (queries)`, table: tableOf(weighted.engines) }]),
    ...(segments?.groups ?? []).map(({ segment, queries, engines }) => ({
      heading: `Means where ${segments?.column} = ${segment === "" ? "(not said)" : segment}: ${queries} ${queries === 1 ? "query" : "queries"}`,
      table: tableOf(engines),
    })),
  ];
}

function describeTable(engine: EngineSummary, corner: string): TextTable {
  return {
    header: [corner, ...statistics],
    rows: measureNames.map((measure) => [
      measure,
      ...statistics.map((statistic) => {
        const value = engine[measure][statistic];
        return value === null ? "NaN" : statistic === "count" ? String(value) : value.toFixed(4);
      }),
    ]),
  };
}

/** Ranges that widen as counts thin out: first to last, both included. */
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

function matchedRanksTable(summary: LabelSummary): TextTable {
  const engines = enginesInOrder(summary);
  const counts = engines.map(([, engine]) =>
    rankRanges.map((range) => sumRange(engine.matched_reference_ranks, range)),
  );
  const used = rankRanges.filter((_, place) => counts.some((engine) => (engine[place] ?? 0) > 0));
  return {
    header: ["rank", ...engines.flatMap(([name]) => [name, ""])],
    rows: used.map((range) => {
      const place = rankRanges.indexOf(range);
      return [
        rangeName(range),
        ...counts.flatMap((engine) => [String(engine[place]), bar(engine[place] ?? 0, Math.max(...engine))]),
      ];
    }),
  };
}

function listLengthsTable(summary: LabelSummary): TextTable {
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
  return { header: ["results", "queries", ""], rows: rows.filter(([, count]) => count !== "0") };
}

function holeSection(engines: readonly (readonly [string, EngineSummary])[], width: number): string[][] {
  if (engines.every(([, engine]) => engine.holes_by_rank.every(({ holes }) => holes === 0))) return [];
  const share = (engine: EngineSummary, first: number, last: number) => {
    const places = engine.holes_by_rank.slice(first, last === Number.POSITIVE_INFINITY ? undefined : last + 1);
    const results = places.reduce((sum, place) => sum + place.results, 0);
    const holes = places.reduce((sum, place) => sum + place.holes, 0);
    return results === 0 ? "-" : `${((100 * holes) / results).toFixed(1)} % of ${results}`;
  };
  const table: TextTable = {
    header: ["position", ...engines.map(([name]) => name)],
    rows: rankRanges
      .map(([first, last]) => [
        rangeName([first + 1, last + 1]),
        ...engines.map(([, engine]) => share(engine, first, last)),
      ])
      .filter(([, ...cells]) => cells.some((cell) => cell !== "-")),
  };
  return [["Results without a match, by position (1 is the top)", ...renderTable(table, width)]];
}

function oneToOneSection(engines: readonly (readonly [string, EngineSummary])[], width: number): string[][] {
  if (engines.every(([, engine]) => engine.one_to_one === undefined)) return [];
  const cell = (engine: EngineSummary, measure: (typeof measureNames)[number]) => {
    const { nearest = null, change = null } = engine.one_to_one?.[measure] ?? {};
    return changeCell(nearest, change);
  };
  const table: TextTable = {
    header: ["mean", ...engines.map(([name]) => name)],
    rows: measureNames.map((measure) => [measure, ...engines.map(([, engine]) => cell(engine, measure))]),
  };
  return [["Each reference title used once: mean with nearest matching, and the change", ...renderTable(table, width)]];
}

function vetoSection(engines: readonly (readonly [string, EngineSummary])[], width: number): string[][] {
  if (engines.every(([, { veto }]) => veto === undefined)) return [];
  const row = (name: string, cellOf: (veto: NonNullable<EngineSummary["veto"]>) => string) => [
    name,
    ...engines.map(([, { veto }]) => (veto === undefined ? "-" : cellOf(veto))),
  ];
  const table: TextTable = {
    header: ["", ...engines.map(([name]) => name)],
    rows: [
      row("matches refused", ({ refused }) => String(refused)),
      row("moved to another title", ({ moved }) => String(moved)),
      row("left without a match", ({ unmatched }) => String(unmatched)),
      ...measureNames.map((measure) =>
        row(measure, ({ measures }) => changeCell(measures[measure].without, measures[measure].change)),
      ),
    ],
  };
  const columns = [...new Set(engines.flatMap(([, { veto }]) => veto?.columns ?? []))];
  return [[`Veto by ${columns.join(", ")}: mean without it, and the change`, ...renderTable(table, width)]];
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

/** Ends in spaces, so that bars begin in one column although cells stand to the right. */
function bar(count: number, largest: number): string {
  const length = 16;
  const eighths = largest === 0 ? 0 : Math.round((count / largest) * length * 8);
  const text = "█".repeat(Math.floor(eighths / 8)) + ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
  return text.padEnd(length);
}

function enginesInOrder({ engines, order }: LabelSummary): [string, EngineSummary][] {
  return order.flatMap((name): [string, EngineSummary][] => {
    const engine = engines[name];
    return engine === undefined ? [] : [[name, engine]];
  });
}
