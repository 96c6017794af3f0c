/** Reads the tables of a folder of labels. */

import { basename, join, resolve } from "node:path";
import { at, atKey } from "../../core/at.ts";
import type { SemqrelError } from "../../core/errors.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import { quoted } from "../../core/text/wording.ts";
import { changedError, inputError, numberCell, rowError } from "../input-error.ts";
import { closing, openInput } from "../open-input.ts";
import { cellReader, readResults } from "../results/read-results.ts";
import { resultChecks } from "../results/result-checks.ts";
import { resultColumns } from "../results/result-columns.ts";
import { inputFile, type ReadResultsOptions } from "../results/results-file.ts";
import { csv } from "../tables/read-csv.ts";
import { readTable, scanOpenedTable } from "../tables/read-table.ts";
import { columnsThere } from "../tables/recognise-columns.ts";
import type { OnRow } from "../tables/table.ts";
import { readLabelOrigin } from "./label-manifest.ts";

export interface LabelRow {
  readonly line: number;
  /** The cell of the engine column, or the file name if there is no such column. */
  readonly engine: string;
  readonly query: string;
  readonly rank: number;
  readonly title: string;
  readonly id: string;
  cell(name: FurtherColumn): string;
}

const furtherColumns = {
  labels: ["label", "match", "reference_rank", "similarity", "margin", "origin", "reason"],
  // `engine` names each row's reference. A list may have rows of several references, so `engine` does not split lists.
  reference: ["engine", "label", "point_rank"],
} as const;

type FurtherColumn = (typeof furtherColumns)["labels" | "reference"][number];

export type LabelTableKind = "labels" | "reference";

export type LabelTable = Awaited<ReturnType<typeof readLabelRows>>;

/** Reads a table in any format into memory, and passes on its rows by engine. Without ranks, row order counts. */
export async function readLabelRows(path: string, kind: LabelTableKind, onRow: (row: LabelRow) => void) {
  const { results, file, warnings } = await readResults({ path, engine: null }, { ...optionsOf(kind), format: null });
  for (const { ranks, lines, queryTexts, queryIds, columns, ...result } of results) {
    if (!columns.has("label")) throw missingColumn("label", result.source, result.columnNames ?? []);
    const { engine } = result;
    let index = 0;
    const cell = (column: FurtherColumn) => columns.get(column)?.[index] ?? "";
    for (const row of result.titles.keys()) {
      index = row;
      const title = result.titles[row] as string;
      const query = queryTexts?.[row] || queryIds?.[row] || "";
      const id = result.ids?.[row] ?? "";
      onRow({ line: lines[row] as number, engine, query, rank: ranks[row] as number, title, id, cell });
    }
  }
  const [first] = results;
  return { file, hasIds: (first?.ids ?? null) !== null, further: [...(first?.columns.keys() ?? [])], warnings };
}

export type ScannedLabelTable = Awaited<ReturnType<typeof scanLabelRows>>;

/** Reads the rows of a CSV file without keeping them. `onRow` receives the same object each time. */
export async function scanLabelRows(path: string, kind: LabelTableKind, onRow: (row: LabelRow) => void) {
  const input = await openInput(path);
  const { source } = input;
  const options = optionsOf(kind);
  const readerOf = (names: readonly string[]) => {
    const columns = resultColumns(names, "csv", source, options);
    if (columns.rank === null) throw missingColumn("rank", source, names);
    const further = columns.further.map(({ name }) => name);
    if (!further.includes("label")) throw missingColumn("label", source, names);
    const checks = resultChecks({ path, engine: null }, source, columns, options);
    const indexOf = new Map(further.map((name, index) => [name, index]));
    let cells: readonly string[] = [];
    const cell = (name: FurtherColumn) => cells[indexOf.get(name) ?? -1] ?? "";
    const shown = { line: 0, engine: "", query: "", rank: 0, title: "", id: "", cell };
    const read = cellReader(columns, (row) => {
      cells = row.cells;
      shown.line = row.line;
      shown.engine = checks.engineOf(row);
      shown.query = row.query || row.queryId;
      shown.rank = checks.add(row);
      shown.title = row.title;
      shown.id = row.id;
      onRow(shown);
    });
    return { columns, further, checks, read };
  };
  let reader: ReturnType<typeof readerOf> | null = null;
  const rowsTo = (): OnRow => (names, cells, line) => {
    reader ??= readerOf(names);
    reader.read(names, cells, line);
  };
  const scanned = await closing(input, () => scanOpenedTable(input, () => true, "csv", rowsTo));
  const { checks, columns, further } = reader as unknown as ReturnType<typeof readerOf>;
  checks.finish();
  return {
    file: inputFile(scanned),
    hasIds: columns.id !== null,
    further,
    warnings: columns.warnings,
    /** Reads titles and ids of the rows that start on `lines` (ascending). `index` is an index in `lines`. */
    async textsAt(lines: Int32Array, onText: (index: number, title: string, id: string) => void): Promise<void> {
      const again = await readRecordsAt(path, lines, (index, cellOf) =>
        onText(index, cellOf(columns.title ?? ""), cellOf(columns.id ?? "")),
      );
      if (again !== scanned.sha256) throw changedError(source);
    },
  };
}

