/** Reads the files that an earlier run of `label` wrote. */

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { SemqrelError } from "../core/errors.ts";
import { sha256 } from "../core/files/read-whole.ts";
import { growingInts, growingNumbers } from "../core/growing-column.ts";
import { suggestion } from "../core/text/suggestion.ts";
import { titleKey } from "../core/titles/clean-title.ts";
import { titleNumber } from "../core/titles/keys.ts";
import {
  type LabelledLists,
  type LabelReason,
  labelReasons,
  MATCH_NONE,
  MATCH_SEMANTIC,
  type MatchKind,
  matchKinds,
  type Query,
  type ReferenceLists,
  type ResultLists,
  type RowOrigin,
  type StoredLabels,
} from "../core/types.ts";
import { numberCell } from "../io/input-error.ts";
import { labelFolderOf, readLabelManifest, remedyFor } from "../io/labels/label-manifest.ts";
import {
  type LabelRow,
  type LabelTable,
  type LabelTableKind,
  labelCell,
  readLabelRows,
  scanLabelRows,
} from "../io/labels/label-tables.ts";
import { queryKey } from "../lists/documents.ts";
import { groupResults } from "../lists/group-results.ts";

/**
 * @param path - a folder of `label --out`, its labels.csv, or any table with the columns `query`, `rank`, `title` and
 * `label` (optional: `engine`, `id`, `match`, `reference_rank`, `similarity`, `margin`, `origin`, `reason`)
 */
export async function readStoredLabels(path: string) {
  const folder = labelFolderOf(path);
  // In a folder with a manifest, tables have the column `rank`, which `scanLabelRows` needs.
  const readRows: ReadRows<LabelTable> = folder && readLabelManifest(folder) ? scanLabelRows : readLabelRows;
  const { stored, labels, reference } = await readTables(path, readRows, true);
  return { stored, files: [labels, reference].flatMap((table) => table?.file ?? []), warnings: labels.warnings };
}

/**
 * Reads labels of lists whose texts do not fit into memory. The lists have `titleNumbers` instead of titles and ids.
 * The returned tables can read titles and ids of single rows. Memory: about 60 bytes per row, 40 per reference row.
 */
export async function scanStoredLabels(folder: string) {
  return readTables(folder, scanLabelRows, false);
}

/** @param patterns - names to leave out; `*` matches any number of characters @param task - first words of messages */
export function withoutEngines(stored: StoredLabels, patterns: readonly string[], task: string): StoredLabels {
  const names = stored.engines.map(({ lists: { engine } }) => engine);
  const details = { without: patterns, engines: names };
  const refuse = (found: string) =>
    new SemqrelError("INVALID_OPTION", `${task} ${stored.source}: --without ${found}`, { details });
  const unknown = patterns.find((pattern) => !pattern.includes("*") && !names.includes(pattern));
  if (unknown !== undefined)
    throw refuse(`names ${unknown}, but no engine has that name (${names.join(", ")}).${suggestion(unknown, names)}`);
  const escaped = (text: string) => text.replace(/[.+?^${}()|[\]\\/]/g, "\\$&");
  const matchers = patterns.map((pattern) => new RegExp(`^${pattern.split("*").map(escaped).join(".*")}$`, "su"));
  const engines = stored.engines.filter(({ lists: { engine } }) => !matchers.some((matcher) => matcher.test(engine)));
  if (engines.length === 0) throw refuse(`leaves out every engine (${names.join(", ")}). Keep at least one.`);
  return { ...stored, engines };
}

type ReadRows<Table> = (path: string, kind: LabelTableKind, onRow: (row: LabelRow) => void) => Promise<Table>;

/** @param keepsTexts - if false, keeps a number for each title instead of titles and ids */
async function readTables<Table extends LabelTable>(path: string, readRows: ReadRows<Table>, keepsTexts: boolean) {
  const folder = labelFolderOf(path);
  const file = folder === null ? path : join(folder, "labels.csv");
  if (folder !== null && !existsSync(file)) {
    const message = `Reading ${path}: the folder has no labels.csv. ${remedyFor(folder)}`;
    throw new SemqrelError("FILE_NOT_FOUND", message, { details: { file } });
  }
  const manifest = folder === null ? null : readLabelManifest(folder);
  const { queries, queryKeys, numberOf } = numberQueries(manifest?.queries ?? []);
  const rowsOfEngine = new Map<string, EngineRows>();
  const texts = keepsTexts ? new Map<string, string>() : null;
  const labels = await readRows(file, "labels", (row) => {
    const rows = rowsOfEngine.get(row.engine) ?? engineRows(file, texts);
    rowsOfEngine.set(row.engine, rows);
    rows.add(row, numberOf(row.query));
  });
  const referencePath = join(dirname(file), "reference.csv");
  const hasReference = basename(file) === "labels.csv" && existsSync(referencePath);
  const points = hasReference ? referenceRows(referencePath, texts) : null;
  const reference =
    points && (await readRows(referencePath, "reference", (row) => points.add(row, numberOf(row.query))));
  const stored: StoredLabels = {
    source: path,
    queries,
    queryKeys,
    engines: [...rowsOfEngine].map(([engine, rows]) => rows.finish(engine, labels, queries.length)),
    reference: points && reference && points.finish(manifest?.reference ?? null, reference, queries.length),
    model: manifest?.model ?? null,
  };
  return { stored, labels, reference };
}

