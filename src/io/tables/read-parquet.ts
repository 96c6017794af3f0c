/** Reads Parquet files. Only this file imports hyparquet. */

import type { AsyncBuffer, ColumnData, Compressors, FileMetaData, ParquetParsers, SchemaElement } from "hyparquet";
import { messageOf, SemqrelError } from "../../core/errors.ts";
import { inputError, requireExpansion } from "../input-error.ts";
import type { InputText } from "../open-input.ts";
import type { OnRow, Wants } from "./table.ts";

/** Assumed size of an unpacked row. Serves to reject tiny files that repeat one row many millions of times. */
const BYTES_A_ROW = 16;

/**
 * Passes on the rows, with one group in memory at a time. Unwanted columns are "" and not decompressed. Numbers become
 * their shortest text, dates and times become ISO 8601, and null and NaN become "". A row's line is its number, from 1.
 */
export async function scanParquet(input: InputText, wants: Wants, onRow: OnRow): Promise<number> {
  const { source, parquet } = input;
  if (parquet === null) {
    const what = "it is not a Parquet file, which would begin with PAR1. Leave out the option that names the format.";
    throw inputError("INVALID_FORMAT", source, what);
  }
  // Imported here, so that other formats do not load it.
  const [hyparquet, { compressors }] = await Promise.all([import("hyparquet"), import("hyparquet-compressors")]);
  const bytes: Buffer[] = [];
  // Reads all bytes, because `input.bytes` hashes them. Keeps the bytes of a pipe, which cannot be read again.
  for await (const piece of input.bytes) if (parquet.path === null) bytes.push(piece);
  try {
    const file =
      parquet.path === null
        ? new Uint8Array(Buffer.concat(bytes)).buffer
        : await hyparquet.asyncBufferFromFile(parquet.path);
    const metadata = await hyparquet.parquetMetadataAsync(file, { geoparquet: false });
    const elements = hyparquet.parquetSchema(metadata).children.map(({ element }) => element);
    for (const element of elements) {
      const { logical_type: logical } = element;
      // To convert values, hyparquet needs the older fields `converted_type` and `scale`, which newer writers may omit.
      if (logical?.type === "DATE" || logical?.type === "DECIMAL") element.converted_type ??= logical.type;
      if (logical?.type === "DECIMAL") element.scale ??= logical.scale;
    }
    const rows = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
    if (rows !== Number(metadata.num_rows)) {
      throw damaged(source, `it declares ${metadata.num_rows} rows, but its groups have ${rows}`);
    }
    requireExpansion(file.byteLength, rows * BYTES_A_ROW, source);
    const names = elements.map(({ name }) => name);
    let begin = 0;
    const readColumn = async (element: SchemaElement, group: number, rowEnd: number): Promise<string[]> => {
      const { name } = element;
      const cells: string[] = [];
      const chunks: ColumnData[] = [];
      try {
        // Checked first, because hyparquet cannot be stopped once it decodes a column.
        await requireSoundColumn(name, group, { file, metadata, compressors }, source);
        await hyparquet.parquetRead({
          file,
          metadata,
          compressors,
          columns: [name],
          rowStart: begin,
          rowEnd,
          parsers: parsersOf(name, source),
          // Only collects, because an error thrown here would not be caught.
          onChunk: (chunk) => chunks.push(chunk),
        });
      } catch (cause) {
        throw cause instanceof SemqrelError ? cause : damaged(source, messageOf(cause), { column: name }, cause);
      }
      const toCell = cellsOf(element, source);
      for (const { columnData } of chunks.sort((one, other) => one.rowStart - other.rowStart)) {
        for (const value of Array.from(columnData)) cells.push(toCell(value, begin + cells.length + 1));
      }
      if (cells.length === rowEnd - begin) return cells;
      throw damaged(source, `it has ${cells.length} of ${rowEnd - begin} rows`, { column: name });
    };
    for (const [group, { num_rows: size }] of metadata.row_groups.entries()) {
      const end = begin + Number(size);
      const columns: { readonly index: number; readonly column: readonly string[] }[] = [];
      for (const [index, element] of elements.entries()) {
        if (end > begin && wants(element.name)) columns.push({ index, column: await readColumn(element, group, end) });
      }
      const cells = names.map(() => "");
      for (let row = begin; row < end; row++) {
        for (const { index, column } of columns) cells[index] = column[row - begin] as string;
        onRow(names, cells, row + 1);
      }
      begin = end;
    }
    return rows;
  } catch (cause) {
    if (cause instanceof SemqrelError) throw cause;
    throw damaged(source, messageOf(cause), {}, cause);
  }
}

