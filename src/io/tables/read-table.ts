/** Reads files with rows in any format. */
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { requireReadableText } from "../encoding.ts";
import { inputError } from "../input-error.ts";
import { closing, decodeText, type InputText, openInput, peek, withoutMark } from "../open-input.ts";
import { cellsOf, delimiterOf, firstLine, firstLines } from "./delimiter.ts";
import { isExportColumn, rowsOfExport, rowsOfTitleLists } from "./formats/exports.ts";
import { jsonl } from "./formats/jsonl.ts";
import { msmarco, trecRun } from "./formats/line-runs.ts";
import { ranx } from "./formats/ranx.ts";
import { nbib, ris } from "./formats/references.ts";
import { elasticsearch, solr, typesense, vespa } from "./formats/search-response.ts";
import { csv, tsv } from "./read-csv.ts";
import { scanParquet } from "./read-parquet.ts";
import { findColumn, isAmong, seemNames, usualNames } from "./recognise-columns.ts";
import {
  type OnRow,
  once,
  type ScannedTable,
  type Table,
  type TableFormat,
  type TitleChoice,
  tableBuilder,
  type Wants,
} from "./table.ts";

/** Text formats in the order in which `detect` is tried. JSONL comes late, because it accepts any JSON. */
export const tableFormats: readonly TableFormat[] = [
  elasticsearch,
  solr,
  vespa,
  typesense,
  ranx,
  jsonl,
  ris,
  nbib,
  trecRun,
  msmarco,
  tsv,
  csv,
];
const delimited: readonly TableFormat[] = [jsonl, tsv, csv];
export const responseFormats: readonly string[] = [elasticsearch, solr, vespa, typesense].map(({ name }) => name);
const parquet = "parquet";
/** Number of characters or bytes that show the format: enough for JSON that starts with many short lines. */
const headLength = 1 << 16;

/** @param format - a name of `tableFormats`, "parquet", or null to recognise it */
export async function readTable(path: string, wants: Wants, format: string | null, titles?: TitleChoice) {
  const input = await openInput(path);
  return closing(input, () => readOpenedTable(input, wants, format, titles));
}

/** Like `readTable`, for an input that was opened to recognise its format. @param titles - for saved responses */
export async function readOpenedTable(
  input: InputText,
  wants: Wants,
  format: string | null,
  titles?: TitleChoice,
): Promise<Table> {
  const builder = tableBuilder(wants);
  const scanned = await scanOpenedTable(input, wants, format, () => builder.onRow, titles);
  return { ...builder.finish(), ...scanned };
}

/** Passes on rows, and keeps at most one row group of Parquet. @param rowsTo - returns the receiver of the rows */
export async function scanOpenedTable(
  input: InputText,
  wants: Wants,
  format: string | null,
  rowsTo: (format: string) => OnRow,
  titles?: TitleChoice,
): Promise<ScannedTable> {
  const { source } = input;
  const isParquet = format === parquet || (format === null && input.parquet !== null);
  const found = isParquet
    ? { format: parquet, rows: await scanParquet(input, wants, rowsTo(parquet)), warnings: [] }
    : await scanText(input, wants, format, rowsTo, titles);
  if (found.rows > 0) return { source, ...found, sha256: input.sha256(), sizeBytes: input.sizeBytes() };
  const isResponse = responseFormats.includes(found.format);
  const isTable = found.format !== jsonl.name;
  const missing = isTable ? "it has no rows below the column names" : "it has no rows";
  const what = isResponse
    ? "the response has no hits. Give a file with results."
    : `${missing}. Give a file with rows.`;
  throw inputError("EMPTY_FILE", source, what);
}

async function scanText(
  { pieces, source }: InputText,
  wants: Wants,
  format: string | null,
  rowsTo: (format: string) => OnRow,
  titles: TitleChoice | undefined,
) {
  const { first, all } = await peek(pieces, headLength);
  requireLines(first, source);
  const chosen = tableFormats.find((known) => (format === null ? known.detect(first) : known.name === format));
  if (chosen === undefined) {
    const known = [...tableFormats.map(({ name }) => name), parquet].join(", ");
    throw invalidOption(`Reading ${source}: there is no format "${format}". Known: ${known}.`, { format });
  }
  const { name } = chosen;
  const exported = delimited.includes(chosen) ? rowsOfExport(rowsTo(name)) : rowsTo(name);
  const { onRow, end } = rowsOfTitleLists(exported);
  let rows = 0;
  const counted: OnRow = (names, cells, line) => {
    rows++;
    onRow(names, cells, line);
  };
  try {
    const isWanted = once((column) => wants(column) || isExportColumn(column));
    const warnings = await chosen.read(all, source, isWanted, counted, titles);
    end();
    return { format: name, rows, warnings };
  } catch (error) {
    const unasked = format === null ? chosen : tableFormats.find((known) => known.detect(first));
    const isHelpful = titles?.hasInputFormat === true && unasked !== undefined && unasked !== chosen;
    if (!(error instanceof SemqrelError) || !isHelpful) throw error;
    const message = `${error.message} Without --input-format, it is read as ${unasked.name}.`;
    throw new SemqrelError(error.code, message, { details: error.details, cause: error });
  }
}

