/**
 * Which lists and labels does a folder of `label` hold?
 */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { SemqrelError } from "../../core/errors.ts";
import { sha256 } from "../../core/files/sha256.ts";
import { unescapeFormula } from "../../core/text/escape.ts";
import { oneWordKey } from "../../core/titles/keys.ts";
import {
  MATCH_SEMANTIC,
  type MatchKind,
  type ModelIdentity,
  matchKinds,
  type Query,
  type RawResults,
} from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { type InputFile, readResults } from "../results/read-results.ts";
import { numberCell } from "../row-error.ts";
import type { ColumnChoice } from "../tables/recognise-columns.ts";
import { labelCell, missingLabelColumn } from "./label-cell.ts";
import { labelFolderOf } from "./label-folder-of.ts";
import { type LabelManifest, readLabelManifest } from "./read-label-manifest.ts";

/** Rows as the files give them; columns have one entry per row of `results`. */
export interface RawLabels {
  readonly source: string;
  /** Null for a labels.csv alone. */
  readonly folder: string | null;
  readonly queries: readonly Query[];
  /** By query: its name in TREC files. */
  readonly queryKeys: readonly string[];
  /** What the rows call a query: its number. */
  readonly queryOfName: ReadonlyMap<string, number>;
  readonly engines: readonly {
    readonly results: RawResults;
    readonly labels: Float64Array;
    readonly kinds: Uint8Array;
    readonly referenceRanks: Int32Array;
    readonly similarities: Float64Array;
    readonly margins: Float64Array;
    /** Who gave each label; absent where the file does not say. */
    readonly origins?: readonly string[];
  }[];
  /** One list, also of several references. Null without a reference.csv. */
  readonly reference: {
    readonly results: RawResults;
    /** By row: the engine that gave it. */
    readonly engines: readonly string[];
    readonly labels: Float64Array;
    readonly pointRanks: Int32Array;
  } | null;
  readonly model: ModelIdentity | null;
  readonly files: readonly InputFile[];
  readonly warnings: readonly Warning[];
}

const matchColumns = ["label", "match", "reference_rank", "similarity", "margin", "origin"];
const pointColumns = ["engine", "label", "point_rank"];

/**
 * @param path a folder that `label --out` wrote, its labels.csv, or any table with the columns `query`, `rank`, `title`
 *             and `label` (also `engine`, `id`, `match`, `reference_rank`, `similarity`, `margin`, `origin`)
 * @throws SemqrelError as `readResults`; FILE_NOT_FOUND where a folder has no labels.csv; MISSING_COLUMN without labels;
 *         INVALID_ROW for a label that is no number >= 0
 */
export async function readLabels(path: string): Promise<RawLabels> {
  const folder = labelFolderOf(path);
  const file = folder === null ? path : join(folder, "labels.csv");
  if (folder !== null && !existsSync(file)) {
    throw new SemqrelError(
      "FILE_NOT_FOUND",
      `Reading ${path}: the folder has no labels.csv. Give a folder that semqrel label --out wrote.`,
      { details: { file } },
    );
  }
  const manifest = folder === null ? null : readLabelManifest(folder);
  const readRows = async (from: string, further: readonly string[], columns: ColumnChoice = {}) => {
    const read = await readResults(
      { path: from, engine: null },
      { format: null, columns, rankBase: 0, further, titles: null },
    );
    // `--spreadsheet-safe` put a quote before these.
    const isQuoted = manifest?.spreadsheetSafe === true;
    return isQuoted ? { ...read, results: read.results.map(unquote) } : read;
  };
  const labels = await readRows(file, matchColumns);
  const engines = labels.results.map((results) => ({
    results,
    labels: labelsOf(results),
    ...matchesOf(results),
  }));
  const referencePath = join(dirname(file), "reference.csv");
  const isOurs = basename(file) === "labels.csv" && existsSync(referencePath);
  // Rows of several references are one list: their engines are read as any column, not as lists apart.
  const read = isOurs ? await readRows(referencePath, pointColumns, { engine: [] }) : null;
  const reference = read?.results[0] === undefined ? null : referenceOf(read.results[0], manifest);
  return {
    source: path,
    folder,
    ...queriesOf(manifest, [...engines, ...(reference === null ? [] : [reference])]),
    engines,
    reference,
    model: manifest?.model ?? null,
    files: [labels.file, ...(read === null ? [] : [read.file])],
    warnings: labels.warnings,
  };
}

