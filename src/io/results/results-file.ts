/** Files of results: options, descriptions, and copies of pipes, because a pipe can only be read once. */

import { existsSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Readable } from "node:stream";
import { SemqrelError } from "../../core/errors.ts";
import { makeFolder } from "../../core/files/folders.ts";
import { type InputText, openBytes, openCopy, openInput, rawInput, requireFile } from "../open-input.ts";
import type { ColumnChoice } from "../tables/recognise-columns.ts";
import type { ScannedTable } from "../tables/table.ts";

export interface ResultsFile {
  readonly path: string;
  /** Name of the engine or run. If null, the engine column names it. Without such a column, the file name is used. */
  readonly engine: string | null;
}

export interface ReadResultsOptions {
  readonly format: string | null;
  readonly columns: ColumnChoice;
  /** Whether ranks count from 0 or 1. Null means 0 if the file has a rank 0, otherwise 1. */
  readonly rankBase: 0 | 1 | null;
  /** Further columns to keep, under these names. The file may spell them differently. */
  readonly further: readonly string[];
  readonly keepsAll?: boolean;
  /** Titles by document id, for files without a title column; null if not given. */
  readonly titles: ReadonlyMap<string, string> | null;
  /** Path of the title in the hits of saved responses, with dots for nesting; null or absent for the usual fields. */
  readonly titleField?: string | null;
  /** Whether to remove a number before titles if nearly all titles of an engine have one. @default false */
  readonly stripNumbers?: boolean;
  /** Whether to remove an ending such as " | Site" that nearly all titles of an engine have. @default false */
  readonly stripEndings?: boolean;
}

export interface InputFile extends Omit<ScannedTable, "source" | "warnings"> {
  readonly path: string;
}

export function inputFile({ source, format, rows, sizeBytes, sha256 }: Omit<ScannedTable, "warnings">): InputFile {
  return { path: source, format, rows, sizeBytes, sha256 };
}

export function readInput({ source, sizeBytes, sha256 }: InputText, format: string, rows: number): InputFile {
  return { path: source, format, rows, sizeBytes: sizeBytes(), sha256: sha256() };
}

export function engineOfPath(path: string): string {
  return path === "-" ? "stdin" : pathStem(path);
}

export type KeptInput = Awaited<ReturnType<typeof keepInput>>;

/** Copies a pipe, because it can only be read once. Stops as soon as the text is invalid or too large. */
export async function keepInput(
  path: string,
  { copy, signal, standardInput }: { copy: string; signal: AbortSignal; standardInput?: Readable },
) {
  if (path !== "-" && (await requireFile(path))) return { open: () => openInput(path) };
  const raw = rawInput(path, standardInput);
  const { source, abandon } = raw;
  makeFolder(dirname(copy));
  const file = await open(copy, "w");
  async function* copied(): AsyncIterable<Buffer> {
    for await (const piece of raw.pieces) {
      await file.writeFile(piece);
      yield piece;
    }
  }
  signal.addEventListener("abort", abandon);
  try {
    const { parquet, bytes, pieces } = await openBytes({ ...raw, pieces: copied() }, null);
    for await (const _ of parquet === null ? pieces : bytes);
    await file.close();
  } catch (cause) {
    abandon();
    await file.close();
    rmSync(copy, { force: true });
    if (!signal.aborted) throw cause;
    throw new SemqrelError("INTERRUPTED", `Reading ${source}: interrupted.`, { cause });
  } finally {
    signal.removeEventListener("abort", abandon);
  }
  return { open: () => openCopy(source, copy) };
}

/** Splits `name=path`. The whole text is a path if a slash comes before `=`, or if a file has this whole name. */
export function namedFile(given: string): ResultsFile {
  const [, engine, path] = /^(?![A-Za-z]:)([^=/\\]+)=(.+)$/.exec(given) ?? [];
  const isPath = engine === undefined || path === undefined || existsSync(given);
  return isPath ? { path: given, engine: null } : { path, engine };
}

/** Like `namedFile`, for a file of `--proxy`. If no name is given, the path is the name. */
export function namedProxy(given: string): { readonly name: string; readonly path: string } {
  const { path, engine } = namedFile(given);
  return { name: engine ?? path, path };
}

/** Returns `fender` for `saved/fender.json.gz`. Keeps a name whose only dot is its first character. */
export function pathStem(path: string): string {
  return basename(path)
    .replace(/\.gz$/i, "")
    .replace(/(?<=.)\.[^.]*$/, "");
}
