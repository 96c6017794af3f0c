/** Which rows does a Parquet file hold? The only door to hyparquet. */
import type { AsyncBuffer, Compressors, FileMetaData, ParquetParsers, SchemaElement, SchemaTree } from "hyparquet";
import { messageOf, SemqrelError } from "../../core/errors.ts";
import { requireExpansion } from "../input-bounds.ts";
import { inputError } from "../input-error.ts";
import type { InputText } from "../open-input.ts";
import { requireSoundRuns } from "./parquet-pages.ts";
import type { OnRow } from "./table.ts";

/** What a row takes in memory at the least: a file of a few bytes may repeat one row a million times. */
const BYTES_A_ROW = 16;

/**
 * The rows one after another, one group of rows in memory at a time. Cells of columns that are not wanted are "" and not
 * even decompressed. Numbers are their shortest text (whole numbers all digits), dates and times ISO 8601, null and NaN
 * "". A row's line is its 1-based number.
 *
 * @returns the number of rows
 * @throws SemqrelError INVALID_FORMAT for a file that is damaged, cut short or no Parquet; INVALID_ENCODING;
 *         INVALID_ROW for a wanted cell that is no text, number or date   details: { file, line?, column?, group? }, the
 *         group of rows from 1
 */
export async function scanParquet(input: InputText, wants: (name: string) => boolean, onRow: OnRow): Promise<number> {
  const { source, parquet } = input;
  if (parquet === null) {
    const what = "it is no Parquet file, which would begin with PAR1. Leave --input-format out.";
    throw inputError("INVALID_FORMAT", source, what);
  }
  // Other formats need not wait for these to load.
  const [hyparquet, { compressors }] = await Promise.all([import("hyparquet"), import("hyparquet-compressors")]);
  const bytes: Buffer[] = [];
  // A file is read here only for its hash; a pipe is kept.
  for await (const piece of input.bytes) if (parquet.path === null) bytes.push(piece);
  try {
    const file =
      parquet.path === null
        ? new Uint8Array(Buffer.concat(bytes)).buffer
        : await hyparquet.asyncBufferFromFile(parquet.path);
    const metadata = await hyparquet.parquetMetadataAsync(file, { geoparquet: false });
    const schema = hyparquet.parquetSchema(metadata);
    const elements = schema.children.map(({ element }) => element);
    for (const element of elements) {
      const { logical_type: logical } = element;
      // hyparquet converts by the older name of a type, which newer writers may leave out.
      if (logical?.type === "DATE" || logical?.type === "DECIMAL") element.converted_type ??= logical.type;
      if (logical?.type === "DECIMAL") element.scale ??= logical.scale;
    }
    const groups = metadata.row_groups.map((group) => Number(group.num_rows));
    const rows = groups.reduce((sum, count) => sum + count, 0);
    if (rows !== Number(metadata.num_rows)) {
      throw damaged(source, `it says ${metadata.num_rows} rows, and its groups hold ${rows}`);
    }
    requireExpansion(file.byteLength, rows * BYTES_A_ROW, source);
    const names = elements.map(({ name }) => name);
    const readColumn = async (element: SchemaElement, begin: number, end: number): Promise<readonly string[]> => {
      const { name } = element;
      const cells: string[] = [];
      const chunks: { readonly rowStart: number; readonly columnData: ArrayLike<unknown> }[] = [];
      try {
        await requireSoundColumn(name, { file, metadata, schema, compressors, source, begin, end });
        await hyparquet.parquetRead({
          file,
          metadata,
          compressors,
          columns: [name],
          rowStart: begin,
          rowEnd: end,
          parsers: parsersOf(name, source),
          // An error in here would not be caught.
          onChunk: (chunk) => chunks.push(chunk),
        });
      } catch (cause) {
        throw cause instanceof SemqrelError ? cause : damaged(source, messageOf(cause), { column: name }, cause);
      }
      const toCell = cellsOf(element, source);
      for (const { columnData } of chunks.sort((one, other) => one.rowStart - other.rowStart))
        for (let place = 0; place < columnData.length; place++)
          cells.push(toCell(columnData[place], begin + cells.length + 1));
      if (cells.length === end - begin) return cells;
      throw damaged(source, `it has ${cells.length} of ${end - begin} rows`, { column: name });
    };
    let begin = 0;
    for (const group of groups) {
      const columns: { readonly place: number; readonly column: readonly string[] }[] = [];
      for (const [place, element] of elements.entries()) {
        if (!wants(element.name)) continue;
        columns.push({ place, column: await readColumn(element, begin, begin + group) });
      }
      const cells = names.map(() => "");
      for (let row = 0; row < group; row++) {
        for (const { place, column } of columns) cells[place] = column[row] as string;
        onRow(names, cells, begin + row + 1);
      }
      begin += group;
    }
    return rows;
  } catch (cause) {
    if (cause instanceof SemqrelError) throw cause;
    throw damaged(source, messageOf(cause), {}, cause);
  }
}

