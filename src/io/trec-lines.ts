/**
 * Which rows do the lines of a TREC file hold?
 * Plain lines are read in WebAssembly, many at a time: no string per field, no object per line. Odd ones are read here.
 */
import { at } from "../core/at.ts";
import type { SemqrelError } from "../core/errors.ts";
import { isNumber } from "../core/text/numbers.ts";
import { type LineMachine, NameTable } from "../core/titles/name-table.ts";
import type { Names } from "../core/types.ts";
import { requireWithin } from "./input-bounds.ts";
import { noNumber, rowError } from "./input-error.ts";
import type { InputText } from "./open-input.ts";

/** Which field of a line has what. The first has the query, the third the document; places count from 0. */
export interface LineLayout {
  /** The place of the number. */
  readonly number: number;
  /** What the number is, in messages. */
  readonly role: string;
  /** The place of the last field that there must be. */
  readonly last: number;
  /** Whether more fields may follow. */
  readonly isOpen: boolean;
}

/** A line that has a field and is no comment. */
export interface FieldLine {
  readonly fields: readonly string[];
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

/** Takes rows in the order of the file. */
export interface RowTaker {
  readonly names: Names;
  /** Rows of one query. The arrays are written again after the call. */
  addRows(query: number, documents: Int32Array, numbers: Float64Array): void;
}

const LINE_FEED = 0x0a;
/** All characters up to it separate fields, as in C: space, tab, carriage return; names do not hold the others. */
const spaces = /[\0-\x20]+/;
/** A field may begin with the bytes of a byte order mark. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
/** Of a line in a message. */
const SHOWN_CHARACTERS = 200;

/**
 * Reads all lines but blank ones and comments, which begin with `#` as in trec_eval 10.
 *
 * @param layout null has every line go to `onOdd`
 * @param onOdd  gets each line that has not the fields of the layout, after the rows before it
 * @returns the last field that there must be, of the last row; "" where there is none
 * @throws SemqrelError INVALID_ROW  a number is none; INVALID_FORMAT as `requireWithin`
 */
export async function readTrecLines(
  input: Pick<InputText, "bytes" | "source" | "reuse">,
  taker: RowTaker,
  layout: LineLayout | null,
  onOdd: (line: FieldLine) => void,
): Promise<string> {
  const { documents } = taker.names;
  const isFast = layout !== null && documents instanceof NameTable;
  const how = { source: input.source, taker, onOdd };
  const reader = isFast ? new RowReader({ ...how, layout }, documents.machine) : new LineReader({ ...how, layout });
  /** The beginning of a line whose end is in a later piece. */
  let rest: Uint8Array[] = [];
  let size = 0;
  for await (const piece of input.bytes) {
    const end = piece.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      reader.read([...rest, piece.subarray(0, end)]);
      rest = [];
      size = 0;
    }
    rest.push(Uint8Array.from(piece.subarray(end)));
    size += piece.length - end;
    requireWithin("line", size, input.source, reader.lines + 1);
    input.reuse(piece);
  }
  if (size > 0) reader.read([...rest, Uint8Array.of(LINE_FEED)]);
  return reader.lastField;
}

interface Reading<Layout extends LineLayout | null = LineLayout | null> {
  readonly source: string;
  readonly taker: RowTaker;
  readonly layout: Layout;
  readonly onOdd: (line: FieldLine) => void;
}

/** Reads line by line. */
class LineReader {
  readonly #how: Reading;
  /** Read so far. */
  lines = 0;
  lastField = "";

  constructor(how: Reading) {
    this.#how = how;
  }

  /** @param parts whole lines, when they are joined */
  read(parts: readonly Uint8Array[]): void {
    const text = decoder.decode(Buffer.concat(parts));
    const begin = this.lines === 0 && text.startsWith("\ufeff") ? 1 : 0;
    for (const line of text.slice(begin, -1).split("\n")) this.takeLine(line);
  }

  takeLine(text: string): void {
    const line = ++this.lines;
    const fields = text.split(spaces).filter((field) => field !== "");
    if (fields.length === 0 || text.startsWith("#")) return;
    const { layout, taker, onOdd } = this.#how;
    if (layout === null || fields.length <= layout.last || (fields.length > layout.last + 1 && !layout.isOpen)) {
      onOdd({ fields, text, line });
      return;
    }
    const { queries, documents } = taker.names;
    const number = this.numberIn(at(fields, layout.number), line, text);
    taker.addRows(queries.add(at(fields, 0)), Int32Array.of(documents.add(at(fields, 2))), Float64Array.of(number));
    this.lastField = at(fields, layout.last);
  }

