/**
 * Which rows does a Parquet file hold?
 * The only door of hyparquet. Cells become the text that a CSV of the same table would have.
 */
import type { ParquetParsers, SchemaElement } from "hyparquet";
import { SemqrelError } from "../errors.ts";
import type { InputText } from "./open-input.ts";
import type { Table } from "./table.ts";

/**
 * The wanted columns, read one after another; others are not even decompressed. Numbers are their shortest text (whole
 * numbers all digits), dates and times ISO 8601, null and NaN "". A row's line is its 1-based number: messages print
 * file:line, and rows are the best a file without lines has.
 *
 * @throws SemqrelError INVALID_FORMAT for a file that is damaged, cut short or no Parquet; INVALID_ENCODING;
 *         INVALID_ROW for a wanted cell that is no text, number or date   details: { file, line?, column? }
 */
export async function readParquet(
  input: InputText,
  wants: (name: string) => boolean,
): Promise<Pick<Table, "columns" | "names" | "lines">> {
  const { source, parquet } = input;
  if (parquet === null) {
    throw new SemqrelError(
      "INVALID_FORMAT",
      `Reading ${source}: it is no Parquet file, which would begin with PAR1. Leave --input-format out.`,
      { details: { file: source } },
    );
  }
  // Here and not above: other formats must not wait for them.
  const [hyparquet, { compressors }] = await Promise.all([import("hyparquet"), import("hyparquet-compressors")]);
  const bytes: Buffer[] = [];
  // A file is read to its end for its hash alone, a pipe is kept.
  for await (const piece of input.bytes) if (parquet.path === null) bytes.push(piece);
  try {
    const file =
      parquet.path === null
        ? new Uint8Array(Buffer.concat(bytes)).buffer
        : await hyparquet.asyncBufferFromFile(parquet.path);
    const metadata = await hyparquet.parquetMetadataAsync(file, { geoparquet: false });
    const rows = Number(metadata.num_rows);
    const columns = new Map<string, readonly string[]>();
    const { children } = hyparquet.parquetSchema(metadata);
    for (const { element } of children) {
      const { name, logical_type: logical } = element;
      if (!wants(name)) continue;
      // hyparquet converts by the older name of a type, which newer writers may leave out.
      if (logical?.type === "DATE" || logical?.type === "DECIMAL") element.converted_type ??= logical.type;
      if (logical?.type === "DECIMAL") element.scale ??= logical.scale;
      const cells: string[] = [];
      const chunks: { readonly rowStart: number; readonly columnData: ArrayLike<unknown> }[] = [];
      await hyparquet.parquetRead({
        file,
        metadata,
        compressors,
        columns: [name],
        parsers: parsersOf(name, source),
        // Nothing may be thrown in here: nobody would catch it.
        onChunk: (chunk) => chunks.push(chunk),
      });
      const toCell = cellsOf(element, source);
      for (const { columnData } of chunks.sort((one, other) => one.rowStart - other.rowStart))
        for (let at = 0; at < columnData.length; at++) cells.push(toCell(columnData[at], cells.length + 1));
      if (cells.length !== rows) throw damaged(source, `column "${name}" has ${cells.length} of ${rows} rows`);
      columns.set(name, cells);
    }
    return {
      columns,
      names: children.map(({ element }) => element.name),
      lines: Int32Array.from({ length: rows }, (_, row) => row + 1),
    };
  } catch (cause) {
    if (cause instanceof SemqrelError) throw cause;
    throw damaged(source, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function damaged(source: string, why: string, cause?: unknown): SemqrelError {
  return new SemqrelError(
    "INVALID_FORMAT",
    `Reading ${source}: the Parquet file is damaged or cut short (${why}). Copy it again, or write it with snappy or zstd.`,
    { details: { file: source }, cause },
  );
}

function parsersOf(column: string, source: string): Partial<ParquetParsers> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return {
    dateFromDays: (days) => new Date(days * 86_400_000).toISOString().replace(/T.*/, ""),
    stringFromBytes(bytes) {
      if (!bytes) return bytes;
      try {
        return decoder.decode(bytes);
      } catch (cause) {
        throw new SemqrelError(
          "INVALID_ENCODING",
          `Reading ${source}: column "${column}" holds bytes that are not UTF-8. Write it as text.`,
          { details: { file: source, column }, cause },
        );
      }
    },
  };
}

/** Turns a value of one column, in a 1-based row, into its text. */
function cellsOf(element: SchemaElement, source: string): (value: unknown, row: number) => string {
  const { name, type, scale = 0 } = element;
  const isDecimal = element.converted_type === "DECIMAL";
  return (value, row) => {
    const refuse = (what: string, remedy: string) =>
      new SemqrelError("INVALID_ROW", `Reading ${source}:${row}: column "${name}" holds ${what}. ${remedy}`, {
        details: { file: source, line: row, column: name },
      });
    if (value === null || value === undefined || Number.isNaN(value)) return "";
    if (typeof value === "number" && isDecimal) {
      // They come as doubles, times a power of ten that is none.
      if (Math.abs(value) * 10 ** scale <= Number.MAX_SAFE_INTEGER) return String(Number(value.toFixed(scale)));
      throw refuse("a decimal of more digits than can be kept", "Write the column as text.");
    }
    if (typeof value === "number" && type === "FLOAT") return shortestFloat(value);
    if (value instanceof Date) return value.toISOString();
    if (typeof value !== "object") return String(value);
    const what = Array.isArray(value) ? "a list" : value instanceof Uint8Array ? "bytes" : "an object";
    throw refuse(what, "Give text or a number.");
  };
}

/** 0.1 of 32 bits is 0.10000000149011612 as a double: the fewest digits that give the same 32 bits. */
function shortestFloat(value: number): string {
  for (let digits = 1; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return String(rounded);
  }
  return String(Number(value.toPrecision(9)));
}
