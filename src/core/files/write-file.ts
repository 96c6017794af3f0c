/** Writes files completely or not at all. Writes each to a temporary file, syncs it and renames it. */
import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { SemqrelError } from "../errors.ts";
import { isFile, isFolder, makeFolder, ownerOfTemporary, temporaryPath } from "./folders.ts";
import { isRunning, QUIET_MILLISECONDS } from "./lock-file.ts";

export interface FileToWrite {
  readonly path: string;
  /** Written piece by piece, so that a large file is never completely in memory. */
  readonly content: Iterable<string> | Iterable<Uint8Array> | Uint8Array;
}

const PIECE = 1 << 16;
const SQLITE_BEGIN = "SQLite format 3\0";

/**
 * Writes all files or none. No file is renamed before all are on disk. If a path is a link, the link stays and its
 * target is replaced. Devices and pipes are written to, not replaced.
 * @param workFolder - folder for temporary files; if it is null or on another disk, they are written beside the files
 */
export function writeFiles(files: readonly FileToWrite[], workFolder: string | null = null): void {
  const madeFolders: string[] = [];
  const temporaries: { readonly path: string; readonly target: string }[] = [];
  try {
    const streams: FileToWrite[] = [];
    for (const { path, content } of files) {
      const target = replaceable(path);
      if (target === null) {
        streams.push({ path, content });
        continue;
      }
      const made = makeFolder(dirname(target));
      if (made !== undefined) madeFolders.push(made);
      const temporary =
        workFolder !== null && isOneDisk(workFolder, dirname(target))
          ? temporaryPath(join(workFolder, String(temporaries.length)))
          : temporaryPath(target);
      temporaries.push({ path: temporary, target });
      writePieces(temporary, content, "wx");
    }
    for (const { target } of temporaries) requireReplaceable(target);
    for (const { path, content } of streams) writePieces(path, content, "a");
    for (const { path, target } of temporaries) renameSync(path, target);
    for (const { target } of temporaries) {
      const written = statSync(target, { throwIfNoEntry: false });
      if (written !== undefined) removeLeftovers(dirname(target), written.mtimeMs);
    }
  } catch (error) {
    for (const folder of madeFolders) rmSync(folder, { recursive: true, force: true });
    throw error;
  } finally {
    for (const { path } of temporaries) rmSync(path, { force: true });
  }
}

/** Returns the path with links followed. The result may not exist yet. Returns null for devices and pipes. */
function replaceable(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile() && !found.isDirectory()) return null;
  let target = path;
  while (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const folder = realpathSync(dirname(target));
    // The target of a link such as /dev/stdout is not replaced, because another process may be writing to it.
    if (/^\/(?:proc|dev\/fd)(?:\/|$)/.test(folder)) return null;
    target = resolve(folder, readlinkSync(target));
  }
  return target;
}

function isOneDisk(one: string, other: string): boolean {
  return statSync(one).dev === statSync(other).dev;
}

export function isDatabase(path: string): boolean {
  if (!isFile(path)) return false;
  const descriptor = openSync(path, "r");
  const begin = Buffer.alloc(SQLITE_BEGIN.length);
  try {
    readSync(descriptor, begin, 0, begin.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return begin.toString("latin1") === SQLITE_BEGIN;
}

/** Rejects folders and databases before the first file is renamed. A database may be the only copy of ratings. */
function requireReplaceable(path: string): void {
  // A rename cannot replace a folder. Opening it for writing throws an error of `fs` before any rename.
  if (isFolder(path)) openSync(path, "r+");
  if (!isDatabase(path)) return;
  throw new SemqrelError(
    "OUTPUT_UNWRITABLE",
    `Cannot write ${path}: it is an SQLite database, perhaps of ratings, which semqrel never overwrites. Nothing was changed. Choose another path.`,
    { details: { file: path } },
  );
}

/** @param flag - "wx" to make a file, or fail if a file or link exists; "a" to write to a device or pipe */
function writePieces(path: string, content: FileToWrite["content"], flag: "wx" | "a"): void {
  const descriptor = openSync(path, flag);
  try {
    for (const bytes of content instanceof Uint8Array ? [content] : inPieces(content)) writeAll(descriptor, bytes);
    if (flag === "wx") fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function* inPieces(content: Iterable<string | Uint8Array>): Iterable<Uint8Array> {
  let waiting = "";
  for (const piece of content) {
    if (typeof piece !== "string") {
      yield piece;
      continue;
    }
    waiting += piece;
    if (waiting.length < PIECE) continue;
    yield Buffer.from(waiting);
    waiting = "";
  }
  yield Buffer.from(waiting);
}

/** One call of `writeSync` may write only some of the bytes, for example on a nearly full disk. */
function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}

const swept = new Set<string>();

/**
 * Removes the temporary files that killed processes left in a folder. A file of another machine is only removed if it
 * was not modified in the five minutes before `now`.
 * @param now - time in milliseconds; 0 to keep all files of other machines
 */
export function removeLeftovers(folder: string, now = 0): void {
  const absolute = resolve(folder);
  if (swept.has(absolute)) return;
  swept.add(absolute);
  try {
    for (const name of readdirSync(folder)) {
      const owner = ownerOfTemporary(name);
      if (owner === null || owner.pid === 0 || isRunning(owner.pid)) continue;
      const path = join(folder, name);
      const found = lstatSync(path, { throwIfNoEntry: false });
      const isQuiet = found?.isFile() === true && now - found.mtimeMs > QUIET_MILLISECONDS;
      if (owner.isHere || isQuiet) rmSync(path, { recursive: true, force: true });
    }
  } catch {
    // The folder belongs to another user or does not exist. Leftovers may stay, because they do no harm.
  }
}

export function* withLineEnds(lines: Iterable<string>): Iterable<string> {
  for (const line of lines) yield `${line}\n`;
}
