/** Reads rows of CSV and TSV. Only this file imports csv-parse. Adds file, line and remedy to the errors. */

import { CsvError, type Parser, parse } from "csv-parse";
import { at } from "../../core/at.ts";
import { counted, quoted } from "../../core/text/wording.ts";
import { columnKey } from "../../core/titles/keys.ts";
import type { Warning } from "../../core/warnings.ts";
import { boundOf, inputError, isUnrated, requireWithin, thousands } from "../input-error.ts";
import { guardOf } from "../labels/label-manifest.ts";
import { peek } from "../open-input.ts";
import {
  cellsOf,
  delimiterOf,
  filledLines,
  firstLine,
  inPattern,
  quoteOf,
  separatorLine,
  withoutQuotedCells,
} from "./delimiter.ts";
import { isRowNumbers, mayHaveRole } from "./recognise-columns.ts";
import type { OnRow, TableFormat } from "./table.ts";

export interface DelimitedText {
  /** Possible delimiters, see `delimiterOf`. @default all */
  readonly delimiters?: readonly string[];
  /** Null if quotes are ordinary characters. @default from the delimiter and the text, see `quoteOf` */
  readonly quote?: null;
  /** Returns the column names if the first row does not have them; null if it does. @default null */
  readonly namesOf?: (first: readonly string[]) => readonly string[] | null;
  /** Whether a row must have a cell in this column. Otherwise a missing cell is empty. @default true */
  readonly needs?: (name: string, cells: readonly string[]) => boolean;
}

type ParsedRow = { readonly record: readonly string[]; readonly line: number };

export const HEAD_CHARACTERS = 1 << 16;

