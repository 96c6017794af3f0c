/** Which rows does a Parquet file hold? The only door to hyparquet. */

import type { AsyncBuffer, Compressors, FileMetaData, ParquetParsers, SchemaElement, SchemaTree } from "hyparquet";
import { messageOf, SemqrelError } from "../../core/errors.ts";
import { requireExpansion } from "../input-bounds.ts";
import { inputError } from "../input-error.ts";
import type { InputText } from "../open-input.ts";
import type { OnRow } from "./table.ts";

/** What a row takes in memory at the least: a file of a few bytes may repeat one row a million times. */
const BYTES_A_ROW = 16;

/**
 * The rows, one group in memory at a time. Cells of columns that are not wanted are "" and not even decompressed.
 * Numbers are their shortest text, dates and times ISO 8601, null and NaN "". A row's line is its 1-based number.
 */
export async function scanParquet(input: InputText, wants: (name: string) => boolean, onRow: OnRow): Promise<number> {
  const { source, parquet } = input;
  if (parquet === null) {
    const what = "it is not a Parquet file, which would begin with PAR1. Leave --input-format out.";
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
        await requireSoundColumn(name, { file, metadata, compressors }, schema, source, begin, end);
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
      for (const { columnData } of chunks.sort((one, other) => one.rowStart - other.rowStart)) {
        for (const value of Array.from(columnData)) cells.push(toCell(value, begin + cells.length + 1));
      }
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

/** To be called before hyparquet decodes the column, as nothing could stop it then. */
async function requireSoundColumn(
  name: string,
  { file, metadata, compressors }: { file: AsyncBuffer; metadata: FileMetaData; compressors: Compressors },
  schema: SchemaTree,
  source: string,
  begin: number,
  end: number,
): Promise<void> {
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

export interface ColumnPages {
  readonly bytes: Uint8Array;
  /** The most values that it may have, missing ones included. */
  readonly values: number;
  readonly isFlat: boolean;
  readonly isBoolean: boolean;
  /** The largest level; 0 if there are none. */
  readonly definition: number;
  readonly repetition: number;
  /** Throws where a page unpacks to more than a file may. */
  requireSize(packedBytes: number, sizeBytes: number): void;
  decompress(page: Uint8Array, sizeBytes: number): Uint8Array;
}

/** Numbers and structures of a page's head by field; other values are passed over. */
type Head = ReadonlyMap<number, number | Head>;

const DATA_PAGE = 0;
const DATA_PAGE_2 = 3;
/** PLAIN_DICTIONARY, RLE and RLE_DICTIONARY. */
const ENCODINGS_IN_RUNS = [2, 3, 8];

export function requireSoundRuns(column: ColumnPages): void {
  const cursor = new Cursor(column.bytes);
  let left = column.values;
  while (cursor.at < column.bytes.length - 1 && !(column.isFlat && left <= 0)) {
    const head = cursor.head();
    const bytes = cursor.take(numberIn(head, 3));
    const size = numberIn(head, 2);
    column.requireSize(bytes.length, size);
    if (numberIn(head, 1) === DATA_PAGE) {
      left -= requirePage(column, bytes, size, headIn(head, 5), left);
    } else if (numberIn(head, 1) === DATA_PAGE_2) {
      left -= requirePage2(column, bytes, size, headIn(head, 8), left);
    }
  }
}

function requirePage(column: ColumnPages, packed: Uint8Array, size: number, head: Head, left: number): number {
  const values = numberIn(head, 1);
  requireCount(values, left);
  const isInRuns = ENCODINGS_IN_RUNS.includes(numberIn(head, 2));
  if (column.definition + column.repetition === 0 && !isInRuns) return values;
  const cursor = new Cursor(column.decompress(packed, size));
  if (column.repetition > 0) cursor.runs(bitsOf(column.repetition), values, cursor.length());
  let there = values;
  if (column.definition > 0) there = cursor.runs(bitsOf(column.definition), values, cursor.length(), column.definition);
  if (!isInRuns) return values;
  const bits = column.isBoolean ? 1 : cursor.byte();
  if (bits > 0) cursor.runs(bits, there, column.isBoolean ? cursor.length() : 0);
  return values;
}

/** The second version: levels stand before what is compressed. @returns its values */
function requirePage2(column: ColumnPages, bytes: Uint8Array, size: number, head: Head, left: number): number {
  const values = numberIn(head, 1);
  requireCount(values, left);
  const there = values - numberIn(head, 2);
  requireCount(there, values);
  const [definitionBytes, repetitionBytes] = [numberIn(head, 5), numberIn(head, 6)];
  const levels = new Cursor(bytes);
  if (column.repetition > 0) levels.runs(bitsOf(column.repetition), values, repetitionBytes);
  levels.at = repetitionBytes;
  if (column.definition > 0) levels.runs(bitsOf(column.definition), values, definitionBytes);
  const encoding = numberIn(head, 4);
  if (!ENCODINGS_IN_RUNS.includes(encoding)) return values;
  const rest = bytes.subarray(repetitionBytes + definitionBytes);
  const isPacked = head.get(7) !== 0;
  const cursor = new Cursor(isPacked ? column.decompress(rest, size - repetitionBytes - definitionBytes) : rest);
  if (encoding === 3) cursor.runs(1, there, cursor.length());
  else cursor.runs(cursor.byte(), there, 0);
  return values;
}

/** Reads bytes with the arithmetic of hyparquet, so that it checks the same numbers. */
class Cursor {
  at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(): number {
    const byte = this.#bytes[this.at++];
    if (byte === undefined) throw wrongPage("a page ends too early");
    return byte;
  }

  take(count: number): Uint8Array {
    const taken = this.#bytes.subarray(this.at, this.at + count);
    if (taken.length !== count) throw wrongPage(`a page of ${count} bytes does not fit its column`);
    this.at += count;
    return taken;
  }

  length(): number {
    return (this.byte() | (this.byte() << 8) | (this.byte() << 16) | (this.byte() << 24)) >>> 0;
  }

  #number(): number {
    for (let number = 0, shift = 0; ; shift += 7) {
      const byte = this.byte();
      number |= (byte & 0x7f) << shift;
      if (byte < 0x80) return number;
    }
  }

  #signed(): number {
    const number = this.#number();
    return (number >>> 1) ^ -(number & 1);
  }

  /** A structure of Thrift's compact protocol. */
  head(): Head {
    const fields = new Map<number, number | Head>();
    for (let field = 0; ; ) {
      const byte = this.byte();
      const type = byte & 15;
      if (type === 0) return fields;
      field = byte >> 4 === 0 ? this.#signed() : field + (byte >> 4);
      const value = this.#value(type);
      if (value !== null) fields.set(field, value);
    }
  }

  #value(type: number): number | Head | null {
    if (type === 1 || type === 2) return type === 1 ? 1 : 0;
    if (type === 3) return this.byte();
    if (type >= 4 && type <= 6) return this.#signed();
    if (type === 12) return this.head();
    if (type === 7) this.take(8);
    else if (type === 8) this.take(this.#number());
    else if (type === 9) this.#list();
    else throw wrongPage(`the head of a page has a field of type ${type}`);
    return null;
  }

  #list(): void {
    const byte = this.byte();
    const type = byte & 15;
    const size = byte >> 4 === 15 ? this.#number() : byte >> 4;
    for (let item = 0; item < size; item++) this.#value(type === 1 || type === 2 ? 3 : type);
  }

  /** Goes to the end of runs of numbers of `bits` each, repeated or packed. @returns how many equal `counted` */
  runs(bits: number, values: number, lengthBytes: number, counted?: number): number {
    const begin = this.at;
    let equal = 0;
    for (let seen = 0; seen < values; ) {
      const head = this.#number();
      const left = values - seen;
      const count = head & 1 ? (head >> 1) << 3 : head >>> 1;
      if (head & 1) {
        // Packed by eights. Without bits, no end of the bytes would end them.
        if (bits === 0 && (count < 0 || count > left + 7)) throw tooLong(count, left);
        const isEmpty = bits === 0 || count === 0;
        const packed = this.take(isEmpty ? Math.min(1, this.#bytes.length - this.at) : (count / 8) * bits);
        if (counted !== undefined) equal += countEqual(packed, bits, Math.min(count, left), counted);
      } else {
        if (count > left) throw tooLong(count, left);
        let number = 0;
        for (let shift = 0; shift < bits; shift += 8) number |= this.byte() << shift;
        if (number === counted) equal += count;
      }
      seen += Math.min(count, left);
    }
    this.at = begin + lengthBytes;
    return equal;
  }
}

function countEqual(packed: Uint8Array, bits: number, count: number, wanted: number): number {
  let equal = 0;
  for (let place = 0; place < count; place++) {
    let number = 0;
    for (let bit = 0; bit < bits; bit++) {
      const at = place * bits + bit;
      number |= (((packed[at >> 3] ?? 0) >> (at & 7)) & 1) << bit;
    }
    if (number === wanted) equal++;
  }
  return equal;
}

function tooLong(count: number, left: number): SemqrelError {
  return wrongPage(`a run of ${count} values where ${left} are left`);
}

function wrongPage(what: string): SemqrelError {
  return new SemqrelError("INVALID_FORMAT", what);
}

function requireCount(values: number, most: number): void {
  if (values < 0 || values > most) throw wrongPage(`a page of ${values} values where ${most} are left`);
}

/** Where it is missing, hyparquet would read the same byte forever. */
function numberIn(head: Head, field: number): number {
  const value = head.get(field);
  if (typeof value !== "number") throw wrongPage(`the head of a page lacks field ${field}`);
  return value;
}

function headIn(head: Head, field: number): Head {
  const value = head.get(field);
  if (!(value instanceof Map)) throw wrongPage(`the head of a page lacks field ${field}`);
  return value;
}

function bitsOf(largest: number): number {
  return 32 - Math.clz32(largest);
}
