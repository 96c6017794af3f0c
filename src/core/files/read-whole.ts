/** Reads whole files into memory. Rejects devices, which may never end, and pipes, which may never begin. */

import { createHash } from "node:crypto";
import { closeSync, constants, createReadStream, fstatSync, openSync, readSync } from "node:fs";
import { SemqrelError } from "../errors.ts";

const MIB = 1 << 20;
const PIECE_BYTES = 1 << 16;

/** Maximum bytes of files that people write: configurations, prompts, guidelines, certificates. */
export const MOST_WRITTEN_BYTES = MIB;
/** Maximum bytes of other files. Longer texts do not fit into a JavaScript string. */
const MOST_BYTES = 512 * MIB;

export function readWhole(path: string, most = MOST_BYTES): Buffer {
  const descriptor = openPlain(path);
  try {
    return readOpen(descriptor, path, most);
  } finally {
    closeSync(descriptor);
  }
}

export function readWholeText(path: string, most = MOST_BYTES): string {
  return readWhole(path, most).toString("utf8");
}

/** Opens a file without waiting for the writer of a pipe. */
export function openPlain(path: string): number {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const found = fstatSync(descriptor);
  // Reading a folder fails later with the system's error.
  if (found.isFile() || found.isDirectory()) return descriptor;
  closeSync(descriptor);
  throw unreadable(path, "it is a pipe or a device. Give a plain file.");
}

/** Counts bytes while reading, because files in /proc have size 0. */
export function readOpen(descriptor: number, path: string, most = MOST_BYTES): Buffer {
  const pieces: Buffer[] = [];
  for (let size = 0; ; ) {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    const bytes = readSync(descriptor, piece);
    if (bytes === 0) return Buffer.concat(pieces);
    size += bytes;
    if (size > most) throw unreadable(path, `it is larger than ${most / MIB} MiB. Give a smaller file.`);
    pieces.push(piece.subarray(0, bytes));
  }
}

function unreadable(path: string, what: string): SemqrelError {
  return new SemqrelError("FILE_UNREADABLE", `Reading ${path}: ${what}`, { details: { file: path } });
}

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

export async function sha256File(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path, { fd: openPlain(path), highWaterMark: 1 << 20 }))
    hash.update(piece as Buffer);
  return hash.digest("hex");
}

export function sha256Lines(lines: Iterable<string>): string {
  const hash = createHash("sha256");
  let separator = "";
  for (const line of lines) {
    hash.update(separator + line);
    separator = "\n";
  }
  return hash.digest("hex");
}
