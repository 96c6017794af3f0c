/** Reads the lines of TREC files. WebAssembly reads plain lines, and JavaScript reads the others. */
import { at } from "../core/at.ts";
import type { SemqrelError } from "../core/errors.ts";
import { isNumber } from "../core/text/wording.ts";
import { type LineMachine, NameTable } from "../core/titles/name-table.ts";
import type { Names, NumberedNames } from "../core/types.ts";
import { noNumber, requireWithin, rowError, unratedLine } from "./input-error.ts";
import type { InputText } from "./open-input.ts";
import { firstFields, isComment, MOST_FIELDS } from "./tables/delimiter.ts";

/** Indexes of fields, from 0. Field 0 is the query, field 2 is the document. `kept` is the iteration or run name. */
export interface LineLayout {
  readonly number: number;
  readonly role: string;
  readonly kept: number;
  readonly last: number;
  /** Null for lines without a rank. Lines with a rank may have more fields after `last`. */
  readonly rank: number | null;
}

export interface FieldLine {
  readonly fields: readonly string[];
  readonly text: string;
  readonly line: number;
}

export interface RanksOfRows {
  /** Rank of each row; -1 if it is not a whole number. */
  readonly ranks: Int32Array;
  /** Indexes of the first row, and of rows whose kept field differs from the row before. */
  readonly keptChanged: Int32Array;
}

interface RowTaker {
  readonly names: Names;
  /** The arrays are reused. @param keptOf - returns a row's field `kept` @param beside - null if lines have no ranks */
  addRows(
    queries: Int32Array,
    documents: Int32Array,
    numbers: Float64Array,
    keptOf: (row: number) => string,
    beside: RanksOfRows | null,
  ): void;
}

/** Maximum number of run names that are remembered for a warning. */
export const MOST_TAGS = 10;

const LINE_FEED = 0x0a;
/** The space and all bytes below it separate fields, as in name-table.assembly.ts. */
const spaces = /[\0-\x20]+/;
/** Keeps a byte order mark at the start of a field. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const SHOWN_CHARACTERS = 200;

/**
 * Skips comments. A line that starts with `#` may also be a row, because a query may be called `#1`.
 * @param onOdd - receives the lines that do not fit `layout` (all lines if `layout` is null), in the order of the file
 */
export async function readTrecLines(
  { bytes, source, reuse }: Pick<InputText, "bytes" | "source" | "reuse">,
  taker: RowTaker,
  layout: LineLayout | null,
  onOdd: (line: FieldLine) => void,
): Promise<void> {
  const read = { lines: 0 };
  /** @param text - with one character per byte */
  const takeLine = (text: string): void => {
    const line = ++read.lines;
    const fields = text.split(spaces, MOST_FIELDS).filter((field) => field !== "");
    if (fields.length === 0 || isComment(text)) return;
    const isRow = layout !== null && hasFields(fields, layout);
    if (text.startsWith("#") && !(isRow && isNumber(utf8(at(fields, layout.number))))) return;
    if (isRow) takeRow(fields, layout, taker, source, { text, line });
    else onOdd({ fields: fields.map(utf8), text: utf8(text), line });
  };
  const { documents } = taker.names;
  const takeLines =
    layout !== null && documents instanceof NameTable
      ? rowTaker(documents.machine, taker, layout, source, read, takeLine)
      : (parts: readonly Uint8Array[]) => {
          const all = Buffer.concat(parts);
          const begin = read.lines === 0 ? lengthOfMark(all, 0) : 0;
          for (const line of all.toString("latin1", begin, all.length - 1).split("\n")) takeLine(line);
        };
  let rest: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    const end = piece.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      takeLines([...rest, piece.subarray(0, end)]);
      rest = [];
      size = 0;
    }
    rest.push(Uint8Array.from(piece.subarray(end)));
    size += piece.length - end;
    requireWithin("line", size, source, read.lines + 1);
    reuse(piece);
  }
  if (size > 0) takeLines([...rest, Uint8Array.of(LINE_FEED)]);
}

/** @param fields - strings with one character per byte, like the text of `shown` */
function takeRow(
  fields: readonly string[],
  layout: LineLayout,
  taker: RowTaker,
  source: string,
  shown: ShownLine,
): void {
  const numberOf = (names: NumberedNames, name: string) =>
    Int32Array.of(names.addBytes(Buffer.from(name, "latin1"), 0, name.length));
  const query = numberOf(taker.names.queries, at(fields, 0));
  const document = numberOf(taker.names.documents, at(fields, 2));
  const line = () => ({ ...shown, text: utf8(shown.text) });
  const number = requireNumber(utf8(at(fields, layout.number)), layout.role, source, line);
  const rank = layout.rank === null ? "" : at(fields, layout.rank);
  const beside = { ranks: Int32Array.of(/^\d{1,9}$/.test(rank) ? Number(rank) : -1), keptChanged: Int32Array.of(0) };
  const keptOf = () => utf8(at(fields, layout.kept));
  taker.addRows(query, document, Float64Array.of(number), keptOf, layout.rank === null ? null : beside);
}

/** Checks the rank and the last field, because a space in the name of a query or document shifts later fields. */
export function hasFields(fields: readonly string[], { rank, last }: Pick<LineLayout, "rank" | "last">): boolean {
  if (fields.length <= last) return false;
  const isLonger = fields.length > last + 1;
  if (rank === null) return !isLonger;
  const [isRank, isNumberLast] = [isNumber(at(fields, rank)), isNumber(at(fields, last))];
  return isLonger ? isRank && !isNumberLast : isRank || !isNumberLast;
}

