/** How is a table written so that any reader gets the same cells back? */
import { escapeFormula } from "../../core/text/escape.ts";
import { csvText } from "./write-csv.ts";

/** Cells that `csvText` puts in quotes where the delimiter is a tab. */
const needsQuotes = /["\t\r\n\u0085\u2028\u2029]|^\s|\s$/;

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
  // Readers of TSV take quotes for ordinary characters, unless those of the first row show that they are none.
  if (delimiter === "\t" && hasQuotes(guarded())) {
    for (const cells of withNames(names, guarded())) yield `${cells.map(quoted).join("\t")}\n`;
    return;
  }
  yield `${names.join(delimiter)}\n`;
  yield* csvText(guarded(), delimiter);
}

function* withNames(names: readonly string[], rows: Iterable<readonly string[]>): Iterable<readonly string[]> {
  yield names;
  yield* rows;
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

function hasQuotes(rows: Iterable<readonly string[]>): boolean {
  for (const cells of rows) if (cells.some((cell) => needsQuotes.test(cell))) return true;
  return false;
}

function* guardedCells(rows: Iterable<readonly string[]>): Iterable<readonly string[]> {
  for (const cells of rows) yield cells.map((cell) => (isPlainNumber(cell) ? cell : escapeFormula(cell)));
}

/** A negative label is no formula. */
function isPlainNumber(cell: string): boolean {
  return /^-\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(cell);
}

/** The same text without the line feed at its end. */
export function* withoutLastLineFeed(pieces: Iterable<string>): Iterable<string> {
  let waiting = "";
  for (const piece of pieces) {
    if (piece === "") continue;
    yield waiting;
    waiting = piece;
  }
  yield waiting.replace(/\n$/, "");
}
