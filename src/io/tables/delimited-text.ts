/** How is a table written as CSV, TSV or JSONL, so that any reader gets the same cells back? */
import type { WriteOptions } from "../format-capabilities.ts";
import { type CsvForm, csvText, shownCells } from "./write-csv.ts";

/** Cells that `csvText` puts in quotes where the delimiter is a tab. */
const needsQuotes = /["\t\r\n\u0085\u2028\u2029]|^\s|\s$/;

export type WrittenTable = "csv" | "tsv" | "jsonl";

/** Rows and form as of `delimitedText`. @param number the column that JSONL has as numbers, or null where it is empty */
export function formattedTable(
  format: WrittenTable,
  names: readonly string[],
  rows: () => Iterable<readonly string[]>,
  number: string,
  { excel, spreadsheetSafe }: Pick<WriteOptions, "excel" | "spreadsheetSafe">,
): Iterable<string> {
  if (format === "jsonl") return jsonLines(names, rows(), number);
  const delimiter = format === "csv" ? "," : "\t";
  return delimitedText(names, rows, { delimiter, excel: excel ?? null, isGuarded: spreadsheetSafe });
}

function* jsonLines(names: readonly string[], rows: Iterable<readonly string[]>, number: string): Iterable<string> {
  const numberIn = (cell: string) => (cell === "" ? null : Number(cell));
  for (const cells of rows) {
    const entries = cells.map((cell, place) => [names[place], names[place] === number ? numberIn(cell) : cell]);
    yield `${JSON.stringify(Object.fromEntries(entries))}\n`;
  }
}

/** @param rows makes the rows below the names; asked twice for TSV */
export function* delimitedText(
  names: readonly string[],
  rows: () => Iterable<readonly string[]>,
  form: CsvForm,
): Iterable<string> {
  function* all() {
    yield names;
    yield* rows();
  }
  const { delimiter, ...inCells } = form;
  // To readers of TSV quotes are ordinary characters, unless all cells of the first row have them.
  if (delimiter === "\t" && hasQuotes(all())) {
    if (form.excel != null) yield "\ufeff";
    for (const cells of shownCells(all(), inCells)) yield quotedLine(cells);
  } else yield* csvText(all(), form);
}

function quotedLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join("\t")}\n`;
}

function hasQuotes(rows: Iterable<readonly string[]>): boolean {
  for (const cells of rows) if (cells.some((cell) => needsQuotes.test(cell))) return true;
  return false;
}

export function* withoutLastLineFeed(pieces: Iterable<string>): Iterable<string> {
  let waiting = "";
  for (const piece of pieces) {
    if (piece === "") continue;
    yield waiting;
    waiting = piece;
  }
  yield waiting.replace(/\n$/, "");
}
