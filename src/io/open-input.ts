/** Opens a path as text: decompresses, checks UTF-8 and counts lines, one piece at a time. */
import { createHash } from "node:crypto";
import { constants, createReadStream, existsSync, openSync, statSync } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { Socket } from "node:net";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { TextDecoder } from "node:util";
import { createGunzip } from "node:zlib";
import { attempt } from "../core/attempt.ts";
import { messageOf, SemqrelError } from "../core/errors.ts";
import { nearFile } from "../core/files/folders.ts";
import { someOf } from "../core/text/wording.ts";
import {
  BYTES_OF_KIND,
  badLine,
  chosenEncoding,
  notUtf8,
  recode,
  recodeUnlessUtf8,
  requireReadable,
  startsAsUtf16,
} from "./encoding.ts";
import { inputError, requireExpansion, requireWithin } from "./input-error.ts";

export const STANDARD_INPUT = "standard input";

export interface InputText {
  readonly source: string;
  /** The text in pieces of whole lines, without a byte order mark. Read either `pieces` or `bytes`, and only once. */
  readonly pieces: AsyncIterable<string>;
  /** Null if the input is text. `path` is null for a pipe. A file can be read at any position, a pipe cannot. */
  readonly parquet: { readonly path: string | null } | null;
  /** The bytes after unpacking and conversion to UTF-8. */
  readonly bytes: AsyncIterable<Buffer>;
  sha256(): string;
  sizeBytes(): number;
  /** Lets later pieces of `bytes` use the memory of this piece, so that a large file needs little memory. */
  reuse(piece: Buffer): void;
  close(): void;
}

/** @param path - a file, with or without gzip (recognised from its content), or `-` for standard input */
export async function openInput(path: string, standardInput: Readable = process.stdin): Promise<InputText> {
  const isFile = path !== "-" && (await requireFile(path));
  return openBytes(isFile ? fileInput(path) : rawInput(path, standardInput), isFile ? path : null);
}

export async function closing<Result>(input: Pick<InputText, "close">, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } finally {
    input.close();
  }
}

export async function openCopy(source: string, copy: string): Promise<InputText> {
  return openBytes({ ...fileInput(copy), source }, copy);
}

interface RawInput extends Pick<InputText, "source" | "reuse"> {
  readonly pieces: AsyncIterable<Buffer>;
  /** Stops reading, even while the next piece is awaited. */
  abandon(): void;
}

export function rawInput(path: string, standardInput: Readable = process.stdin): RawInput {
  const source = path === "-" ? STANDARD_INPUT : path;
  // Reads a pipe through a socket. A file stream would wait for the pipe's writer in a thread, and this thread would
  // keep the process alive.
  const openPipe = () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const socket = () => new Socket({ fd: openPipe(), readable: true, writable: false });
  const raw = path === "-" ? standardInput : statSync(path).isFIFO() ? socket() : createReadStream(path);
  async function* pieces(): AsyncIterable<Buffer> {
    let size = 0;
    for await (const piece of readable(raw, source)) {
      size += piece.length;
      requireWithin("pipe", size, source);
      yield piece;
    }
  }
  return { source, pieces: pieces(), reuse: () => undefined, abandon: () => void raw.destroy() };
}

async function* readable(raw: AsyncIterable<Buffer>, source: string): AsyncIterable<Buffer> {
  try {
    yield* raw;
  } catch (cause) {
    throw unreadable(source, cause);
  }
}

/** Larger pieces are slower, because they do not fit into the processor's cache. */
const PIECE_BYTES = 1 << 17;

function fileInput(path: string): RawInput {
  const unusedBuffers: Buffer[] = [];
  async function* pieces(): AsyncGenerator<Buffer, void> {
    const file = await open(path);
    const read = () => {
      const reading = file.read(unusedBuffers.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES), 0, PIECE_BYTES, null);
      // Prevents an unhandled rejection if reading fails before the promise is awaited.
      reading.catch(() => undefined);
      return reading;
    };
    // Reads the next piece while the caller processes this one.
    let next = read();
    try {
      for (;;) {
        const { bytesRead, buffer } = await next;
        if (bytesRead === 0) return;
        next = read();
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await next.catch(() => undefined);
      await file.close();
    }
  }
  const raw = pieces();
  return {
    source: path,
    pieces: readable(raw, path),
    reuse: ({ buffer }) => void (buffer.byteLength === PIECE_BYTES && unusedBuffers.push(Buffer.from(buffer))),
    abandon: () => void raw.return(),
  };
}