  numberIn(field: string, line: number, text: string): number {
    if (isNumber(field)) return Number(field);
    throw lineError(this.#how.source, { text, line }, noNumber(this.#how.layout?.role ?? "number", field));
  }
}

/** Leaves plain lines to WebAssembly. Nobody else writes into its memory while `read` runs. */
class RowReader extends LineReader {
  readonly #taker: RowTaker;
  readonly #layout: LineLayout;
  readonly #machine: LineMachine;
  /** The machine's memory, and where the lines begin in it that are read. */
  #bytes = new Uint8Array(0);
  #begin = 0;

  constructor(how: Reading<LineLayout>, machine: LineMachine) {
    super(how);
    this.#taker = how.taker;
    this.#layout = how.layout;
    this.#machine = machine;
  }

  override read(parts: readonly Uint8Array[]): void {
    const machine = this.#machine;
    const { number, last, isOpen } = this.#layout;
    this.#begin = machine.roomForLines(parts.reduce((sum, { length }) => sum + length, 0));
    this.#refresh();
    let end = this.#begin;
    for (const part of parts) {
      this.#bytes.set(part, end);
      end += part.length;
    }
    machine.begin(this.#begin + (this.lines === 0 ? lengthOfMark(this.#bytes, this.#begin) : 0));
    for (let query = -1; machine.at.value < end; ) {
      const stop = machine.scan(end, number, last, isOpen);
      this.#refresh();
      if (machine.rows.value > 0) this.#takeRows(query);
      if (stop === machine.ODD_LINE.value) {
        const from = machine.at.value;
        machine.at.value = this.#bytes.indexOf(LINE_FEED, from) + 1;
        this.takeLine(this.#text(from, machine.at.value - 1));
      } else if (stop === machine.OTHER_QUERY.value) {
        query = this.#taker.names.queries.addBytes(this.#bytes, machine.queryBegin.value, machine.queryEnd.value);
      }
    }
    const [lastBegin, lastEnd] = [machine.lastBegin.value, machine.lastEnd.value];
    if (lastEnd > lastBegin) this.lastField = this.#text(lastBegin, lastEnd);
  }

  /** Memory that has grown is another buffer. */
  #refresh(): void {
    const { buffer } = this.#machine.memory;
    if (buffer !== this.#bytes.buffer) this.#bytes = new Uint8Array(buffer);
  }

  #takeRows(query: number): void {
    const machine = this.#machine;
    const { buffer } = this.#bytes;
    const rows = machine.rows.value;
    const numbers = new Float64Array(buffer, machine.values.value, rows);
    const odd = new Int32Array(buffer, machine.odd.value, 3 * machine.oddNumbers.value);
    for (let place = 0; place < odd.length; place += 3) {
      const row = at(odd, place);
      numbers[row] = this.#number(this.lines + row + 1, at(odd, place + 1), at(odd, place + 2));
    }
    this.#taker.addRows(query, new Int32Array(buffer, machine.documents.value, rows), numbers);
    this.lines += rows;
  }

  /** The line is made a text only where it must be shown. */
  #number(line: number, begin: number, end: number): number {
    const field = this.#text(begin, end);
    if (isNumber(field)) return Number(field);
    const from = Math.max(this.#begin, this.#bytes.lastIndexOf(LINE_FEED, begin) + 1);
    return this.numberIn(field, line, this.#text(from, this.#bytes.indexOf(LINE_FEED, begin)));
  }

  #text(begin: number, end: number): string {
    return decoder.decode(this.#bytes.subarray(begin, end));
  }
}

function lengthOfMark(bytes: Uint8Array, begin: number): number {
  return bytes[begin] === 0xef && bytes[begin + 1] === 0xbb && bytes[begin + 2] === 0xbf ? 3 : 0;
}

/** Shows the line, too. */
export function lineError(
  source: string,
  { text, line }: Pick<FieldLine, "text" | "line">,
  what: string,
): SemqrelError {
  return rowError(source, line, `${what} The line: "${text.trim().slice(0, SHOWN_CHARACTERS)}".`);
}