/** Returns a function that reads whole lines, and calls `takeLine` with each line that is not a plain row. */
function rowTaker(
  machine: LineMachine,
  taker: RowTaker,
  { number, kept, last, rank, role }: LineLayout,
  source: string,
  read: { lines: number },
  takeLine: (text: string) => void,
) {
  let views = viewsOf(machine);
  const queries = new Int32Array(machine.ROWS.value);
  let query = -1;
  let first = 0;
  const textIn = (begin: number, end: number) => decoder.decode(views.bytes.subarray(begin, end));
  const takeRows = (rows: number): void => {
    let row = 0;
    for (let index = 0; index < 3 * machine.changes.value; index += 3) {
      const begin = at(views.changed, index);
      queries.fill(query, row, begin);
      const [from, to] = [at(views.changed, index + 1), at(views.changed, index + 2)];
      query = taker.names.queries.addBytes(views.bytes, from, to);
      row = begin;
    }
    queries.fill(query, row, rows);
    for (let index = 0; index < 3 * machine.oddNumbers.value; index += 3) {
      const [odd, begin, end] = [at(views.odd, index), at(views.odd, index + 1), at(views.odd, index + 2)];
      views.values[odd] = requireNumber(textIn(begin, end), role, source, () => {
        const from = Math.max(first, views.bytes.lastIndexOf(LINE_FEED, begin) + 1);
        return { text: textIn(from, views.bytes.indexOf(LINE_FEED, begin)), line: read.lines + odd + 1 };
      });
    }
    const keptOf = (row: number) => textIn(at(views.kept, 2 * row), at(views.kept, 2 * row + 1));
    const [documents, values] = [views.documents.subarray(0, rows), views.values.subarray(0, rows)];
    const keptChanged = views.keptChanged.subarray(0, machine.keptChanges.value);
    const beside = rank === null ? null : { ranks: views.ranks.subarray(0, rows), keptChanged };
    taker.addRows(queries.subarray(0, rows), documents, values, keptOf, beside);
    read.lines += rows;
  };
  return (parts: readonly Uint8Array[]): void => {
    first = machine.roomForLines(parts.reduce((sum, { length }) => sum + length, 0));
    machine.begin(first);
    views = refreshed(views, machine);
    let end = first;
    for (const part of parts) {
      views.bytes.set(part, end);
      end += part.length;
    }
    if (read.lines === 0) machine.at.value += lengthOfMark(views.bytes, first);
    while (machine.at.value < end) {
      const stop = machine.scan(end, number, kept, last, rank ?? 0);
      views = refreshed(views, machine);
      if (machine.rows.value > 0) takeRows(machine.rows.value);
      if (stop !== machine.ODD_LINE.value) continue;
      const from = machine.at.value;
      const to = views.bytes.indexOf(LINE_FEED, from);
      machine.at.value = to + 1;
      takeLine(Buffer.from(views.bytes.buffer, from, to - from).toString("latin1"));
    }
  };
}

/** Returns new views if the memory has grown, because growing replaces its buffer. */
function refreshed(views: ReturnType<typeof viewsOf>, machine: LineMachine) {
  return machine.memory.buffer === views.bytes.buffer ? views : viewsOf(machine);
}

function viewsOf({ memory, ROWS, documents, values, kept, changed, odd, ranks, keptChanged }: LineMachine) {
  const { buffer } = memory;
  const ints = (begin: { readonly value: number }, each = 1) => new Int32Array(buffer, begin.value, each * ROWS.value);
  return {
    bytes: new Uint8Array(buffer),
    documents: ints(documents),
    values: new Float64Array(buffer, values.value, ROWS.value),
    kept: ints(kept, 2),
    changed: ints(changed, 3),
    odd: ints(odd, 3),
    ranks: ints(ranks),
    keptChanged: ints(keptChanged),
  };
}

function utf8(bytes: string): string {
  return decoder.decode(Buffer.from(bytes, "latin1"));
}

function lengthOfMark(bytes: Uint8Array, begin: number): number {
  return bytes[begin] === 0xef && bytes[begin + 1] === 0xbb && bytes[begin + 2] === 0xbf ? 3 : 0;
}

type ShownLine = Pick<FieldLine, "text" | "line">;

export function requireNumber(field: string, role: string, source: string, line: () => ShownLine): number {
  if (isNumber(field)) return Number(field);
  throw lineError(source, line(), noNumber(role, field, unratedLine));
}

export function lineError(source: string, { text, line }: ShownLine, what: string): SemqrelError {
  const shown = text.replace(/^[\0-\x20]+/, "").trimEnd();
  return rowError(source, line, `${what} The line: "${shown.slice(0, SHOWN_CHARACTERS)}".`);
}

const LINES = 10;

/**
 * Returns whether a text may be TREC with a malformed line 1. Either a later line must fit the format, or all lines
 * must have the same number of fields: 3 to 7, or 4 to 7 if there is only one line. Line 1 must not be CSV or JSON.
 */
export function looksLikeTrec(
  head: string,
  { detect }: { detect(line: string, names: Readonly<Record<string, never>>): boolean },
): boolean {
  const all = head.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const [first = "", ...others] = all.slice(0, LINES);
  if (/^\s*[{[]/.test(first)) return false;
  const fields = firstFields(first);
  // If line 1 has tabs but no numbers, it contains the column names of a table.
  if (others.some((line) => detect(line, {}))) return !first.includes("\t") || fields.some(isNumber);
  const isPlain = !/[,{}\t]/.test(first.replace(/(?<=\s)-?\d+,\d+(?=\s)/g, "0"));
  const fewest = others.length === 0 ? 4 : 3;
  const isEven = others.every((line) => firstFields(line).length === fields.length);
  return isPlain && isEven && fields.length >= fewest && fields.length <= 7;
}
