/** The parts of a document. Terminal, Markdown and report show the same sentences, lists, tables and plots. */
import type { Plot } from "./plot.ts";

/** Null means unknown or undefined, and is shown as a dash. */
export type Cell = string | number | boolean | null;

export interface ReportColumn {
  readonly name: string;
  readonly as: "text" | "count" | "measure" | "share" | "number" | "probability";
}

export interface ReportTable {
  readonly kind: "table";
  /** Unique in the report; only lower-case letters, digits and hyphens. */
  readonly id: string;
  readonly caption: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** The anchor that each row's first cell links to; null for a row without a link. Absent if no row has a link. */
  readonly links?: readonly (string | null)[];
  /** Whether the page shows the table collapsed, because it is long and only for reference. */
  readonly folded: boolean;
}

export interface ReportPlot {
  readonly kind: "plot";
  readonly id: string;
  readonly plot: Plot;
  readonly table: ReportTable;
}

/** One paragraph. A `detail` is collapsed on the page. */
export interface ReportText {
  readonly kind: "text";
  readonly tone: "plain" | "verdict" | "caution" | "detail";
  readonly text: string;
  /** The command to type next, if there is one. */
  readonly command?: string;
}

/** Part of the output of a command, in the terminal and on a page. */
export type ReportBlock = ReportText | ReportTable | ReportPlot;

/** An interval that includes both ends. */
export type Interval = readonly [low: number, high: number];
/** Undefined is shown like null. */
export type BlockCell = Cell | Interval | undefined;

/** Where a block or column appears. "terminal" also means Markdown that a command prints. @default both */
interface Shown {
  readonly on?: "page" | "terminal";
}

/** A column of a table. The page shows an interval as two columns, and a change without its plus sign. */
export interface BlockColumn extends Shown {
  readonly name: string;
  readonly as: ReportColumn["as"] | "interval" | "change";
  /** Number of decimals on the terminal. @default 3 for measures, changes and intervals, 1 for shares */
  readonly digits?: number;
  readonly ends?: readonly [low: string, high: string];
}

export interface BlockTable extends Omit<ReportTable, "columns" | "rows">, Shown {
  readonly columns: readonly BlockColumn[];
  readonly rows: readonly (readonly BlockCell[])[];
  /** Whether a terminal shows the table beside the previous one, if both fit. */
  readonly beside?: boolean;
}

/** A plot. A terminal shows its table instead. */
export interface BlockPlot extends Omit<ReportPlot, "table">, Shown {
  readonly table: BlockTable;
}

/** A paragraph. A terminal shows a `note` directly below the previous text. */
export interface BlockText extends ReportText, Shown {
  readonly note?: boolean;
}

interface BlockList extends Shown {
  readonly kind: "list";
  readonly heading: string;
  readonly items: readonly string[];
}

export type Block = BlockText | BlockList | BlockTable | BlockPlot;

export function textBlock(text: string, tone: ReportText["tone"] = "plain"): ReportText {
  return { kind: "text", tone, text };
}

export function noteBlock(text: string): BlockText {
  return { kind: "text", tone: "plain", text, note: true };
}

export type BlockPart = Block | readonly Block[] | false | null;

export function blocksOf(...parts: readonly BlockPart[]): Block[] {
  return parts.flatMap((part) => part || []);
}

export function listBlocks(heading: string, items: readonly string[]): BlockList[] {
  return items.length === 0 ? [] : [{ kind: "list", heading, items }];
}

export interface ColumnOf<Row> extends BlockColumn {
  readonly of: (row: Row, index: number) => BlockCell;
}

export function column<Row>(
  name: string,
  as: BlockColumn["as"],
  of: ColumnOf<Row>["of"],
  more: Omit<BlockColumn, "name" | "as"> = {},
): ColumnOf<Row> {
  return { name, as, of, ...more };
}

export function tableOf<Row>(
  id: string,
  caption: string,
  rows: readonly Row[],
  columns: readonly ColumnOf<Row>[],
  more: Shown & { readonly folded?: boolean; readonly beside?: boolean } = {},
): BlockTable {
  return {
    kind: "table",
    id,
    caption,
    columns: columns.map(({ of: _, ...column }) => column),
    rows: rows.map((row, index) => columns.map(({ of }) => of(row, index))),
    folded: false,
    ...more,
  };
}

/** Returns a table of formatted cells, for output that is not part of a report. */
export function cellTable(
  caption: string,
  [first = "", ...others]: readonly string[],
  rows: BlockTable["rows"],
  more: Pick<BlockTable, "beside"> = {},
): BlockTable {
  const columns = [{ name: first, as: "text" } as const, ...others.map((name) => ({ name, as: "number" }) as const)];
  return { kind: "table", id: "", caption, columns, rows, folded: false, ...more };
}

export function plotOf<Row>(
  id: string,
  plot: Plot,
  rows: readonly Row[],
  columns: readonly ColumnOf<Row>[],
): BlockPlot {
  const caption = `${plot.title}: the numbers`;
  return { kind: "plot", id, plot, table: tableOf(`${id}-numbers`, caption, rows, columns, { folded: true }) };
}

export function onPage(...blocks: readonly Block[]): Block[] {
  return blocks.map((block) => ({ ...block, on: "page" }));
}

export function onTerminal(...blocks: readonly Block[]): Block[] {
  return blocks.map((block) => ({ ...block, on: "terminal" }));
}
