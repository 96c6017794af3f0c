/**
 * Do the heads and the runs of a Parquet column fit its pages?
 * hyparquet trusts both: in a damaged file a run may be two thousand million values long, and where a length is missing
 * it reads one byte forever. This walks pages and runs as hyparquet does, without keeping a value.
 */
import { SemqrelError } from "../../core/errors.ts";

/** A column in one group of rows. */
export interface ColumnPages {
  /** All its pages, each behind its head. */
  readonly bytes: Uint8Array;
  /** The most values that it may have, missing ones included. */
  readonly values: number;
  /** One value in each row. */
  readonly isFlat: boolean;
  readonly isBoolean: boolean;
  /** The largest level; 0 where there are none. */
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

/** @throws SemqrelError INVALID_FORMAT, whose message does not name the file */
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

/** @returns its values */
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
    if (byte === undefined) throw damaged("a page ends too early");
    return byte;
  }

  take(count: number): Uint8Array {
    const taken = this.#bytes.subarray(this.at, this.at + count);
    if (taken.length !== count) throw damaged(`a page of ${count} bytes does not fit its column`);
    this.at += count;
    return taken;
  }

  /** Of four bytes. */
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
    else throw damaged(`the head of a page has a field of type ${type}`);
    return null;
  }

  #list(): void {
    const byte = this.byte();
    const type = byte & 15;
    const size = byte >> 4 === 15 ? this.#number() : byte >> 4;
    for (let item = 0; item < size; item++) this.#value(type === 1 || type === 2 ? 3 : type);
  }

  /**
   * Goes to the end of runs, of one number repeated or of packed numbers.
   * @param bits of a number
   * @param lengthBytes of all runs
   * @returns how many numbers equal `counted`
   */
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
  return damaged(`a run of ${count} values where ${left} are left`);
}

function damaged(what: string): SemqrelError {
  return new SemqrelError("INVALID_FORMAT", what);
}

function requireCount(values: number, most: number): void {
  if (values < 0 || values > most) throw damaged(`a page of ${values} values where ${most} are left`);
}

/** Where it is missing, hyparquet would read the same byte forever. */
function numberIn(head: Head, field: number): number {
  const value = head.get(field);
  if (typeof value !== "number") throw damaged(`the head of a page lacks field ${field}`);
  return value;
}

function headIn(head: Head, field: number): Head {
  const value = head.get(field);
  if (!(value instanceof Map)) throw damaged(`the head of a page lacks field ${field}`);
  return value;
}

function bitsOf(largest: number): number {
  return 32 - Math.clz32(largest);
}