interface ColumnPlace {
  readonly file: AsyncBuffer;
  readonly metadata: FileMetaData;
  readonly schema: SchemaTree;
  readonly compressors: Compressors;
  readonly source: string;
  /** Rows, of whole groups. */
  readonly begin: number;
  readonly end: number;
}

/** To be called before hyparquet decodes the column, as nothing could stop it then. */
async function requireSoundColumn(name: string, place: ColumnPlace): Promise<void> {
  const { file, metadata, schema, compressors, source, begin, end } = place;
  let row = 0;
  for (const [group, { num_rows: count, columns }] of metadata.row_groups.entries()) {
    row += Number(count);
    if (row <= begin || row - Number(count) >= end) continue;
    for (const { meta_data: column } of columns) {
      if (column?.path_in_schema[0] !== name) continue;
      const first = Number(column.dictionary_page_offset || column.data_page_offset);
      const last = first + Number(column.total_compressed_size);
      const { codec } = column;
      try {
        const path = pathOf(schema, column.path_in_schema);
        const isFlat = path.length === 1 && path[0]?.repetition_type !== "REPEATED";
        requireSoundRuns({
          bytes: new Uint8Array(await file.slice(first, last)),
          values: Number(isFlat ? count : column.num_values),
          isFlat,
          isBoolean: column.type === "BOOLEAN",
          definition: path.filter(({ repetition_type: repetition }) => repetition !== "REQUIRED").length,
          repetition: path.filter(({ repetition_type: repetition }) => repetition === "REPEATED").length,
          requireSize: (packed, size) => requireExpansion(packed, size, source),
          decompress: (page, size) => (codec === "UNCOMPRESSED" ? page : (compressors[codec]?.(page, size) ?? page)),
        });
      } catch (cause) {
        if (cause instanceof SemqrelError && cause.details["bound"] !== undefined) throw cause;
        throw damaged(source, messageOf(cause), { column: name, group: group + 1 }, cause);
      }
    }
  }
}

/** The elements below the root that lead to a column. */
function pathOf(schema: SchemaTree, names: readonly string[]): SchemaElement[] {
  const path: SchemaElement[] = [];
  let tree: SchemaTree | undefined = schema;
  for (const name of names) {
    tree = tree.children.find(({ element }) => element.name === name);
    if (tree === undefined) throw new SemqrelError("INVALID_FORMAT", `${names.join(".")} is not in its schema`);
    path.push(tree.element);
  }
  return path;
}

/** @param place column and group of rows, where they are known */
function damaged(
  source: string,
  why: string,
  place: { readonly column?: string; readonly group?: number } = {},
  cause?: unknown,
): SemqrelError {
  const { column, group } = place;
  const inGroup = group === undefined ? "" : `, group of rows ${group}`;
  const found = column === undefined ? why : `column "${column}"${inGroup}: ${why}`;
  const what = `the Parquet file is damaged or cut short (${found}). Copy it again, or write it with snappy or zstd.`;
  return inputError("INVALID_FORMAT", source, what, { ...place, cause });
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
        const what = `column "${column}" holds bytes that are not UTF-8. Write it as text.`;
        throw inputError("INVALID_ENCODING", source, what, { column, cause });
      }
    },
  };
}

/** Turns a value of one column, in a 1-based row, into its text. */
function cellsOf(element: SchemaElement, source: string): (value: unknown, row: number) => string {
  const { name, type, scale = 0 } = element;
  const isDecimal = element.converted_type === "DECIMAL";
  const refuse = (line: number, what: string) =>
    inputError("INVALID_ROW", source, `column "${name}" holds ${what}`, { line, column: name });
  return (value, row) => {
    if (value === null || value === undefined || Number.isNaN(value)) return "";
    if (typeof value === "number" && isDecimal) {
      // hyparquet gives doubles, multiplied by an inexact power of ten.
      if (Math.abs(value) * 10 ** scale <= Number.MAX_SAFE_INTEGER) return String(Number(value.toFixed(scale)));
      throw refuse(row, "a decimal of more digits than can be kept. Write the column as text.");
    }
    if (typeof value === "number" && type === "FLOAT") return shortestFloat(value);
    if (value instanceof Date) return value.toISOString();
    if (typeof value !== "object") return String(value);
    const what = Array.isArray(value) ? "a list" : value instanceof Uint8Array ? "bytes" : "an object";
    throw refuse(row, `${what}. Give text or a number.`);
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
