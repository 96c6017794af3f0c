/** How are files named that a verb reads? */
import { existsSync } from "node:fs";
import type { ReadResultsOptions, ResultsFile } from "../io/results/read-results.ts";

/** How files of result lists are read. Names of columns are tried in order; an empty list is for no such column. */
export interface ReadSettings {
  /** Titles of documents, for TREC runs: id TAB title, CSV, JSONL or a BEIR corpus. @default none */
  readonly titles?: string;
  /** Such as `csv`, `jsonl` or `trec-run`. @default recognised by content */
  readonly inputFormat?: string;
  /** What ranks count from. @default 1 where no rank of a file is 0 */
  readonly rankBase?: 0 | 1 | "0" | "1";
  /** Columns of query texts. @default usual names, as for all columns here */
  readonly queryColumn?: readonly string[];
  readonly queryIdColumn?: readonly string[];
  readonly titleColumn?: readonly string[];
  /** Path of titles in saved search responses, such as `_source.title`. */
  readonly titleField?: string;
  /** Titles lose the place that they begin with, where nearly all of an engine in a file do. @default false */
  readonly stripNumbers?: boolean;
  readonly rankColumn?: readonly string[];
  /** Columns of document ids. */
  readonly idColumn?: readonly string[];
  /** Columns of addresses. */
  readonly urlColumn?: readonly string[];
  readonly engineColumn?: readonly string[];
}

/** The same for the code that reads. */
export function readOptionsOf(settings: ReadSettings): Omit<ReadResultsOptions, "titles" | "further"> {
  return {
    format: settings.inputFormat ?? null,
    rankBase: settings.rankBase === undefined ? null : Number(settings.rankBase) === 1 ? 1 : 0,
    columns: {
      query: distinct(settings.queryColumn),
      "query id": distinct(settings.queryIdColumn),
      title: distinct(settings.titleColumn),
      rank: distinct(settings.rankColumn),
      id: distinct(settings.idColumn),
      url: distinct(settings.urlColumn),
      engine: distinct(settings.engineColumn),
    },
    titleField: settings.titleField ?? null,
    stripNumbers: settings.stripNumbers === true,
  };
}

/** Each name once, as messages show them. */
function distinct(names: readonly string[] | undefined): readonly string[] | null {
  return names === undefined ? null : [...new Set(names)];
}

/** `name=path`. A path with a `=` in its folders is a path, and so is one that is there as it stands. */
export function namedFile(given: string): ResultsFile {
  const [, engine, path] = /^(?![A-Za-z]:)([^=/\\]+)=(.+)$/.exec(given) ?? [];
  const isPath = engine === undefined || path === undefined || existsSync(given);
  return isPath ? { path: given, engine: null } : { path, engine };
}

/** The same for other labels of the results, which go by their path where they have no name. */
export function namedProxy(given: string): { readonly name: string; readonly path: string } {
  const { path, engine } = namedFile(given);
  return { name: engine ?? path, path };
}