/** Numbers the queries of the manifest in its order, then other queries in order of appearance. */
function numberQueries(known: readonly (Query & { readonly qrels: string })[]) {
  const queries: Query[] = [];
  const queryKeys: string[] = [];
  const numbers = new Map<string, number>();
  const add = (query: Query, key: string) => {
    numbers.set(query.name, queries.length);
    queryKeys.push(key);
    return queries.push(query) - 1;
  };
  for (const { qrels, ...query } of known) add(query, qrels);
  const numberOf = (name: string) =>
    numbers.get(name) ?? add({ name, id: null, text: name }, queryKey({ id: null, name }, sha256));
  return { queries, queryKeys, numberOf };
}

type EngineRows = ReturnType<typeof engineRows>;

function engineRows(source: string, texts: KnownTexts) {
  const common = listRows(source, texts);
  const [similarities, margins] = [growingNumbers(), growingNumbers()];
  const [kinds, reasons, referenceRanks] = [growingInts(), growingInts(), growingInts()];
  const origins: string[] = [];
  const knownOrigins = new Map<string, string>();
  return {
    add(row: LabelRow, query: number) {
      common.add(row, query);
      kinds.push(Math.max(0, matchKinds.indexOf((row.cell("match") || "none") as MatchKind)));
      reasons.push(Math.max(0, labelReasons.indexOf(row.cell("reason") as LabelReason)));
      referenceRanks.push(wholeNumber(row, "reference_rank", source));
      similarities.push(numberCell(row.cell("similarity"), "similarity", source, row.line));
      margins.push(numberCell(row.cell("margin"), "margin", source, row.line));
      origins.push(sharedText(knownOrigins, row.cell("origin")));
    },
    finish(engine: string, { hasIds, further }: LabelTable, queries: number): LabelledLists {
      return {
        lists: common.group(engine, hasIds, queries),
        labels: common.labels.view(),
        // Without a column `match`, rows with a `reference_rank` count as matches by meaning. Without a column
        // `reference_rank`, all rows do.
        kinds: further.includes("match")
          ? Uint8Array.from(kinds.view())
          : Uint8Array.from(referenceRanks.view(), (rank) =>
              rank < 0 && further.includes("reference_rank") ? MATCH_NONE : MATCH_SEMANTIC,
            ),
        ...(further.includes("reason") ? { reasons: Uint8Array.from(reasons.view()) } : {}),
        referenceRanks: referenceRanks.view(),
        similarities: similarities.view(),
        margins: margins.view(),
        ...(further.includes("origin") ? { origins } : {}),
      };
    },
  };
}

function referenceRows(source: string, texts: KnownTexts) {
  const common = listRows(source, texts);
  const pointRanks = growingInts();
  const originOfEngine = new Map<string, RowOrigin>();
  const origins: RowOrigin[] = [];
  return {
    add(row: LabelRow, query: number) {
      common.add(row, query);
      pointRanks.push(wholeNumber(row, "point_rank", source));
      const engine = row.cell("engine") || row.engine;
      const origin = originOfEngine.get(engine) ?? { engine, source };
      originOfEngine.set(engine, origin);
      origins.push(origin);
    },
    /** @param name - the reference's name; if null, it is made from the engines in the rows */
    finish(name: string | null, { hasIds }: LabelTable, queries: number): ReferenceLists {
      const engines = [...originOfEngine.keys()];
      const engine = name ?? engines.join("+");
      const isOne = engines.every((known) => known === engine);
      const lists = common.group(engine, hasIds, queries);
      return {
        lists: isOne ? lists : { ...lists, origins },
        labels: common.labels.view(),
        pointRanks: pointRanks.view(),
      };
    },
  };
}

/** Maps each text to itself, so that equal cells share one string. Null if titles are stored as numbers. */
type KnownTexts = Map<string, string> | null;

/** Returns one shared string for equal texts. Otherwise, each cell would keep the text of its whole row in memory. */
function sharedText(texts: Map<string, string>, text: string): string {
  const known = texts.get(text);
  if (known === undefined) texts.set(text, text);
  return known ?? text;
}

function listRows(source: string, texts: KnownTexts) {
  const [queryOfRow, ranks, lines] = [growingInts(), growingInts(), growingInts()];
  const [labels, titleNumbers] = [growingNumbers(), growingNumbers()];
  const [titles, ids]: [string[], string[]] = [[], []];
  return {
    labels,
    add(row: LabelRow, query: number) {
      queryOfRow.push(query);
      ranks.push(row.rank);
      lines.push(row.line);
      labels.push(labelCell(row.cell("label"), source, row.line));
      if (texts === null) {
        titleNumbers.push(titleNumber(titleKey(row.title)));
        return;
      }
      titles.push(sharedText(texts, row.title));
      ids.push(sharedText(texts, row.id));
    },
    group(engine: string, hasIds: boolean, queries: number): ResultLists & { readonly titleNumbers?: Float64Array } {
      const rows = { ranks: ranks.view(), lines: lines.view(), columns: new Map(), queryIds: null, queryTexts: null };
      const raw = { ...rows, engine, source, titles, ids: texts && hasIds ? ids : null };
      const lists = groupResults(raw, queryOfRow.view(), queries);
      return texts ? lists : { ...lists, titleNumbers: titleNumbers.view() };
    },
  };
}

function wholeNumber(row: LabelRow, name: "reference_rank" | "point_rank", source: string): number {
  const number = numberCell(row.cell(name), name, source, row.line);
  return Number.isNaN(number) ? -1 : number;
}
