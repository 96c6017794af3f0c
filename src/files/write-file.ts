/**
 * How does a file appear whole or not at all?
 * It is written beside its place under a temporary name, synced, and renamed.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";

export interface FileToWrite {
  readonly path: string;
  /** Pieces are written as they come; a large file never stands in memory. */
  readonly content: Iterable<string> | Uint8Array;
}

const PIECE = 1 << 16;

/**
 * Writes several files so that either all of them appear or none: nothing is renamed before all are on the disk.
 * Missing folders are made. Throws the error of `fs`; temporary files are gone then.
 */
export function writeFiles(files: readonly FileToWrite[]): void {
  const temporary = (path: string) => `${path}.${process.pid}.tmp`;
  const madeFolders: string[] = [];
  try {
    for (const file of files) {
      const made = mkdirSync(dirname(file.path), { recursive: true });
      if (made !== undefined) madeFolders.push(made);
      writePieces(temporary(file.path), file.content);
    }
    for (const file of files) requireNoFolder(file.path);
    for (const file of files) renameSync(temporary(file.path), file.path);
  } catch (error) {
    for (const folder of madeFolders) rmSync(folder, { recursive: true, force: true });
    throw error;
  } finally {
    for (const file of files) rmSync(temporary(file.path), { force: true });
  }
}

/** Fails with the error of `fs` before the first file is renamed: a rename cannot replace a folder. */
function requireNoFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) openSync(path, "r+");
}

function writePieces(path: string, content: Iterable<string> | Uint8Array): void {
  const descriptor = openSync(path, "w");
  try {
    if (content instanceof Uint8Array) {
      writeAll(descriptor, content);
    } else {
      let waiting = "";
      for (const piece of content) {
        waiting += piece;
        if (waiting.length < PIECE) continue;
        writeAll(descriptor, Buffer.from(waiting));
        waiting = "";
      }
      writeAll(descriptor, Buffer.from(waiting));
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A write may take less than it was given, as on a disk that is nearly full. */
function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}