/** @param path - the file with these bytes; null for a pipe */
export async function openBytes({ source, pieces, reuse, abandon }: RawInput, path: string | null): Promise<InputText> {
  const hash = createHash("sha256");
  let size = 0;
  async function* hashed(): AsyncIterable<Buffer> {
    for await (const bytes of pieces) {
      hash.update(bytes);
      size += bytes.length;
      yield bytes;
    }
  }
  const { first, all } = await peek(hashed(), BYTES_OF_KIND);
  if (first.length === 0) throw inputError("EMPTY_FILE", source, "it is empty. Give a file with rows.");
  if (typeof first !== "string") requireReadable(first, source);
  const isParquet = first.toString("latin1", 0, 4) === "PAR1";
  const isCompressed = first[0] === 0x1f && first[1] === 0x8b;
  const bytes = asUtf8(isCompressed ? decompress(all, source) : all, source, chosenEncoding());
  return {
    source,
    pieces: isParquet ? refuseParquet(source) : decodeText(bytes, source),
    parquet: isParquet ? { path } : null,
    bytes,
    sha256: () => hash.copy().digest("hex"),
    sizeBytes: () => size,
    reuse,
    // A pipe stays open, because another reader may need its remaining bytes.
    close: () => path !== null && abandon(),
  };
}

/**
 * Returns `first`, the start of the input, and `all`, the whole input including `first`.
 * @param least - minimum length of `first`, in bytes or characters
 * @param line - if line 1 is shorter than this, `first` contains all of line 1
 */
export async function peek<Piece extends Buffer | string>(pieces: AsyncIterable<Piece>, least = 1, line = 0) {
  const iterator = pieces[Symbol.asyncIterator]();
  const head: Piece[] = [];
  const isWhole = () => head.some((piece) => piece.includes("\n"));
  for (let size = 0; size < least || (size < line && !isWhole()); ) {
    const next = await iterator.next();
    if (next.done) break;
    head.push(next.value);
    size += next.value.length;
  }
  const isText = typeof head[0] === "string";
  const joined = () => (isText ? head.join("") : Buffer.concat(head as readonly Buffer[])) as Piece;
  const first = head.length > 1 ? joined() : (head[0] ?? "");
  async function* all(): AsyncIterable<Piece> {
    if (first !== "") yield first;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return { first, all: all() };
}

export async function requireFile(path: string): Promise<boolean> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "ENOENT" && cause.code !== "ENOTDIR") throw unreadable(path, cause);
    throw inputError("FILE_NOT_FOUND", path, `there is no such file. ${pathHint(path)}`, { cause });
  });
  if (!found.isDirectory()) return found.isFile();
  const names = await readdir(path).catch(() => []);
  const files = names.filter((name) => /\.(?:csv|tsv|jsonl|parquet|run)(?:\.gz)?$/.test(name));
  const give = files.length < 2 ? "a file with rows" : `its files (${someOf(files.sort())})`;
  const what = `it is a folder. Give ${give}. If each file has one query, join them with semqrel convert --join.`;
  throw inputError("FILE_UNREADABLE", path, what);
}

export function unreadable(source: string, cause: unknown): SemqrelError {
  const what = `it cannot be read (${messageOf(cause)}). Check its permissions.`;
  return inputError("FILE_UNREADABLE", source, what, { cause });
}

/** Converts UTF-16 with a byte order mark to UTF-8, and other texts if an encoding was chosen. */
async function* asUtf8(bytes: AsyncIterable<Buffer>, source: string, encoding: string | null): AsyncIterable<Buffer> {
  const { first, all } = await peek(bytes, 3);
  const begin = Buffer.from(first);
  const hasUtf8Mark = begin.toString("hex", 0, 3) === "efbbbf";
  if (startsAsUtf16(begin)) yield* recode(all, begin[0] === 0xff ? "utf-16le" : "utf-16be", source);
  else yield* encoding === null || hasUtf8Mark ? all : recodeUnlessUtf8(encoding, all, source);
}

