/** Writes CSV, TSV and JSON Lines. Only this file imports csv-stringify. */

import { stringify } from "csv-stringify/sync";
import { escapeFormula } from "../../core/text/escape.ts";
import { columnKey } from "../../core/titles/keys.ts";
import type { WriteOptions } from "../fit.ts";
import { usualNames } from "./recognise-columns.ts";

export interface CsvForm {
  readonly delimiter?: "," | "\t";
  readonly excel?: string | null;
  /** Puts a quote before cells that a spreadsheet would run as formulas. @default false */
  readonly isGuarded?: boolean;
}

const ROWS_AT_ONCE = 500;

/** Yields CSV, names first. For Excel, adds a byte order mark. Some locales need semicolons and decimal commas. */
export function* csvText(rows: Iterable<readonly string[]>, form: CsvForm = {}): Iterable<string> {
  const hasCommas = form.excel != null && hasDecimalCommas(form.excel);
  const delimiter = form.delimiter === "\t" ? "\t" : hasCommas ? ";" : ",";
  // Quotes cells with rare line ends or outer white space, which programs read differently without quotes.
  const options = { delimiter, quoted_match: /[\r\u0085\u2028\u2029]|^\s|\s$/ };
  if (form.excel != null) yield "\ufeff";
  let waiting: (readonly string[])[] = [];
  for (const row of shownCells(rows, form)) {
    waiting.push(row);
    if (waiting.length < ROWS_AT_ONCE) continue;
    yield stringify(waiting as string[][], options);
    waiting = [];
  }
  yield stringify(waiting as string[][], options);
}

function hasDecimalCommas(locale: string): boolean {
  return new Intl.NumberFormat(locale).format(0.5).includes(",");
}

/** Columns of texts, names and ids. Decimal points in their cells do not become commas. */
const textKeys = new Set(
  Object.entries(usualNames).flatMap(([role, names]) => (role === "rank" ? [] : names.map(columnKey))),
);

function* shownCells(rows: Iterable<readonly string[]>, { excel, isGuarded = false }: CsvForm) {
  const hasCommas = excel != null && hasDecimalCommas(excel);
  let isText: readonly boolean[] | null = null;
  for (const row of rows) {
    isText ??= row.map((name) => textKeys.has(columnKey(name)));
    const isOwn = isText;
    yield !hasCommas && !isGuarded
      ? row
      : row.map((cell, index) => {
          if (!isNumeral.test(cell)) return isGuarded ? escapeFormula(cell) : cell;
          return hasCommas && !isOwn[index] ? cell.replace(".", ",") : cell;
        });
  }
}

/** A negative number is not a formula. */
const isNumeral = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Matches cells that `csvText` quotes if the delimiter is a tab. */
const needsQuotes = /["\t\r\n\u0085\u2028\u2029]|^\s|\s$/;

export type WrittenTable = "csv" | "tsv" | "jsonl";

export type WrittenColumn = readonly [name: string, cellOf: (row: number) => string];

export interface TableRows {
  readonly rows: number;
  readonly columns: readonly WrittenColumn[];
}

export function formattedTable(
  format: WrittenTable,
  tables: readonly TableRows[],
  number: string,
  { excel, spreadsheetSafe }: Pick<WriteOptions, "excel" | "spreadsheetSafe">,
): Iterable<string> {
  const names = tables[0]?.columns.map(([name]) => name) ?? [];
  function* cells(): Iterable<readonly string[]> {
    for (const { rows, columns } of tables) {
      for (let row = 0; row < rows; row++) yield columns.map(([, cellOf]) => cellOf(row));
    }
  }
  function* jsonLines(): Iterable<string> {
    const numberIn = (cell: string) => (cell === "" ? null : Number(cell));
    for (const row of cells()) {
      const entries = row.map((cell, index) => [names[index], names[index] === number ? numberIn(cell) : cell]);
      yield `${JSON.stringify(Object.fromEntries(entries))}\n`;
    }
  }
  if (format === "jsonl") return jsonLines();
  const delimiter = format === "csv" ? "," : "\t";
  return delimitedText(names, cells, { delimiter, excel: excel ?? null, isGuarded: spreadsheetSafe });
}

/** @param rows - returns the rows below the names; called twice for TSV */
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
  // In TSV, all cells are in quotes, or none. If all column names are, `quoteOf` knows that quotes enclose cells.
  if (delimiter === "\t" && hasQuotes(all())) {
    if (form.excel != null) yield "\ufeff";
    const quotedCell = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    for (const cells of shownCells(all(), inCells)) yield `${cells.map(quotedCell).join("\t")}\n`;
  } else yield* csvText(all(), form);
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