/** Reads a label >= 0; NaN for an empty cell. */
export function labelCell(cell: string, source: string, line: number): number {
  const label = numberCell(cell, "label", source, line);
  if (label < 0) throw rowError(source, line, `the label ${quoted(cell)} is negative. Labels are 0 or more.`);
  return label;
}

function optionsOf(kind: LabelTableKind): ReadResultsOptions {
  const columns = { rank: ["rank"], ...(kind === "labels" ? {} : { engine: [] }) };
  return { format: "csv", columns, rankBase: 0, further: furtherColumns[kind], titles: null };
}

function missingColumn(column: "label" | "rank", source: string, names: readonly string[]): SemqrelError {
  const need = column === "rank" ? " Lists are shown in the order of their ranks, from 0." : "";
  const what =
    `column "${column}" is missing (${columnsThere(names)}).${suggestion(column, names)}${need} ` +
    "Give a folder that semqrel check or label --out wrote, or its labels.csv.";
  return inputError("MISSING_COLUMN", source, what, { column, columns: names });
}

/** @param lines - number of the line where each wanted row begins, ascending @returns SHA-256, to detect changes */
export async function readRecordsAt(
  path: string,
  lines: Int32Array,
  onRow: (index: number, cellOf: (name: string) => string) => void,
): Promise<string> {
  const input = await openInput(path);
  let index = 0;
  const onRecord: OnRow = (names, cells) => onRow(index++, (name) => cells[names.indexOf(name)] ?? "");
  await closing(input, () => csv.read(pickRecords(input.pieces, lines), input.source, () => true, onRecord));
  return input.sha256();
}

/** Yields the column names and the records that start on the given lines. A record ends when its quotes are closed. */
async function* pickRecords(pieces: AsyncIterable<string>, lines: Int32Array): AsyncIterable<string> {
  let line = 0;
  let next = 0;
  let isOpen = false;
  for await (const piece of pieces) {
    let picked = "";
    for (let begin = 0; begin < piece.length; ) {
      const found = piece.indexOf("\n", begin);
      const end = found < 0 ? piece.length : found + 1;
      line++;
      if (line === 1 || isOpen || line === lines[next]) {
        if (line === lines[next]) next++;
        const text = piece.slice(begin, end);
        picked += text;
        if (text.split('"').length % 2 === 0) isOpen = !isOpen;
      }
      begin = end;
    }
    if (picked !== "") yield picked;
  }
}

export type LabelledMeasures = Awaited<ReturnType<typeof readLabelFolder>>;

const keyColumns = ["engine", "query", "state", "reason"];

export async function readLabelFolder(folder: string) {
  const { origin, conditions } = readLabelOrigin(folder);
  const table = await readTable(join(folder, "measures.csv"), () => true, "csv");
  const column = (name: string) => table.columns.get(name) ?? [];
  const engineOfRow = column("engine");
  const queryOfRow = column("query");
  const engines = [...new Set(engineOfRow)];
  const queries = [...new Set(queryOfRow)];
  const indexOfQuery = new Map(queries.map((query, index) => [query, index]));
  const measures = table.names.filter((name) => !keyColumns.includes(name));
  const unknown = () => new Float64Array(queries.length).fill(Number.NaN);
  const values = new Map(engines.map((engine) => [engine, new Map(measures.map((measure) => [measure, unknown()]))]));
  const reasons = new Map(engines.map((engine) => [engine, queries.map((): string | null => "no-row")]));
  for (const name of ["reason", ...measures]) {
    const cells = column(name);
    for (const [row, engine] of engineOfRow.entries()) {
      const index = atKey(indexOfQuery, at(queryOfRow, row));
      if (name === "reason") atKey(reasons, engine)[index] = cells[row] || null;
      else {
        const value = numberCell(at(cells, row), name, table.source, at(table.lines, row));
        atKey(atKey(values, engine), name)[index] = value;
      }
    }
  }
  const name = basename(resolve(folder));
  return { folder, name, engines, queries, measures, values, reasons, conditions, origin };
}