async function* decompress(bytes: AsyncIterable<Buffer>, source: string): AsyncIterable<Buffer> {
  const gunzip = createGunzip();
  const input = Readable.from(bytes);
  let failure: unknown = null;
  input.on("error", (error) => {
    failure = error;
    gunzip.destroy(error);
  });
  try {
    let given = 0;
    for await (const piece of input.pipe(gunzip)) {
      if (given === 0) requireReadable(piece as Buffer, source);
      given += (piece as Buffer).length;
      requireExpansion(gunzip.bytesWritten, given, source);
      yield piece as Buffer;
    }
  } catch (cause) {
    if (failure !== null) throw failure;
    if (cause instanceof SemqrelError) throw cause;
    const what = `the gzip data is damaged or cut short (${messageOf(cause)}). Compress the file again.`;
    throw inputError("INVALID_FORMAT", source, what, { cause });
  }
}

// biome-ignore lint/correctness/useYield: Parquet has no text, so reading it fails at once.
async function* refuseParquet(source: string): AsyncIterable<string> {
  const what =
    "it is a Parquet file, where text was expected. Leave out the option that names the format, or save it as CSV.";
  throw inputError("INVALID_FORMAT", source, what);
}

export async function* decodeText(bytes: AsyncIterable<Buffer>, source: string): AsyncIterable<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let line = 1;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  for await (const piece of bytes) {
    // Decodes whole lines only, so that the error can name the line of an invalid byte.
    const end = piece.lastIndexOf(0x0a) + 1;
    if (end === 0) {
      pending.push(piece);
      pendingBytes += piece.length;
      requireWithin("line", pendingBytes, source, line);
      continue;
    }
    const whole = Buffer.concat([...pending, piece.subarray(0, end)]);
    pending = [Buffer.from(piece.subarray(end))];
    pendingBytes = piece.length - end;
    const text = decodeLines(decoder, whole, source, line);
    for (let at = whole.indexOf(0x0a); at >= 0; at = whole.indexOf(0x0a, at + 1)) line++;
    yield text;
  }
  const last = Buffer.concat(pending);
  if (last.length > 0) yield decodeLines(decoder, last, source, line);
}

export function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, "");
}

function decodeLines(decoder: TextDecoder, bytes: Buffer, source: string, firstLine: number): string {
  try {
    const text = decoder.decode(bytes);
    return firstLine > 1 ? text : withoutMark(text);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ERR_STRING_TOO_LONG") {
      // The cause must be one long line, because a piece of the input is far shorter than the longest possible string.
      const what = `the line is too long to be read (${Math.round(bytes.length / 1e6)} MB).`;
      const remedy = "Write one row or one response per line.";
      throw inputError("INVALID_FORMAT", source, `${what} ${remedy}`, { line: firstLine, cause });
    }
    throw notUtf8(source, badLine(decoder, bytes, firstLine), bytes, cause);
  }
}

export function pathHint(path: string): string {
  if (path.startsWith("--")) {
    return "It is an option. Give the option before it a value, or write ./ before a file of that name.";
  }
  if (path.includes(",") && path.split(",").every((part) => existsSync(part))) {
    return "Separate files with spaces, not commas.";
  }
  if (/^file:/i.test(path)) {
    return `Give the path${attempt(() => `, ${fileURLToPath(path)}`) ?? ""}, not its address.`;
  }
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(path))
    return "Download it first and give the file (semqrel collect queries search APIs).";
  if (/^~/.test(path)) return "The shell did not expand ~ here. Write the whole path.";
  return `Check the path.${nearFile(path)}`;
}

export async function wholeText({ pieces }: Pick<InputText, "pieces">): Promise<string> {
  const all: string[] = [];
  for await (const piece of pieces) all.push(piece);
  return all.join("");
}
