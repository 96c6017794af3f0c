/** How are delimited rows read? The door to csv-parse, whose errors get the file, the line and what to do. */
import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import type { SemqrelError } from "../../core/errors.ts";
import { counted, quoted } from "../../core/text/wording.ts";
import { boundOf, requireWithin } from "../input-bounds.ts";
import { inputError } from "../input-error.ts";
import { guardOf } from "../labels/label-manifest.ts";
import type { OnRow } from "./table.ts";

export interface DelimitedText {
  readonly delimiter: string;
  /** Null where quotes are ordinary characters (TSV). */
  readonly quote: string | null;
  /** Of the columns; null where the first row gives them. */
  readonly names: readonly string[] | null;
}

interface ParsedRow {
  readonly record: readonly string[];
  /** 1-based, where the row begins. */
  readonly line: number;
}

/**
 * Cells of a folder of labels come without the quotes that `--spreadsheet-safe` put before them.
 *
 * @throws SemqrelError INVALID_FORMAT  an unclosed or misplaced quote   details: { file, line }
 * @throws SemqrelError INVALID_ROW     too many or too few cells        details: { file, line, cells, columns }
 */
export async function readDelimited(
  pieces: AsyncIterable<string>,
  source: string,
  options: DelimitedText,
  onRow: OnRow,
): Promise<void> {
  let names = options.names;
  const plain = guardOf(source);
  let endOfLast = 0;
  let returnsInside = 0;
  // The loop below does not see the last rows before an error.
  const onRecord = (record: readonly string[], { lines }: { lines: number }): ParsedRow => {
    // csv-parse counts \r\n inside a cell as two lines.
    returnsInside += countInside(record, "\r");
    endOfLast = lines - returnsInside;
    return { record, line: endOfLast - countInside(record, "\n") };
  };
  const parser = parse({
    delimiter: options.delimiter,
    quote: options.quote,
    // By default the first line break counts for all rows.
    record_delimiter: ["\r\n", "\n"],
    // The types of csv-parse allow rows of cells only.
    on_record: onRecord as never,
    relax_column_count: true,
    skip_empty_lines: true,
    // 0 for none.
    max_record_size: Number.isFinite(boundOf("row")) ? boundOf("row") : 0,
  });
  const input = Readable.from(pieces);
  input.on("error", (error) => parser.destroy(error));
  try {
    for await (const { record, line } of input.pipe(parser) as AsyncIterable<ParsedRow>) {
      if (names === null) {
        names = record;
        requireWithin("columns", record.length, source, line);
        continue;
      }
      if (record.length !== names.length) throw wrongLength(source, line, record, names, options);
      onRow(names, plain === null ? record : record.map(plain), line);
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const isUnclosed = cause.code === "CSV_QUOTE_NOT_CLOSED" || cause.code === "CSV_MAX_RECORD_SIZE";
    const line = isUnclosed ? endOfLast + 1 : linesOf(cause) - returnsInside;
    if (cause.code === "CSV_MAX_RECORD_SIZE") requireWithin("row", boundOf("row") + 1, source, line);
    throw inputError("INVALID_FORMAT", source, explain(cause, options), { line, cause });
  }
}

function explain(error: CsvError, options: DelimitedText): string {
  switch (error.code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return 'a quote opened in this row is never closed. Close it, or write a quote inside a cell as "".';
    case "INVALID_OPENING_QUOTE":
      return `a quote stands inside an unquoted cell. ${separators(options)} Quote the whole cell and write the quote as "".`;
    case "CSV_INVALID_CLOSING_QUOTE":
      return `text follows a closing quote. ${separators(options)} Write a quote inside a cell as "".`;
    default:
      return `${error.message}. Correct the row.`;
  }
}

/** What was taken to stand between cells: a first line with another delimiter than the rest misleads. */
function separators({ delimiter, names }: DelimitedText): string {
  const what = { ",": "Commas", ";": "Semicolons" }[delimiter] ?? quoted(delimiter);
  return `${what} separate the cells${names === null ? ", as in the first line" : ""}.`;
}

function wrongLength(
  source: string,
  line: number,
  record: readonly string[],
  names: readonly string[],
  options: DelimitedText,
): SemqrelError {
  const comparison = record.length > names.length ? "too many" : "too few";
  const mend =
    options.quote === null
      ? "Take tabs and line breaks out of its cells"
      : `${separators(options)} Quote cells that hold the delimiter`;
  const what =
    `the row has ${counted(record.length, "cell")}, ${comparison} for ` +
    `${counted(names.length, "column")} (${names.join(", ")}). ${mend}, or complete the row.`;
  return inputError("INVALID_ROW", source, what, { line, cells: record.length, columns: names.length });
}

function countInside(record: readonly string[], character: string): number {
  let count = 0;
  for (const cell of record) {
    for (let at = cell.indexOf(character); at >= 0; at = cell.indexOf(character, at + 1)) count++;
  }
  return count;
}

function linesOf(error: CsvError): number {
  const { lines } = error as CsvError & { lines?: unknown };
  return typeof lines === "number" ? lines : 0;
}