/** Skips rows without text, counts rows that repeat the column names, and ignores empty cells after the last column. */
export async function readDelimited(
  pieces: AsyncIterable<string>,
  source: string,
  { delimiters, quote, namesOf = () => null, needs = () => true }: DelimitedText,
  onRow: OnRow,
): Promise<readonly Warning[]> {
  const { first: head, all } = await peek(pieces, HEAD_CHARACTERS);
  const delimiter = delimiterOf(head, delimiters);
  const separation: Separation = { delimiter, quote: quote === null ? null : quoteOf(head, delimiter), isNamed: true };
  const bare = inPattern(delimiter);
  const firstNames = withoutQuotedCells(firstLine(head.replace(separatorLine, "")));
  // If column names are written as `query | title`, removes spaces around cells, but not spaces inside quotes.
  const isPadded = separation.quote !== null && new RegExp(` ${bare}|${bare} `).test(firstNames);
  // Some programs write a space before a quoted cell: `1, "Pears, in winter"`.
  const spacedQuote = new RegExp(`${bare} +"(?:[^"]|"")*"(?= *(?:${bare}|\\r|\\n|$))`);
  let names: readonly string[] | null = null;
  let isHeader = (_: readonly string[]) => false;
  const plain = guardOf(source);
  let decimals: readonly number[] | null = null;
  let repeatedHeaders = 0;
  let endOfLast = 0;
  let returnsInside = 0;
  // Counts lines here, because the loop below does not receive the last rows before an error.
  const onRecord = (record: readonly string[], { lines }: { lines: number }): ParsedRow => {
    // csv-parse counts \r\n inside a cell as two lines.
    returnsInside += countInside(record, "\r");
    endOfLast = lines - returnsInside;
    return { record, line: endOfLast - countInside(record, "\n") };
  };
  const fitted = (record: readonly string[], names: readonly string[], line: number): readonly string[] => {
    const isMissing = (name: string) => name.trim() !== "" && needs(name, record);
    if (record.slice(names.length).every(isBlank) && !names.slice(record.length).some(isMissing)) {
      return names.map((_, index) => record[index] ?? "");
    }
    const remedy =
      separation.quote === null
        ? "Remove tabs and line breaks from its cells"
        : `${separators(separation)} Quote cells that contain the delimiter`;
    const mayBeNamed = record.length === names.length + 1 && /^\d+$/.test(record[0] ?? "");
    const inR = mayBeNamed ? " If R wrote it, pass row.names = FALSE." : "";
    const what =
      `the row has ${counted(record.length, "cell")}, ${record.length > names.length ? "too many" : "too few"} for ` +
      `${counted(names.length, "column")} (${names.join(", ")}). ${remedy}, or complete the row.${inR}`;
    throw inputError("INVALID_ROW", source, what, { line, cells: record.length, columns: names.length });
  };
  const parser = parse({
    delimiter,
    quote: separation.quote,
    // By default, csv-parse only accepts the kind of line break that ends the first row.
    record_delimiter: head.includes("\r\r\n") ? ["\r\r\n", "\r\n", "\n"] : ["\r\n", "\n"],
    // csv-parse's types let `on_record` return only cells.
    on_record: onRecord as never,
    relax_column_count: true,
    skip_empty_lines: true,
    ltrim: isPadded || (separation.quote !== null && spacedQuote.test(head)),
    rtrim: isPadded,
    // 0 means no limit.
    max_record_size: Number.isFinite(boundOf("row")) ? boundOf("row") : 0,
  });
  try {
    for await (const { record, line } of parsedRows(all, parser)) {
      if (record.every(isBlank)) continue;
      if (names === null) {
        names = namesOf(record);
        separation.isNamed = names === null;
        if (names === null) {
          requireWithin("columns", record.length, source, line);
          names = hasRowNames(head, delimiter) ? ["", ...record] : record;
          isHeader = headerTest(record);
          continue;
        }
      }
      if (isWithoutValues(record, names) || separatorLine.test(record.join(delimiter))) continue;
      if (isHeader(record)) {
        repeatedHeaders++;
        continue;
      }
      const isWhole = record.length === names.length;
      const cells = isWhole ? record : fitted(record, names, line);
      decimals ??= decimalColumns(head, names, delimiter);
      const withPoint = (cell: string, index: number) =>
        decimals?.includes(index) && numberWithComma.test(cell) ? cell.replace(",", ".") : cell;
      const numbers = decimals.length === 0 ? cells : cells.map(withPoint);
      onRow(names, plain === null ? numbers : numbers.map(plain), line);
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const isUnclosed = cause.code === "CSV_QUOTE_NOT_CLOSED" || cause.code === "CSV_MAX_RECORD_SIZE";
    const line = isUnclosed ? endOfLast + 1 : Number(cause["lines"] ?? 0) - returnsInside;
    if (cause.code === "CSV_MAX_RECORD_SIZE") requireWithin("row", boundOf("row") + 1, source, line);
    throw inputError("INVALID_FORMAT", source, explain(cause, separation), { line, cause });
  }
  const seen = new Set<string>();
  const twice = (names ?? []).filter((name) => name.trim() !== "" && seen.size === seen.add(name).size);
  return [
    ...(repeatedHeaders > 0 ? [{ kind: "repeated-headers", source, count: repeatedHeaders } as const] : []),
    ...(twice.length > 0 ? [{ kind: "columns-of-one-name", source, names: [...new Set(twice)] } as const] : []),
  ];
}

/** Returns whether rows start with an extra cell that counts from 1, as R's `write.table` writes them. */
function hasRowNames(head: string, delimiter: string): boolean {
  const [first = "", ...rows] = filledLines(head.replace(separatorLine, "")).map((line) => cellsOf(line, delimiter));
  // If the head is full, its last line may be incomplete.
  const whole = head.length < HEAD_CHARACTERS ? rows : rows.slice(0, -1);
  return whole.length > 1 && whole.every((row, index) => row.length === first.length + 1 && row[0] === `${index + 1}`);
}

/** Returns whether a row is empty, or repeats one `noValue` in all filled cells (at least two). Ignores row numbers. */
function isWithoutValues(record: readonly string[], names: readonly string[]): boolean {
  const filled = record.filter((cell, index) => !isBlank(cell) && !isRowNumbers(names[index] ?? " "));
  return filled.length !== 1 && filled.every((cell) => cell === filled[0] && noValue.test(cell));
}

const noValue = /^(?:NA|NaN|nan|<NA>)$/;

/** Returns a test for rows that repeat the names. In joined files, case or a byte order mark may differ. */
function headerTest(names: readonly string[]): (record: readonly string[]) => boolean {
  const keysOf = (cells: readonly string[]) => {
    const keys = cells.map((cell) => columnKey(cell.replace("\ufeff", "")));
    return keys.slice(0, keys.findLastIndex((key) => key !== "") + 1);
  };
  const [first = ""] = names;
  const wanted = keysOf(names);
  return (record) => {
    const [cell = ""] = record;
    // Comparing lengths excludes most rows without making keys.
    if (names.length === 1 || Math.abs(cell.length - first.length) > 2) return cell === first && record.length === 1;
    const keys = keysOf(record);
    return keys.length === wanted.length && keys.every((key, index) => key === wanted[index]);
  };
}

/** Uses write and events, because csv-parse's streams are not iterable in a browser. */
async function* parsedRows(pieces: AsyncIterable<string>, parser: Parser): AsyncIterable<ParsedRow> {
  const rows: ParsedRow[] = [];
  parser.on("data", (row: ParsedRow) => rows.push(row));
  const ended = new Promise<void>((resolve, reject) => {
    parser.on("end", resolve);
    parser.on("error", reject);
  });
  // Prevents an unhandled rejection if parsing fails before the promise is awaited.
  ended.catch(() => undefined);
  let isFirst = true;
  for await (const piece of pieces) {
    const text = isFirst ? piece.replace(separatorLine, "") : piece;
    isFirst = false;
    await Promise.race([ended, new Promise((resolve) => parser.write(text, resolve))]);
    yield* rows.splice(0);
  }
  parser.end();
  await ended;
  yield* rows;
}

const numberWithComma = /^\s*[-+]?\d+,\d+(?:e[-+]?\d+)?\s*$/i;

/** Returns indexes of columns with numbers such as 0,5. Excludes names and ids, which may look like numbers. */
function decimalColumns(head: string, names: readonly string[], delimiter: string): number[] {
  if ((delimiter !== ";" && delimiter !== "\t") || !/\d,\d/.test(head)) return [];
  const rows = filledLines(head)
    .map((line) => cellsOf(line, delimiter))
    .filter((cells) => cells.length === names.length && cells.some((cell, index) => cell !== names[index]));
  const isNumber = (cell: string) => isUnrated(cell) || numberWithComma.test(cell) || /^\s*[-+]?\d+\s*$/.test(cell);
  return [...names.keys()].filter((index) => {
    const cells = rows.map((row) => at(row, index));
    const withComma = cells.filter((cell) => numberWithComma.test(cell));
    // 1,234 may mean 1234, so a column of such numbers stays unchanged and causes an error later.
    if (withComma.length > 0 && withComma.every((cell) => thousands.test(cell))) return false;
    return !mayHaveRole(at(names, index)) && cells.every(isNumber);
  });
}

interface Separation {
  readonly delimiter: string;
  readonly quote: '"' | null;
  isNamed: boolean;
}

function isBlank(cell: string): boolean {
  return cell === "" || cell.trim() === "";
}

function explain(error: CsvError, options: Separation): string {
  switch (error.code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return 'a quote opened in this row is never closed. Close it, or write a quote inside a cell as "".';
    case "INVALID_OPENING_QUOTE":
      return `a quote is inside an unquoted cell. ${separators(options)} Quote the whole cell and write the quote as "".`;
    case "CSV_INVALID_CLOSING_QUOTE":
      return `text follows a closing quote. ${separators(options)} Write a quote inside a cell as "".`;
    default:
      return `${error.message}. Correct the row.`;
  }
}

/** Names the delimiter that was recognised, so that users can see a wrong one. */
function separators({ delimiter, isNamed }: Separation): string {
  const what = { ",": "Commas", ";": "Semicolons", "\t": "Tabs", "|": "Bars" }[delimiter] ?? quoted(delimiter);
  return `${what} separate the cells${isNamed ? ", as in the first line" : ""}.`;
}

function countInside(record: readonly string[], character: string): number {
  let count = 0;
  for (const cell of record) {
    for (let at = cell.indexOf(character); at >= 0; at = cell.indexOf(character, at + 1)) count++;
  }
  return count;
}

function delimitedFormat(name: string, delimiters: readonly string[], detect: (head: string) => boolean): TableFormat {
  const read: TableFormat["read"] = (pieces, source, wants, onRow, titles) => {
    // A row's only cell may be a query. A delimiter in this cell shows that the row was not split into cells.
    const isLone = ([first = "", ...others]: readonly string[]) => others.length === 0 && !/[\t,;|]/.test(first);
    const needs = (name: string, cells: readonly string[]) =>
      wants(name) && !(titles?.hasLoneQueries === true && isLone(cells));
    return readDelimited(pieces, source, { delimiters, needs }, onRow);
  };
  return { name, detect, read };
}

// Tried last: any other text is read as CSV, and the errors say what is missing.
export const csv = delimitedFormat("csv", [",", ";", "|"], () => true);
export const tsv = delimitedFormat("tsv", ["\t"], (head) => delimiterOf(head) === "\t");
