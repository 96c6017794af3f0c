/** Reads texts that are not UTF-8. One chosen encoding applies to all such files of a command. */

import { AsyncLocalStorage } from "node:async_hooks";
import { TextDecoder } from "node:util";
import { attempt } from "../core/attempt.ts";
import { invalidOption, SemqrelError } from "../core/errors.ts";
import { inputError } from "./input-error.ts";

export function notUtf8(source: string, line: number | null, bytes: Uint8Array, cause?: unknown): SemqrelError {
  const where = line === null ? {} : { line };
  return inputError("INVALID_ENCODING", source, `the bytes are not UTF-8${advice(bytes)}`, { ...where, cause });
}

/** Returns the number of the first line that `decoder` rejects. @param line - number of the first line of `bytes` */
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
  // Text has no control characters except white space and the escape character of terminals.
  const isControl = (byte: number) => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b;
  if (startsAsUtf16(bytes)) return " (they look like UTF-16). Save the file as UTF-8.";
  if (bytes.some(isControl)) return ", and do not look like text. Give a text file, or Parquet.";
  return (
    ". Pass the encoding, such as --encoding windows-1252 (what Excel and others call CSV or ANSI), " +
    "or save the file as UTF-8 (in Excel: CSV UTF-8)."
  );
}

export function startsAsUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** Recognises UTF-16 of mostly Latin text, where about every second byte is 0. Otherwise returns null. */
function wideEncodingOf(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const even = bytes.filter((byte, index) => byte === 0 && index % 2 === 0).length;
  const odd = bytes.filter((byte) => byte === 0).length - even;
  if (odd > bytes.length / 4 && even < odd / 10) return "utf-16le";
  return even > bytes.length / 4 && odd < even / 10 ? "utf-16be" : null;
}

const chosen = new AsyncLocalStorage<() => string | undefined>();

/** Runs `work` with this encoding. If it is undefined, avoids AsyncLocalStorage, which slows short commands by 10 %. */
export function readingAs<Found>({ encoding }: { readonly encoding?: string | undefined }, work: () => Found): Found {
  if (encoding === undefined) return work();
  if (!isEncoding(encoding)) {
    const found = JSON.stringify(encoding);
    throw invalidOption(`Reading files: there is no encoding ${found}. ${encodingAdvice}`, { encoding });
  }
  return chosen.run(() => encoding, work);
}

export function readingAsChosen<Found>(encodingOf: () => string | undefined, work: () => Found): Found {
  return chosen.run(encodingOf, work);
}

export const encodingAdvice = "Give one such as windows-1252, latin1, macintosh or shift_jis.";

export function isEncoding(name: unknown): boolean {
  return typeof name === "string" && attempt(() => new TextDecoder(name)) !== null;
}

/** Returns the chosen encoding; null for UTF-8 or if none was chosen. */
export function chosenEncoding(): string | null {
  const name = chosen.getStore()?.() ?? null;
  const isUtf8 = name !== null && attempt(() => new TextDecoder(name).encoding) === "utf-8";
  return isUtf8 ? null : name;
}

/** Encodings in which a text may look like ASCII, each with a byte that shows that the text is not ASCII. */
const tellingByte: Readonly<Record<string, number>> = { "utf-16le": 0x00, "utf-16be": 0x00, "iso-2022-jp": 0x1b };

/** Converts a text from `encoding` to UTF-8, unless its first piece with characters beyond ASCII is already UTF-8. */
export async function* recodeUnlessUtf8(
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

/** Returns `cut` if a piece is ASCII except for its last bytes, which may begin a UTF-8 character. */
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
    // Without `stream`, Node 20 reads windows-1252 as ISO 8859-1.
    for await (const piece of bytes) yield Buffer.from(decoder.decode(piece, { stream: true }));
    decoder.decode();
  } catch (cause) {
    if (cause instanceof SemqrelError) throw cause;
    const what = `it is neither valid UTF-8 nor valid ${encoding}. Pass its encoding with --encoding, or save it as UTF-8.`;
    throw inputError("INVALID_ENCODING", source, what, { cause });
  }
}

export const BYTES_OF_KIND = 512;

const unpack = (program: string) => `Unpack it first (${program}), or compress it with gzip.`;
const saveAsCsv = "Save the sheet as CSV UTF-8, and give that.";
const exportAsCsv = "Export the results as CSV, with a column of queries and a column of titles.";

/** Kinds of files that cannot be read. A pattern is tested against the first bytes, decoded as latin1. */
const binaryKinds: readonly (readonly [begin: RegExp, is: string, remedy: string])[] = [
  [/^\x28\xb5\x2f\xfd/, "it is compressed with zstd", unpack("zstd -d")],
  [/^\xfd7zXZ/, "it is compressed with xz", unpack("xz -d")],
  [/^BZh[1-9]/, "it is compressed with bzip2", unpack("bzip2 -d")],
  [/^\x04\x22\x4d\x18/, "it is compressed with lz4", unpack("lz4 -d")],
  [/^[\s\S]{257}ustar/, "it is a tar archive", "Unpack it first (tar -xf), and give one of its files."],
  [/^7z\xbc\xaf/, "it is a 7z archive", unpack("7z x")],
  [
    /^PK\x03\x04[\s\S]*(?:\[Content_Types\]|_rels\/|xl\/|docProps)/,
    "it is an Excel workbook or another Office file",
    saveAsCsv,
  ],
  [/^PK\x03\x04[\s\S]*mimetypeapplication\/vnd\.oasis/, "it is an OpenDocument file", saveAsCsv],
  [/^PK\x03\x04/, "it is a ZIP archive", unpack("unzip")],
  [/^\xd0\xcf\x11\xe0/, "it is an old Excel workbook or another Office file", saveAsCsv],
  [/^%PDF/, "it is a PDF file", "Give the table as CSV."],
  [/^\{\\rtf/, "it is an RTF document", "Save it as plain text (UTF-8), and give that."],
];

const textKinds: readonly (readonly [begin: RegExp, is: string, remedy: string])[] = [
  [
    /^(?:<!doctype html|<html)\b/i,
    "it is an HTML page, such as a login page or an error page",
    "Give the file that you wanted to download.",
  ],
  [/^<\?xml\b/i, "it is an XML document", "Give the results as CSV or JSON."],
  [/^(?:[^\n]*\n){0,5}@[a-z]+\s*\{/i, "it is a BibTeX file of references", exportAsCsv],
  [/^%0 \w/, "it is an EndNote file of references", exportAsCsv],
  [/^(?:FN |PT [A-Z]\b)/, "it is a Web of Science file of references", exportAsCsv],
];

export function requireReadable(bytes: Uint8Array, source: string): void {
  const wide = chosenEncoding() === null && !startsAsUtf16(bytes) ? wideEncodingOf(bytes) : null;
  if (wide !== null) {
    const what = `it looks like UTF-16 without a byte order mark. Give --encoding ${wide}, or save it as UTF-8.`;
    throw inputError("INVALID_ENCODING", source, what);
  }
  refuse(binaryKinds, String.fromCharCode(...bytes.subarray(0, BYTES_OF_KIND)), source);
}

export function requireReadableText(head: string, source: string): void {
  refuse(textKinds, head.trimStart().slice(0, BYTES_OF_KIND), source);
}

function refuse(kinds: typeof binaryKinds, begin: string, source: string): void {
  const [, is, remedy] = kinds.find(([pattern]) => pattern.test(begin)) ?? [];
  if (is !== undefined) throw inputError("INVALID_FORMAT", source, `${is}. ${remedy}`);
}
