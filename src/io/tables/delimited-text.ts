/** How is a table written as CSV, TSV or JSONL, so that any reader gets the same cells back? */
import { escapeFormula } from "../../core/text/escape.ts";
import { csvText } from "./write-csv.ts";

/** Cells that `csvText` puts in quotes where the delimiter is a tab. */
const needsQuotes = /["\t\r\n\u0085\u2028\u2029]|^\s|\s$/;

export type WrittenTable = "csv" | "tsv" | "jsonl";

/** Rows and guard as of `delimitedText`. @param number the column that JSONL has as numbers, or null where it is empty */
export function formattedTable(
  format: WrittenTable,
  names: readonly string[],
  rows: () => Iterable<readonly string[]>,
  number: string,
  isGuarded: boolean,
): Iterable<string> {
  if (format === "jsonl") return jsonLines(names, rows(), number);
  return delimitedText(names, rows, format === "csv" ? "," : "\t", isGuarded);
}

function* jsonLines(names: readonly string[], rows: Iterable<readonly string[]>, number: string): Iterable<string> {
  const numberIn = (cell: string) => (cell === "" ? null : Number(cell));
  for (const cells of rows) {
    const entries = cells.map((cell, place) => [names[place], names[place] === number ? numberIn(cell) : cell]);
    yield `${JSON.stringify(Object.fromEntries(entries))}\n`;
  }
}

/**
 * @param rows      makes the rows below the names; asked twice for TSV
 * @param isGuarded puts a quote before cells that a spreadsheet would run as formulas
 */
export function* delimitedText(
  names: readonly string[],
  rows: () => Iterable<readonly string[]>,
  delimiter: "," | "\t",
  isGuarded: boolean,
): Iterable<string> {
  const guarded = isGuarded ? () => guardedCells(rows()) : rows;
  // To readers of TSV quotes are ordinary characters, unless all cells of the first row have them.
  if (delimiter === "\t" && hasQuotes(guarded())) {
    yield quotedLine(names);
    for (const cells of guarded()) yield quotedLine(cells);
    return;
  }
  yield `${names.join(delimiter)}\n`;
  yield* csvText(guarded(), delimiter);
}

function quotedLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join("\t")}\n`;
}

function hasQuotes(rows: Iterable<readonly string[]>): boolean {
  for (const cells of rows) if (cells.some((cell) => needsQuotes.test(cell))) return true;
  return false;
}

function* guardedCells(rows: Iterable<readonly string[]>): Iterable<readonly string[]> {
  // A negative label is no formula.
  const negative = /^-\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;
  for (const cells of rows) yield cells.map((cell) => (negative.test(cell) ? cell : escapeFormula(cell)));
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