async function requireSoundColumn(
  name: string,
  group: number,
  { file, metadata, compressors }: { file: AsyncBuffer; metadata: FileMetaData; compressors: Compressors },
  source: string,
): Promise<void> {
  const schema = await import("hyparquet/src/schema.js");
  for (const { meta_data: column } of metadata.row_groups[group]?.columns ?? []) {
    if (column?.path_in_schema[0] !== name) continue;
    const first = Number(column.dictionary_page_offset || column.data_page_offset);
    const { codec } = column;
    try {
      const path = schema.getSchemaPath(metadata.schema, column.path_in_schema);
      const isFlat = schema.isFlatColumn(path);
      await requireSoundRuns({
        bytes: new Uint8Array(await file.slice(first, first + Number(column.total_compressed_size))),
        values: Number(isFlat ? metadata.row_groups[group]?.num_rows : column.num_values),
        isFlat,
        isBoolean: column.type === "BOOLEAN",
        definition: schema.getMaxDefinitionLevel(path),
        repetition: schema.getMaxRepetitionLevel(path),
        requireSize: (packed, size) => requireExpansion(packed, size, source),
        decompress: (page, size) => (codec === "UNCOMPRESSED" ? page : (compressors[codec]?.(page, size) ?? page)),
      });
    } catch (cause) {
      if (cause instanceof SemqrelError && cause.details["bound"] !== undefined) throw cause;
      const why = cause instanceof RangeError ? "a page ends too early" : messageOf(cause);
      throw damaged(source, why, { column: name, group: group + 1 }, cause);
    }
  }
}

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
        const what = `column "${column}" has bytes that are not UTF-8. Write it as text.`;
        throw inputError("INVALID_ENCODING", source, what, { column, cause });
      }
    },
  };
}

function cellsOf(element: SchemaElement, source: string): (value: unknown, row: number) => string {
  const { name, type, scale = 0 } = element;
  const isDecimal = element.converted_type === "DECIMAL";
  const refuse = (line: number, what: string) =>
    inputError("INVALID_ROW", source, `column "${name}" contains ${what}`, { line, column: name });
  return (value, row) => {
    if (value === null || value === undefined || Number.isNaN(value)) return "";
    if (typeof value === "number" && isDecimal) {
      // hyparquet multiplies the stored whole number by an inexact power of ten, so the last digits may be wrong.
      if (Math.abs(value) * 10 ** scale <= Number.MAX_SAFE_INTEGER) return String(Number(value.toFixed(scale)));
      throw refuse(row, "a decimal with too many digits. Write the column as text.");
    }
    if (typeof value === "number" && type === "FLOAT") return shortestFloat(value);
    if (value instanceof Date) return value.toISOString();
    if (typeof value !== "object") return String(value);
    const what = Array.isArray(value) ? "a list" : value instanceof Uint8Array ? "bytes" : "an object";
    throw refuse(row, `${what}. Give text or a number.`);
  };
}

/** Returns the fewest digits that give the same 32-bit number, such as 0.1 instead of 0.10000000149011612. */
function shortestFloat(value: number): string {
  for (let digits = 1; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return String(rounded);
  }
  return String(Number(value.toPrecision(9)));
}

export interface ColumnPages {
  readonly bytes: Uint8Array;
  /** Maximum number of values, including missing ones. */
  readonly values: number;
  readonly isFlat: boolean;
  readonly isBoolean: boolean;
  /** The highest definition level; 0 if there are no levels. */
  readonly definition: number;
  readonly repetition: number;
  requireSize(packedBytes: number, sizeBytes: number): void;
  decompress(page: Uint8Array, sizeBytes: number): Uint8Array;
}

const DATA_PAGE = 0;
const DATA_PAGE_2 = 3;
const BOOLEANS_IN_RUNS = 3;
/** The encodings PLAIN_DICTIONARY, RLE and RLE_DICTIONARY. */
const ENCODINGS_IN_RUNS = [2, BOOLEANS_IN_RUNS, 8];

