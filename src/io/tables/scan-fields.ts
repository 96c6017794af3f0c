/**
 * Which fields does a line hold between its white space?
 * Works on bytes, for files of millions of lines: no string per field, no object per line.
 */
import type { SemqrelError } from "../../core/errors.ts";
import { requireWithin } from "../input-bounds.ts";
import { rowError } from "../input-error.ts";

/** The fields of the current line; the arrays are used again for the next line. */
export interface ScannedLine {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Field f is bytes[begins[f] .. ends[f]), for f below `count`. */
  readonly begins: Int32Array;
  readonly ends: Int32Array;
  /** Of all fields, also of those beyond the arrays. */
  readonly count: number;
  /** 1-based. */
  readonly line: number;
}

const LINE_FEED = 0x0a;
const HASH = 0x23;
/** All bytes up to it separate fields, as in C: space, tab, carriage return; names do not hold the others. */
const SPACE = 0x20;
const KNOWN_FIELDS = 8;

/**
 * Calls `onLine` for each line that has a field and does not begin with `#`, as trec_eval 10 reads.
 *
 * @param onPiece called after the lines of a piece: then the piece is free, and the lines' bytes will be written again
 */
export async function scanFields<Piece extends Uint8Array>(
  pieces: AsyncIterable<Piece>,
  source: string,
  onLine: (scanned: ScannedLine) => void,
  onPiece: (piece: Piece) => void = () => undefined,
): Promise<void> {
  const begins = new Int32Array(KNOWN_FIELDS);
  const ends = new Int32Array(KNOWN_FIELDS);
  const current = { bytes: new Uint8Array(0), begins, ends, count: 0, line: 0 };
  /** Up to `to` are whole lines, each with its line feed, so that no loop has to look for the end of the bytes. */
  const scan = (bytes: Uint8Array<ArrayBuffer>, from: number, to: number): void => {
    current.bytes = bytes;
    for (let at = from; at < to; at++) {
      current.line++;
      let count = 0;
      let byte = bytes[at] as number;
      const isComment = byte === HASH;
      for (;;) {
        while (byte <= SPACE && byte !== LINE_FEED) byte = bytes[++at] as number;
        if (byte === LINE_FEED) break;
        if (count < KNOWN_FIELDS) begins[count] = at;
        do byte = bytes[++at] as number;
        while (byte > SPACE);
        if (count < KNOWN_FIELDS) ends[count] = at;
        count++;
      }
      current.count = count;
      if (count > 0 && !isComment) onLine(current);
    }
  };
  // Not a Buffer: code that meets both classes is slower by a third.
  let bytes = new Uint8Array(1 << 18);
  let size = 0;
  let isFirst = true;
  for await (const piece of pieces) {
    // With room for a last line feed.
    if (size + piece.length >= bytes.length) bytes = grown(bytes, 2 * (size + piece.length));
    bytes.set(piece, size);
    const end = size + piece.lastIndexOf(LINE_FEED) + 1;
    const isOneLine = end === size;
    size += piece.length;
    if (isOneLine) requireWithin("line", size, source, current.line + 1);
    else {
      scan(bytes, isFirst ? lengthOfMark(bytes) : 0, end);
      isFirst = false;
    }
    onPiece(piece);
    if (isOneLine) continue;
    bytes.copyWithin(0, end, size);
    size -= end;
  }
  if (size === 0) return;
  bytes[size] = LINE_FEED;
  scan(bytes, isFirst ? lengthOfMark(bytes) : 0, size + 1);
}

function grown(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length);
  larger.set(bytes);
  return larger;
}

function lengthOfMark(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** A field may begin with the bytes of a byte order mark. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
/** Of a line in a message. */
const SHOWN_BYTES = 200;

/** @param field below `scanned.count` */
export function textOf({ bytes, begins, ends }: ScannedLine, field: number): string {
  return decoder.decode(bytes.subarray(begins[field], ends[field]));
}

/** Shows the line, too. */
export function lineError(source: string, scanned: ScannedLine, what: string): SemqrelError {
  const { bytes, begins, line } = scanned;
  const begin = begins[0] ?? 0;
  const feed = bytes.indexOf(0x0a, begin);
  const end = Math.min(feed < 0 ? bytes.length : feed, begin + SHOWN_BYTES);
  const text = decoder.decode(bytes.subarray(begin, end)).trimEnd();
  return rowError(source, line, `${what} The line: "${text}".`);
}
