/** How is a file of results to be read, and what is said of a file afterwards? */
import { pathStem } from "../path-stem.ts";
import type { ColumnChoice } from "../tables/recognise-columns.ts";
import type { ScannedTable } from "../tables/table.ts";

/** A file of result lists. */
export interface ResultsFile {
  readonly path: string;
  /** Name of the engine; null takes the engine column's, else the file's. */
  readonly engine: string | null;
}

/** How a file of result lists is read. */
export interface ReadResultsOptions {
  /** Null recognises the format from the content. */
  readonly format: string | null;
  readonly columns: ColumnChoice;
  /** What ranks count from; null: 1 where the smallest rank of a file is at least 1, else 0. */
  readonly rankBase: 0 | 1 | null;
  /** Columns to keep beside those with a role; kept under these names, however the file spells them. */
  readonly further: readonly string[];
  /** Whether all other columns that have a name are kept too. @default false */
  readonly keepsAll?: boolean;
  /** Titles by document id, for files without a title column; null where there is none. */
  readonly titles: ReadonlyMap<string, string> | null;
  /** Path of the title in the hits of saved search responses, dots for nesting; null or none for the usual fields. */
  readonly titleField?: string | null;
  /** Whether titles lose the place that they begin with, where nearly all of an engine do. @default false */
  readonly stripNumbers?: boolean;
}

/** What was read from where, for the manifest. */
export interface InputFile {
  readonly path: string;
  readonly format: string;
  readonly rows: number;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export function inputFile({ source, format, rows, sizeBytes, sha256 }: ScannedTable): InputFile {
  return { path: source, format, rows, sizeBytes, sha256 };
}

/** The name of an engine after its file: without folder, `.gz` and extension. */
export function engineOfPath(path: string): string {
  return path === "-" ? "stdin" : pathStem(path);
}