export async function requireSoundRuns(column: ColumnPages): Promise<void> {
  const [thrift, { readRleBitPackedHybrid }] = await Promise.all([
    import("hyparquet/src/thrift.js"),
    import("hyparquet/src/encoding.js"),
  ]);
  /** Skips Parquet runs, and throws if one is wrong. A run repeats one number or packs several, each of `bits` bits. */
  const skipRuns = (reader: PageReader, bits: number, values: number, lengthBytes: number): void => {
    const begin = reader.offset;
    for (let left = values; left > 0; ) {
      const head = thrift.readVarInt(reader);
      const isPacked = (head & 1) === 1;
      // Numbers are packed in groups of eight.
      const count = isPacked ? (head >> 1) << 3 : head >>> 1;
      // Checks the count if values are repeated or have 0 bits, because few bytes can then declare very many values.
      const most = isPacked ? left + 7 : left;
      if ((bits === 0 || !isPacked) && (count < 0 || count > most)) {
        throw wrongPage(`a run of ${count} values where ${left} are left`);
      }
      const isEmpty = bits === 0 || count === 0;
      if (!isPacked) reader.take(Math.ceil(bits / 8));
      else reader.take(isEmpty ? Math.min(1, reader.view.byteLength - reader.offset) : (count / 8) * bits);
      left -= count;
    }
    reader.offset = begin + lengthBytes;
  };
  /** Checks a data page of version 1. Levels show missing values. A length comes before each section of levels. */
  const requirePage = (packed: Uint8Array, size: number, head: Head, values: number): void => {
    const { definition, repetition, isBoolean } = column;
    const isInRuns = ENCODINGS_IN_RUNS.includes(numberIn(head, 2));
    if (definition + repetition === 0 && !isInRuns) return;
    const reader = new PageReader(column.decompress(packed, size));
    if (repetition > 0) skipRuns(reader, bitsOf(repetition), values, reader.length());
    let present = values;
    if (definition > 0) {
      const begin = reader.offset;
      skipRuns(reader, bitsOf(definition), values, reader.length());
      const levels = new Uint8Array(values);
      readRleBitPackedHybrid({ view: reader.view, offset: begin }, bitsOf(definition), levels);
      present = levels.filter((level) => level === definition).length;
    }
    if (!isInRuns) return;
    const bits = isBoolean ? 1 : reader.byte();
    if (bits > 0) skipRuns(reader, bits, present, isBoolean ? reader.length() : 0);
  };
  /** Checks a data page of version 2, in which levels come before the compressed part. */
  const requirePage2 = (bytes: Uint8Array, size: number, head: Head, values: number): void => {
    const present = values - numberIn(head, 2);
    requireCount(present, values);
    const [definitionBytes, repetitionBytes] = [numberIn(head, 5), numberIn(head, 6)];
    const levels = new PageReader(bytes);
    if (column.repetition > 0) skipRuns(levels, bitsOf(column.repetition), values, repetitionBytes);
    levels.offset = repetitionBytes;
    if (column.definition > 0) skipRuns(levels, bitsOf(column.definition), values, definitionBytes);
    const encoding = numberIn(head, 4);
    if (!ENCODINGS_IN_RUNS.includes(encoding)) return;
    const rest = bytes.subarray(repetitionBytes + definitionBytes);
    const isPacked = head["field_7"] !== false;
    const reader = new PageReader(isPacked ? column.decompress(rest, size - repetitionBytes - definitionBytes) : rest);
    if (encoding === BOOLEANS_IN_RUNS) skipRuns(reader, 1, present, reader.length());
    else skipRuns(reader, reader.byte(), present, 0);
  };
  const pages = new PageReader(column.bytes);
  let left = column.values;
  while (pages.offset < column.bytes.length - 1 && !(column.isFlat && left <= 0)) {
    const head = thrift.deserializeTCompactProtocol(pages);
    const bytes = pages.take(numberIn(head, 3));
    const size = numberIn(head, 2);
    column.requireSize(bytes.length, size);
    const type = numberIn(head, 1);
    if (type !== DATA_PAGE && type !== DATA_PAGE_2) continue;
    const inner = head[type === DATA_PAGE ? "field_5" : "field_8"] ?? {};
    const values = numberIn(inner, 1);
    requireCount(values, left);
    (type === DATA_PAGE ? requirePage : requirePage2)(bytes, size, inner, values);
    left -= values;
  }
}

/** Reads bytes and lengths as hyparquet does, so that the checks see the numbers that hyparquet will use. */
class PageReader {
  offset = 0;
  readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(): number {
    return this.view.getUint8(this.offset++);
  }

  length(): number {
    this.offset += 4;
    return this.view.getUint32(this.offset - 4, true);
  }

  take(count: number): Uint8Array {
    if (count < 0 || this.offset + count > this.view.byteLength) {
      throw wrongPage(`a page of ${count} bytes does not fit its column`);
    }
    this.offset += count;
    return new Uint8Array(this.view.buffer, this.view.byteOffset + this.offset - count, count);
  }
}

function wrongPage(what: string): SemqrelError {
  return new SemqrelError("INVALID_FORMAT", what);
}

function requireCount(values: number, most: number): void {
  if (values < 0 || values > most) throw wrongPage(`a page of ${values} values where ${most} are left`);
}

type Head = Readonly<Record<string, unknown>>;

/** Throws if the field is missing, because hyparquet would then read the same byte forever. */
function numberIn(head: Head, field: number): number {
  const value = head[`field_${field}`];
  if (typeof value !== "number") throw wrongPage(`the head of a page lacks field ${field}`);
  return value;
}

function bitsOf(largest: number): number {
  return 32 - Math.clz32(largest);
}