function referenceOf(results: RawResults, manifest: LabelManifest | null): NonNullable<RawLabels["reference"]> {
  const engines = results.columns.get("engine") ?? results.titles.map(() => results.engine);
  const engine = manifest?.reference ?? [...new Set(engines)].join("+");
  return {
    results: { ...results, engine },
    engines,
    labels: labelsOf(results),
    pointRanks: wholeNumbers(results, "point_rank"),
  };
}

function queriesOf(
  manifest: LabelManifest | null,
  engines: readonly { readonly results: RawResults }[],
): Pick<RawLabels, "queries" | "queryKeys" | "queryOfName"> {
  const queries: Query[] = [];
  const queryKeys: string[] = [];
  const queryOfName = new Map<string, number>();
  const add = (query: Query, key: string) => {
    queryOfName.set(query.name, queries.length);
    queries.push(query);
    queryKeys.push(key);
  };
  for (const { qrels, ...query } of manifest?.queries ?? []) add(query, qrels);
  for (const { results } of engines) {
    for (const row of results.titles.keys()) {
      const name = nameOfQuery(results, row);
      if (!queryOfName.has(name)) add({ name, id: null, text: name }, oneWordKey(null, name, sha256));
    }
  }
  return { queries, queryKeys, queryOfName };
}

/** How a row calls its query. */
export function nameOfQuery({ queryTexts, queryIds }: RawResults, row: number): string {
  return queryTexts?.[row] || queryIds?.[row] || "";
}

function unquote(results: RawResults): RawResults {
  return {
    ...results,
    engine: unescapeFormula(results.engine),
    titles: results.titles.map(unescapeFormula),
    ids: results.ids?.map(unescapeFormula) ?? null,
    queryTexts: results.queryTexts?.map(unescapeFormula) ?? null,
    columns: new Map(
      [...results.columns].map(([name, cells]) => [name, name === "engine" ? cells.map(unescapeFormula) : cells]),
    ),
  };
}

function labelsOf({ source, lines, columns }: RawResults): Float64Array {
  const cells = columns.get("label");
  if (cells === undefined) throw missingLabelColumn("label", source, null);
  return Float64Array.from(cells, (cell, row) => labelCell(cell, source, lines[row] ?? 0));
}

function matchesOf(results: RawResults) {
  const kinds = results.columns.get("match");
  const origins = results.columns.get("origin");
  const similarities = numbers(results, "similarity");
  return {
    // A label without a word on its match is taken for one by meaning.
    kinds: Uint8Array.from(results.titles, (_, row) =>
      kinds === undefined ? MATCH_SEMANTIC : Math.max(0, matchKinds.indexOf((kinds[row] ?? "none") as MatchKind)),
    ),
    referenceRanks: wholeNumbers(results, "reference_rank"),
    similarities,
    margins: numbers(results, "margin"),
    ...(origins === undefined ? {} : { origins }),
  };
}

function numbers({ source, lines, titles, columns }: RawResults, name: string): Float64Array {
  const cells = columns.get(name);
  return Float64Array.from(titles, (_, row) => numberCell(cells?.[row] ?? "", name, source, lines[row] ?? 0));
}

/** -1 where a cell is empty. */
function wholeNumbers(results: RawResults, name: string): Int32Array {
  return Int32Array.from(numbers(results, name), (number) => (Number.isNaN(number) ? -1 : number));
}