/** Rejects blank texts, files such as HTML, lines above the column names, and lines that end with \r alone. */
function requireLines(head: string, source: string): void {
  const text = head.trim();
  if (text === "") throw inputError("EMPTY_FILE", source, "it has only blank lines. Give a file with rows.");
  requireReadableText(text, source);
  requireNamesFirst(head, source);
  if (text.includes("\n") || !text.includes("\r")) return;
  const what = "its lines end with carriage returns only, as on old Macs. Save it with line feeds (tr '\\r' '\\n').";
  throw inputError("INVALID_FORMAT", source, what);
}

function requireNamesFirst(head: string, source: string): void {
  const lines = firstLines(head, LINES_ABOVE);
  const first = firstLine(head);
  const cells = (line: string) => cellsOf(line, delimiterOf(line));
  const known = (line: string) => cells(line).filter((cell) => isNameOfHeader(cell.trim())).length;
  if (known(first) > 0) return;
  const isFilled = (text: string) => text.trim() !== "";
  // Accepts unusual names in `line` if line 1 has fewer filled cells, and each later line has as many cells as `line`.
  const areGuessed = (line: string, place: number) => {
    const delimiter = delimiterOf(line);
    const names = cellsOf(line, delimiter);
    const later = lines.slice(place + 1).filter(isFilled);
    if (later.length === 0 || !seemNames(names) || jsonl.detect(head)) return false;
    const isShorter = cellsOf(first, delimiter).filter(isFilled).length < names.filter(isFilled).length;
    return isShorter && later.every((other) => cellsOf(other, delimiter).length === names.length);
  };
  const areUsual = (line: string) => known(line) >= 2 && findColumn(cells(line), decisiveNames) !== null;
  const index = lines.findIndex((line, place) => areUsual(line) || areGuessed(line, place));
  if (index < 0) return;
  const names = cells(lines[index] ?? "").filter((name) => name !== "");
  const what = `this line seems to contain the column names (${names.join(", ")}). Remove the lines above it.`;
  throw inputError("INVALID_FORMAT", source, what, { line: index + 1 });
}

const LINES_ABOVE = 20;
const decisiveNames = [...usualNames.query, ...usualNames["query id"], ...usualNames.title];

const isNameOfHeader = isAmong([...Object.values(usualNames).flat(), "docid", "label", "rating", "score"]);

export type PeekedInput = Awaited<ReturnType<typeof peekInput>>;

/** Maximum number of bytes to read to find the end of line 1. The start of a longer line is enough. */
const lineBytes = 1 << 22;

/** @returns `head`, the start of the text; "" for Parquet */
export async function peekInput(path: string) {
  const opened = await openInput(path);
  if (opened.parquet !== null) return { input: opened, head: "" };
  const { source } = opened;
  try {
    const { first, all } = await peek(opened.bytes, headLength, lineBytes);
    const bytes = Buffer.from(first);
    const head = withoutMark(new TextDecoder().decode(bytes));
    if (bytes.includes(0)) {
      const isDatabase = bytes.toString("latin1", 0, sqliteBegin.length) === sqliteBegin;
      const what = isDatabase
        ? "it is an SQLite database. If semqrel rate wrote it, turn its ratings into judgments with semqrel gold, and give the judgments."
        : "it is binary (it has NUL bytes), and not a known format. Give a text file, or Parquet.";
      throw inputError("INVALID_FORMAT", source, what);
    }
    requireLines(head, source);
    return { input: { ...opened, bytes: all, pieces: decodeText(all, source) }, head };
  } catch (cause) {
    opened.close();
    throw cause;
  }
}

const sqliteBegin = "SQLite format 3\0";

/** Returns whether the start of a file is not UTF-8 text. */
export function isBinary(head: string): boolean {
  // The end of the head may cut a character.
  return head.replace(/\ufffd+$/, "").includes("\ufffd");
}
