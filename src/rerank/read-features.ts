import { join } from "node:path";
import { at } from "../core/at.ts";
import type { SemqrelError } from "../core/errors.ts";
import { growingInts, growingNumbers } from "../core/growing-column.ts";
import { suggestion } from "../core/text/suggestion.ts";
import { isDecimal, quoted } from "../core/text/wording.ts";
import { columnKey, filledCell } from "../core/titles/keys.ts";
import type { NumberedNames } from "../core/types.ts";
import { SHOWN_EXAMPLES, type Warning } from "../core/warnings.ts";
import { inputError, numberCell, rowError } from "../io/input-error.ts";
import { labelFolderOf } from "../io/labels/label-manifest.ts";
import { closing } from "../io/open-input.ts";
import { inputFile } from "../io/results/results-file.ts";
import { cellsOf as splitCells, splitLines } from "../io/tables/delimiter.ts";
import { type PeekedInput, peekInput, readOpenedTable, readTable } from "../io/tables/read-table.ts";
import { columnsThere, findColumn, isAmong, usualNames } from "../io/tables/recognise-columns.ts";
import type { Table } from "../io/tables/table.ts";
import { tableFormatOf } from "../io/tables/table-roles.ts";
import { findPlaces } from "../lists/find-oddities.ts";

export const idNames: readonly string[] = [...new Set(["id", "_id", ...usualNames.id])];

export type FeatureRows = Awaited<ReturnType<typeof readFeatures>>;

export async function readFeatures(path: string) {
  const table = await readTable(path, () => true, null);
  const idColumn = findColumn(table.names, idNames);
  const allIds = idColumn === null ? null : idsOf(table, idColumn);
  const { rows, warnings } = allIds ? firstRows(table, allIds) : { rows: [...table.lines.keys()], warnings: [] };
  const columns = new Map<string, Float64Array>();
  const skipped: string[] = [];
  for (const name of table.names) {
    if (name === idColumn) continue;
    const cells = cellsOf(table, name);
    const numbers = Float64Array.from(rows, (row) => numberOf(at(cells, row)));
    if (numbers.some(Number.isFinite)) columns.set(name, numbers);
    else skipped.push(name);
  }
  const ids = allIds && rows.map((row) => at(allIds, row));
  return {
    table,
    /** Table index of each kept row. The first row of each id and all rows without an id are kept. */
    rows,
    /** Id of each row, "" if the cell is empty; null if there is no column of ids. */
    ids,
    /** Columns with at least one finite number. Empty cells and text are NaN; infinities are kept. */
    columns,
    skipped,
    file: inputFile(table),
    warnings,
  };
}

/** Returns the first row of each id and all rows without an id, with a warning about the other rows. */
export function firstRows(table: Table, ids: readonly string[]): { rows: number[]; warnings: Warning[] } {
  const seen = new Set<string>();
  const rows: number[] = [];
  const repeated: string[] = [];
  for (const [row, id] of ids.entries()) {
    if (id !== "" && seen.has(id)) repeated.push(id);
    else rows.push(row);
    seen.add(id);
  }
  const examples = repeated.slice(0, SHOWN_EXAMPLES);
  const warning: Warning = { kind: "repeated-ids", source: table.source, count: repeated.length, examples };
  return { rows, warnings: repeated.length > 0 ? [warning] : [] };
}

export function cellsOf(table: Table, name: string): readonly string[] {
  return table.columns.get(name) ?? [];
}

export function idsOf(table: Table, name: string): readonly string[] {
  return cellsOf(table, name).map(filledCell);
}

