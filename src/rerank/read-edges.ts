/**
 * Which edges does a file hold?
 * The first two columns are the two ends; a first row that names them is recognised, as edge lists often have none.
 */
import type { SemqrelError } from "../core/errors.ts";
import { quoted } from "../core/text/wording.ts";
import type { NumberedNames } from "../core/types.ts";
import { SHOWN_EXAMPLES, type Warning } from "../core/warnings.ts";
import { type PeekedInput, peekInput } from "../io/format-input.ts";
import { inputError, numberCell, rowError } from "../io/input-error.ts";
import { closing } from "../io/open-input.ts";
import type { InputFile } from "../io/results/read-results.ts";
import { cellsOf, splitLines } from "../io/tables/delimiter.ts";
import { tableFormatOf } from "../io/tables/head-columns.ts";
import { readOpenedTable } from "../io/tables/read-table.ts";
import { columnKey, findColumn } from "../io/tables/recognise-columns.ts";
import { growingInts, growingNumbers } from "../io/tables/table.ts";
import { missingFeatureColumn } from "./read-features.ts";

export interface EdgeColumnChoice {
  /** Only edges whose cell of this column is one of `types` are read; null reads all. */
  readonly type: { readonly column: string; readonly types: readonly string[] } | null;
  /** Column of numbers > 0; null where each edge weighs 1. */
  readonly weight: string | null;
}

export interface EdgeRows {
  /** Numbers of `names`, a row an edge, loops and repeated ones too. */
  readonly sources: Int32Array;
  readonly targets: Int32Array;
  readonly weights: Float64Array | null;
  readonly file: InputFile;
  readonly warnings: readonly Warning[];
}

/** One of them in the first two cells makes a row a header. */
const endNames = new Set(
  [
    ...["source", "target", "from", "to", "src", "dst", "source_id", "target_id", "from_id", "to_id", "node1", "node2"],
    ...["citing", "cited", "author", "document"],
  ].map(columnKey),
);

/**
 * CSV, TSV, text with blanks between the columns, JSONL or Parquet, gzip-compressed or not. Lines of text that begin
 * with # are comments. A first row that is no known header, and whose two names occur nowhere else, is taken for one.
 *
 * @param names gets the nodes; those of several files share it
 * @throws SemqrelError as `readOpenedTable`; INVALID_FORMAT for one column; MISSING_COLUMN for a type or weight that no
 *         header names; INVALID_ROW for a weight that is no number > 0; EMPTY_FILE where no edge is left
 */
export async function readEdges(path: string, names: NumberedNames, choice: EdgeColumnChoice): Promise<EdgeRows> {
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
    header = columns;
    typeCell = placeOf(choice.type?.column ?? null, columns, source);
    weightCell = placeOf(choice.weight, columns, source);
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
    if (choice.weight !== null) weights.push(weightOf(cells[weightCell] ?? "", source, line));
    sources.push(names.add(one));
    targets.push(names.add(other));
  };
  return {
    /** The first row may be a header. */
    onRow(cells: readonly string[], line: number) {
      if (rows > 0 || first !== null || header !== null) return add(cells, line);
      const isHeader =
        cells.slice(0, 2).some((cell) => endNames.has(columnKey(cell.trim()))) ||
        findColumn(
          cells,
          [choice.type?.column ?? "", choice.weight ?? ""].filter((name) => name !== ""),
        ) !== null;
      if (isHeader || choice.type !== null || choice.weight !== null) useNames(cells.map((cell) => cell.trim()));
      // Whether its names are nodes is known at the end.
      else first = { cells, line };
    },
    /** The columns' names are known: no row is a header. */
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
      if (sources.length === 0) throw noEdges(source, rows, choice);
      const ofEdges = choice.weight === null ? null : weights.view();
      return { sources: sources.view(), targets: targets.view(), weights: ofEdges, warnings };
    },
  };
}

async function readNamed({ input }: PeekedInput, gather: EdgeGatherer): Promise<void> {
  const table = await readOpenedTable(input, () => true, null);
  const columns = table.names.map((name) => table.columns.get(name) ?? []);
  table.lines.forEach((line, row) => {
    const cells = columns.map((column) => column[row] ?? "");
    gather.onNamedRow(table.names, cells, line);
  });
}

/** Without the slower reader of CSV: names of nodes have no line breaks, and there are millions of them. */
async function readText({ head, input }: PeekedInput, gather: EdgeGatherer): Promise<void> {
  const cellsIn = cellReader(delimiterOf(firstRow(head)));
  for await (const { text, line } of splitLines(input.pieces)) {
    if (text.startsWith("#") || text.trim() === "") continue;
    const cells = cellsIn(text);
    requireTwo(cells, input.source, line);
    gather.onRow(cells, line);
  }
}

function cellReader(delimiter: string | null): (text: string) => readonly string[] {
  if (delimiter === null) return (text) => text.trim().split(/\s+/);
  return (text) => (text.includes('"') ? cellsOf(text, delimiter) : text.split(delimiter));
}

/** Null for blanks of any number. */
function delimiterOf(line: string): "\t" | "," | ";" | null {
  const cellsBy = (["\t", ",", ";"] as const).map((delimiter) => ({
    delimiter,
    count: cellsOf(line, delimiter).length,
  }));
  const [most] = cellsBy.sort((one, other) => other.count - one.count);
  if (most !== undefined && most.count > 1) return most.delimiter;
  return /\S\s+\S/.test(line) ? null : ",";
}

function firstRow(head: string): string {
  return head.split(/\r?\n/).find((line) => line.trim() !== "" && !line.startsWith("#")) ?? "";
}

function placeOf(name: string | null, columns: readonly string[], source: string): number {
  if (name === null) return -1;
  const found = findColumn(columns, [name]);
  if (found !== null) return columns.indexOf(found);
  const remedy = "Name the columns in the first row, or another column.";
  throw missingFeatureColumn({ source, names: columns }, name, remedy);
}

function requireTwo(cells: readonly string[], source: string, line: number): void {
  if (cells.length >= 2) return;
  const what = `there is one column (${quoted(cells[0] ?? "")}), and an edge has two ends.`;
  const remedy = "Give two columns, such as source,target.";
  throw inputError("INVALID_FORMAT", source, `${what} ${remedy}`, { line, columns: cells });
}

function weightOf(cell: string, source: string, line: number): number {
  const weight = numberCell(cell, "weight", source, line);
  if (weight > 0) return weight;
  throw rowError(source, line, `the weight ${quoted(cell)} is no number above 0. Correct it, or leave the edge out.`);
}

function noEdges(source: string, rows: number, { type }: EdgeColumnChoice): SemqrelError {
  const why =
    type !== null && rows > 0
      ? `none of ${rows} rows has a "${type.column}" of ${type.types.join(", ")}. Name another type`
      : "it has no edge. Give a file with two names in each row";
  return inputError("EMPTY_FILE", source, `${why}.`, { rows });
}
