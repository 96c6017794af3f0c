/** In which encoding is a text that is not UTF-8? One choice for a call, and all files that it reads. */

import { AsyncLocalStorage } from "node:async_hooks";
import { TextDecoder } from "node:util";
import { attempt } from "../core/attempt.ts";
import { invalidOption, SemqrelError } from "../core/errors.ts";
import { inputError } from "./input-error.ts";

export function notUtf8(source: string, line: number | null, bytes: Uint8Array, cause?: unknown): SemqrelError {
  const where = line === null ? {} : { line };
  return inputError("INVALID_ENCODING", source, `the bytes are not UTF-8${advice(bytes)}`, { ...where, cause });
}

/** Returns the number of the first line that `decoder` refuses. @param line of the first byte */
export function badLine(decoder: { decode(bytes: Uint8Array): string }, bytes: Uint8Array, line: number): number {
  let bad = line;
  for (let begin = 0; begin < bytes.length; bad++) {
    const end = bytes.indexOf(0x0a, begin) + 1 || bytes.length;
    try {
      decoder.decode(bytes.subarray(begin, end));
    } catch {
      break;
    }
    begin = end;
  }
  return bad;
}

function advice(bytes: Uint8Array): string {
  // No text has these: all below a space but white space and the escape of terminals.
  const isControl = (byte: number) => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b;
  if (startsAsUtf16(bytes)) return " (they look like UTF-16). Save the file as UTF-8.";
  if (bytes.some(isControl)) return ", and no text either. Give a text file, or Parquet.";
  return (
    ". Say what they are, such as --encoding windows-1252 (what Excel and others call CSV or ANSI), " +
    "or save the file as UTF-8 (in Excel: CSV UTF-8)."
  );
}

export function startsAsUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** UTF-16 of a text that is mostly Latin has a zero byte in every character; null for other bytes. */
export function wideEncodingOf(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const zeros = [0, 0];
  bytes.forEach((byte, place) => {
    if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > bytes.length / 4 && even < odd / 10) return "utf-16le";
  return even > bytes.length / 4 && odd < even / 10 ? "utf-16be" : null;
}

const chosen = new AsyncLocalStorage<() => string | undefined>();

/** Without an encoding the storage stays unused: it slows each promise, by a tenth of a short command. */
export function readingAs<Found>({ encoding }: { readonly encoding?: string | undefined }, work: () => Found): Found {
  if (encoding === undefined) return work();
  if (!isEncoding(encoding)) {
    const found = JSON.stringify(encoding);
    throw invalidOption(`Reading files: there is no encoding ${found}. ${encodingAdvice}`, { encoding });
  }
  return chosen.run(() => encoding, work);
}

export function readingAsSaid<Found>(encodingOf: () => string | undefined, work: () => Found): Found {
  return chosen.run(encodingOf, work);
}

export const encodingAdvice = "Give one such as windows-1252, latin1, macintosh or shift_jis.";

export function isEncoding(name: unknown): boolean {
  return typeof name === "string" && attempt(() => new TextDecoder(name)) !== null;
}

export function chosenEncoding(): string | null {
  return chosen.getStore()?.() ?? null;
}

/** A byte that other text than UTF-8 has and shows no other way, in encodings whose bytes are all those of ASCII. */
const tellingByte: Readonly<Record<string, number>> = { "utf-16le": 0x00, "utf-16be": 0x00, "iso-2022-jp": 0x1b };

/** The first piece with more than ASCII tells whether a file is UTF-8: lists in both can be read side by side. */
export async function* otherwiseIn(
  encoding: string,
  bytes: AsyncIterable<Buffer>,
  source: string,
): AsyncIterable<Buffer> {
  const iterator = bytes[Symbol.asyncIterator]();
  const telling = tellingByte[new TextDecoder(encoding).encoding] ?? -1;
  let open: Buffer = Buffer.alloc(0);
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    const piece = open.length === 0 ? next.value : Buffer.concat([open, next.value]);
    const rest = { [Symbol.asyncIterator]: () => iterator };
    const kind = kindOf(piece, telling);
    if (kind === "UTF-8") {
      yield piece;
      return yield* rest;
    }
    if (kind === "other") return yield* recode(startingWith(piece, rest), encoding, source);
    if (kind === "ASCII") yield piece;
    open = kind === "cut" ? piece : Buffer.alloc(0);
  }
  if (open.length > 0) yield* recode(startingWith(open, []), encoding, source);
}

/** `cut`: ASCII but for its end, which may begin a character of UTF-8. */
function kindOf(piece: Buffer, telling: number): "ASCII" | "UTF-8" | "cut" | "other" {
  if (telling >= 0 && piece.includes(telling)) return "other";
  if (!piece.some((byte) => byte > 0x7f)) return "ASCII";
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(piece, { stream: true });
    return /[^\0-\x7f]/.test(text) ? "UTF-8" : "cut";
  } catch {
    return "other";
  }
}

async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer> | readonly Buffer[]): AsyncIterable<Buffer> {
  yield first;
  yield* rest;
}

export async function* recode(bytes: AsyncIterable<Buffer>, encoding: string, source: string): AsyncIterable<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    // Without `stream` Node 20 reads windows-1252 as ISO 8859-1.
    for await (const piece of bytes) yield Buffer.from(decoder.decode(piece, { stream: true }));
    decoder.decode();
  } catch (cause) {
    if (cause instanceof SemqrelError) throw cause;
    const what = `it is neither UTF-8 nor ${encoding} throughout. Give --encoding what it was saved in, or save it as UTF-8.`;
    throw inputError("INVALID_ENCODING", source, what, { cause });
  }
}
