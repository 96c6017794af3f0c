import type { Progress, Tools } from "../core/ports.ts";
import type { ReadResultsOptions } from "../io/results/read-results.ts";
import {
  count,
  encodingKind,
  excelKind,
  type GivenOf,
  type Kind,
  names,
  nonNegative,
  off,
  ofPrograms,
  oneOf,
  output,
  positive,
  type SettingsOf,
  special,
  text,
  toggle,
  wholeNumber,
} from "./settings.ts";

/** Settings for programs. On the command line, semqrel itself handles progress, interruption and encoding. */
export const workSettings = {
  progress: ofPrograms<Progress>(),
  signal: ofPrograms<AbortSignal>(),
  encoding: { ...ofPrograms<string>(), kind: encodingKind },
};
/** Settings for progress, interruption and encoding, as a program may pass them. */
export type WorkSettings = SettingsOf<typeof workSettings>;

/** Limits for requests to servers. `of` is the unit of --concurrency. @param timeout - default in seconds */
export function requestSettings(of: "queries" | "requests", timeout: number) {
  return {
    rate: nonNegative("<n>", "requests per second, 0 for no limit", { default: 10 }),
    concurrency: count("<n>", `${of} at a time`, { default: 2 }),
    timeout: positive("<seconds>", "seconds to wait for a complete answer", { default: timeout }),
    retries: wholeNumber("<n>", "retries after broken connections, timeouts, 408, 429 and 5xx", { default: 4 }),
  };
}
export function requestBoundsOf(given: GivenOf<ReturnType<typeof requestSettings>>, maxBytes: number) {
  const { rate, concurrency, timeout, retries } = given;
  return { rate: rate === 0 ? null : rate, concurrency, patience: { timeoutSeconds: timeout, retries, maxBytes } };
}
/** Environment variables, which may be secrets. The command line passes the variables of its process. */
export const environment = ofPrograms<Readonly<Record<string, string | undefined>>>();

/** Settings of commands that compare titles by meaning. @param kept - what the cache folder stores */
export function modelSettings(kept: string) {
  return {
    model: text("<name>", "folder, or id of a fetched model (default: all-MiniLM-L6-v2, which is included)", {
      reach: "code",
    }),
    threads: count("<n>", "threads of the model (default: all cores)"),
    cache: off<boolean | string>(`do not read or keep ${kept}`, {}, cacheKind),
    embedder: oneOf(
      "<kind>",
      "how titles are embedded: model (by semqrel itself), transformers.js (if installed), or hash (for tests)",
      ["model", "transformers.js", "hash"],
      { default: "model" },
    ),
    /** Tools that several calls share, so that the model is loaded once. The calls do not close the tools. */
    tools: ofPrograms<Tools>(),
    ...workSettings,
  };
}
/** The model's settings, as a program may pass them. */
export type ModelSettings = SettingsOf<ReturnType<typeof modelSettings>>;

/** Programs pass true, false or a folder. The command line only has `--no-cache`. */
const cacheKind: Kind = {
  wanted: "true, false or a folder",
  accepts: (value) => typeof value === "boolean" || typeof value === "string",
  schema: { type: "boolean" },
};

/** How to read result lists. Several names for a column are tried in order until a file has one; [] means no column. */
export const readSettings = {
  titles: text("<file>", "titles of documents, for TREC runs (id TAB title, CSV, JSONL, BEIR corpus)"),
  inputFormat: oneOf(
    "<format>",
    "format of the files (default: recognised)",
    "csv tsv jsonl trec-run msmarco-run ranx parquet elasticsearch solr vespa typesense ris nbib".split(" "),
  ),
  rankBase: special<0 | 1 | "0" | "1">(
    {
      wanted: "0 or 1",
      accepts: (value) => ["0", "1"].includes(String(value)),
      choices: ["0", "1"],
      schema: { enum: ["0", "1"] },
    },
    "<base>",
    "first rank in the files (default: 0 for a file with rank 0, else 1)",
  ),
  queryColumn: names(
    "<names>",
    "column of query texts, or none; if you give several names, separated by commas, the first of them that the file has is used",
  ),
  queryIdColumn: names("<names>", "column of query ids"),
  titleColumn: names("<names>", "column of titles"),
  titleField: text("<path>", "field of titles in saved search responses, e.g. name or _source.name"),
  stripNumbers: toggle('remove the number at the start of titles, e.g. "1. Pears", "2. Plums"'),
  stripEndings: toggle('remove an ending that all titles share, e.g. " | Site name"'),
  rankColumn: names("<names>", "column of ranks, or none to use the order of rows"),
  idColumn: names("<names>", "column of document ids"),
  urlColumn: names("<names>", "column of addresses"),
  engineColumn: names("<names>", "column of engines"),
};
/** Settings for reading result lists, as a program may pass them. */
export type ReadSettings = SettingsOf<typeof readSettings>;

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
    stripEndings: settings.stripEndings === true,
  };
}

/** Returns each name once, because messages list the names. */
function distinct(given: readonly string[] | undefined): readonly string[] | null {
  return given === undefined ? null : [...new Set(given)];
}

export const excel = special<string>(excelKind, "<locale>", "write CSV for Excel in this locale, e.g. de or en");
export const spreadsheetSafe = toggle("escape cells of CSV and TSV tables that a spreadsheet would run as formulas");

export const spreadsheetSettings = { excel, spreadsheetSafe };
export function csvFormOf({ excel, spreadsheetSafe }: SettingsOf<typeof spreadsheetSettings>) {
  return { excel: excel ?? null, isGuarded: spreadsheetSafe === true };
}

export const enginesToLeaveOut = names(
  "<names>",
  "engines to leave out, separated by commas; * matches any characters",
  {
    default: [],
    defaultText: "none",
  },
);

export const summaryAsJson = toggle("print the summary as one JSON document on stdout; needs --out");

export function junitOf(check: "--fail-under" | "--fail-if-worse") {
  return output("<file>", `file for the results of ${check} as JUnit XML, for CI servers`);
}