/** Returns the number in a cell, which may be infinite; NaN for empty cells and text. */
export function numberOf(cell: string): number {
  const text = cell.trim();
  if (isDecimal(text)) return Number(text);
  if (!/^[+-]?inf(?:inity)?$/i.test(text)) return Number.NaN;
  return text.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

export function missingFeatureColumn(
  { source, names }: Pick<Table, "source" | "names">,
  column: string,
  remedy: string,
): SemqrelError {
  const what = `column "${column}" is missing (${columnsThere(names)}).${suggestion(column, names)} ${remedy}`;
  return inputError("MISSING_COLUMN", source, what, { column, columns: names });
}

/** Reads distinct ids from a table or a folder of labels. `column` is null for the usual names of id columns. */
export async function readNodeIds(path: string, column: string | null) {
  const folder = labelFolderOf(path);
  const wanted = column === null ? ["_id", ...usualNames.id, ...usualNames.url, "node"] : [column];
  const isWanted = isAmong(wanted);
  const table = await readTable(folder === null ? path : join(folder, "labels.csv"), isWanted, null);
  const found = findColumn(table.names, wanted);
  const cells = (found === null ? [] : cellsOf(table, found)).map((cell) => cell.trim());
  const isEmpty = (row: number) => cells[row] === "";
  const empty = findPlaces(cells.length, isEmpty, (row) => `line ${table.lines[row]}`);
  if (empty.count === cells.length) {
    const hint = found === null && column !== null ? suggestion(column, table.names) : "";
    const what = found === null ? `column "${column ?? "id"}" is missing` : `column "${found}" is empty in every row`;
    const why = `${what} (${columnsThere(table.names)}), but documents are joined by id.${hint}`;
    const remedy = "Pass --id-column NAME, or label results that have ids.";
    throw inputError("MISSING_COLUMN", table.source, `${why} ${remedy}`, { columns: table.names });
  }
  const warning: Warning = { kind: "rows-without-id", source: table.source, ...empty };
  return {
    ids: [...new Set(cells.filter((cell) => cell !== ""))],
    file: inputFile(table),
    warnings: empty.count === 0 ? [] : [warning],
  };
}

/** Edge lists have the ends of an edge in the first two columns. A header is optional, because many have none. */
export interface EdgeColumnChoice {
  /** Reads only edges with one of `types` in this column; null to read all edges. */
  readonly type: { readonly column: string; readonly types: readonly string[] } | null;
  /** Column of weights > 0; null if every edge has weight 1. */
  readonly weight: string | null;
}

/** Columns of edges, including loops and repeated edges. `sources` and `targets` hold node numbers from `names`. */
export type EdgeRows = Awaited<ReturnType<typeof readEdges>>;

const endNames = new Set(
  [
    ...["source", "target", "from", "to", "src", "dst", "source_id", "target_id", "from_id", "to_id", "node1", "node2"],
    ...["citing", "cited", "author", "document"],
  ].map(columnKey),
);

/**
 * Reads an edge list. Lines that start with # are comments. The first row is a header if `choice` names a column. It is
 * also a header if one of its first two cells is in `endNames`, or if both cells occur nowhere else.
 * @param names - node names of all files of a graph. Adds the node names of this file.
 */
export async function readEdges(path: string, names: NumberedNames, choice: EdgeColumnChoice) {
  const peeked = await peekInput(path);
  const { source } = peeked.input;
  const gather = edgeGatherer(source, names, choice);
  const format = tableFormatOf(peeked.head);
  const isNamed = format === "parquet" || format === "jsonl";
  await closing(peeked.input, () => (isNamed ? readNamed : readText)(peeked, gather));
  const edges = gather.finish();
  const [sizeBytes, sha256] = [peeked.input.sizeBytes(), peeked.input.sha256()];
  const file = { path: source, format: isNamed ? format : "edges", rows: edges.sources.length, sizeBytes, sha256 };
  return { ...edges, file };
}

type EdgeGatherer = ReturnType<typeof edgeGatherer>;

function edgeGatherer(source: string, names: NumberedNames, choice: EdgeColumnChoice) {
  const sources = growingInts();
  const targets = growingInts();
  const weights = growingNumbers();
  const incomplete: number[] = [];
  let rows = 0;
  let header: readonly string[] | null = null;
  let first: { readonly cells: readonly string[]; readonly line: number } | null = null;
  let [typeCell, weightCell] = [-1, -1];

  const useNames = (columns: readonly string[]) => {
    const placeOf = (name: string | null | undefined) => {
      if (name == null) return -1;
      const found = findColumn(columns, [name]);
      if (found !== null) return columns.indexOf(found);
      const remedy = "Name the columns in the first row of the file, or choose another column.";
      throw missingFeatureColumn({ source, names: columns }, name, remedy);
    };
    header = columns;
    typeCell = placeOf(choice.type?.column);
    weightCell = placeOf(choice.weight);
  };
  const add = (cells: readonly string[], line: number) => {
    rows++;
    const one = (cells[0] ?? "").trim();
    const other = (cells[1] ?? "").trim();
    if (choice.type !== null && !choice.type.types.includes((cells[typeCell] ?? "").trim())) return;
    if (one === "" || other === "") {
      incomplete.push(line);
      return;
    }
    if (choice.weight !== null) {
      const cell = cells[weightCell] ?? "";
      const weight = numberCell(cell, "weight", source, line);
      const remedy = "Correct it, or remove the edge.";
      if (!(weight > 0)) throw rowError(source, line, `the weight ${quoted(cell)} is not a number above 0. ${remedy}`);
      weights.push(weight);
    }
    sources.push(names.add(one));
    targets.push(names.add(other));
  };
  return {
    onRow(cells: readonly string[], line: number) {
      if (rows > 0 || first !== null || header !== null) return add(cells, line);
      const named = [choice.type?.column ?? "", choice.weight ?? ""].filter((name) => name !== "");
      const hasEndName = cells.slice(0, 2).some((cell) => endNames.has(columnKey(cell.trim())));
      const isHeader = hasEndName || findColumn(cells, named) !== null;
      if (isHeader || choice.type !== null || choice.weight !== null) useNames(cells.map((cell) => cell.trim()));
      // The two names may be a header or nodes. `finish` decides this at the end of the file.
      else first = { cells, line };
    },
    onNamedRow(columns: readonly string[], cells: readonly string[], line: number) {
      if (header !== columns) {
        requireTwo(columns, source, line);
        useNames(columns);
      }
      add(cells, line);
    },
    finish() {
      const warnings: Warning[] = [];
      if (first !== null) {
        const [one = "", other = ""] = first.cells.map((cell) => cell.trim());
        const isHeader = rows > 0 && names.find(one) < 0 && names.find(other) < 0;
        if (isHeader) warnings.push({ kind: "header-guessed", source, names: [one, other] });
        else add(first.cells, first.line);
      }
      if (incomplete.length > 0) {
        const examples = incomplete.slice(0, SHOWN_EXAMPLES).map((line) => `line ${line}`);
        warnings.push({ kind: "incomplete-edges", source, count: incomplete.length, examples });
      }
      if (sources.length === 0) {
        const { type } = choice;
        const why =
          type !== null && rows > 0
            ? `none of ${rows} rows has a "${type.column}" of ${type.types.join(", ")}. Name another type`
            : "it has no edges. Give a file with two names in each row";
        throw inputError("EMPTY_FILE", source, `${why}.`, { rows });
      }
      const ofEdges = choice.weight === null ? null : weights.view();
      return { sources: sources.view(), targets: targets.view(), weights: ofEdges, warnings };
    },
  };
}

async function readNamed({ input }: PeekedInput, gather: EdgeGatherer): Promise<void> {
  const table = await readOpenedTable(input, () => true, null);
  const columns = table.names.map((name) => cellsOf(table, name));
  table.lines.forEach((line, row) => {
    const cells = columns.map((column) => column[row] ?? "");
    gather.onNamedRow(table.names, cells, line);
  });
}

/** Splits lines without the CSV reader, which would be slow for large files. Node names have no line breaks. */
async function readText({ head, input }: PeekedInput, gather: EdgeGatherer): Promise<void> {
  const firstRow = head.split(/\r?\n/).find((line) => line.trim() !== "" && !line.startsWith("#")) ?? "";
  const delimiter = delimiterOf(firstRow);
  const cellsIn = (text: string) => {
    if (delimiter === null) return text.trim().split(/\s+/);
    return text.includes('"') ? splitCells(text, delimiter) : text.split(delimiter);
  };
  for await (const { text, line } of splitLines(input.pieces)) {
    if (text.startsWith("#") || text.trim() === "") continue;
    const cells = cellsIn(text);
    requireTwo(cells, input.source, line);
    gather.onRow(cells, line);
  }
}

/** Returns the delimiter of a line; null for white space. */
function delimiterOf(line: string): "\t" | "," | ";" | null {
  const counts = (["\t", ",", ";"] as const).map((one) => ({ one, count: splitCells(line, one).length }));
  const [most] = counts.sort((one, other) => other.count - one.count);
  if (most !== undefined && most.count > 1) return most.one;
  return /\S\s+\S/.test(line) ? null : ",";
}

function requireTwo(cells: readonly string[], source: string, line: number): void {
  if (cells.length >= 2) return;
  const what = `there is one column (${quoted(cells[0] ?? "")}), but an edge has two ends.`;
  const remedy = "Give two columns, such as source,target.";
  throw inputError("INVALID_FORMAT", source, `${what} ${remedy}`, { line, columns: cells });
}
