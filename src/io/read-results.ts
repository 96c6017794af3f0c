/**
 * Which engines' results does a file hold?
 * Finds the columns, checks every row, splits by engine and makes ranks count from 0.
 */
import { SemqrelError } from "../errors.ts";
import type { RawResults } from "../types.ts";
import { SHOWN_EXAMPLES, type Warning } from "../warnings.ts";
import { partialColumn } from "./formats/search-response.ts";
import { pathStem } from "./path-stem.ts";
import { rankByScore } from "./rank-by-score.ts";
import { readTable } from "./read-table.ts";
import { type ColumnChoice, findColumn, isWantedColumn, missingColumn, recogniseColumns } from "./recognise-columns.ts";
import type { Table } from "./table.ts";

/** Of TREC runs: it decides their order. */
const scoreColumn = "score";
/** Their columns have names that no file chooses, whatever flags say of other files, and their ranks count from 0. */
const formatsWithFixedColumns: readonly string[] = ["trec-run", "elasticsearch", "solr"];
/** Memory grows with the largest rank. */
const largestRank = 1_000_000;

export interface ResultsFile {
  readonly path: string;
  /** Name of the engine; null takes the engine column's, else the file's. */
  readonly engine: string | null;
}

export interface ReadResultsOptions {
  /** Null recognises the format from the content. */
  readonly format: string | null;
  readonly columns: ColumnChoice;
  /** What ranks count from; null: 1 where the smallest rank of a file is at least 1, else 0. */
  readonly rankBase: 0 | 1 | null;
  /** Columns to keep beside those with a role; kept under these names, however the file spells them. */
  readonly further: readonly string[];
  /** Titles by document id, for files without a title column; null where there is none. */
  readonly titles: ReadonlyMap<string, string> | null;
  /** Path of the title in the hits of saved search responses, dots for nesting; null or none for the usual fields. */
  readonly titleField?: string | null;
}

/** What was read from where, for the manifest. */
export interface InputFile {
  readonly path: string;
  readonly format: string;
  readonly rows: number;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface ReadResults {
  /** One per engine, in order of first appearance. */
  readonly results: readonly RawResults[];
  readonly file: InputFile;
  readonly warnings: readonly Warning[];
}

/**
 * @throws SemqrelError as `readTable`; MISSING_COLUMN; INVALID_RANK for a rank that is no whole number 0..1,000,000;
 *         INVALID_ROW for a row without query or engine; MISSING_TITLE; AMBIGUOUS_ENGINE where a file of several
 *         engines is given one name
 */
export async function readResults(file: ResultsFile, options: ReadResultsOptions): Promise<ReadResults> {
  const table = await readTable(
    file.path,
    (name) => name === scoreColumn || name === partialColumn || isWantedColumn(name, options.columns, options.further),
    options.format,
    { field: options.titleField ?? null, isRequired: options.titles === null },
  );
  const isFixed = formatsWithFixedColumns.includes(table.format);
  const choice = isFixed ? {} : options.columns;
  const { columns: roles, warnings } = recogniseColumns(table.names, choice, table.source);
  const column = (name: string | null) => (name === null ? null : (table.columns.get(name) ?? null));
  const queryTexts = column(roles.query);
  const queryIds = column(roles["query id"]);
  if (queryTexts === null && queryIds === null) {
    throw missingColumn("query", namesOrUsual(choice.query, "query"), table.names, table.source);
  }
  const ids = column(roles.id) ?? column(roles.url);
  const titles = column(roles.title) ?? lookUpTitles(table, ids, options.titles, choice);
  requireQueries(table, queryIds, queryTexts);
  const rankCells = table.format === "trec-run" ? null : column(roles.rank);
  const engines = column(roles.engine);
  const groups = splitByEngine(table, engines, file);

  const ranks =
    rankCells === null ? null : parseRanks(table, rankCells, roles.rank ?? "rank", isFixed ? 0 : options.rankBase);
  const scores = table.format === "trec-run" ? (table.columns.get(scoreColumn) ?? null) : null;
  const results = [...groups].map(([engine, rows]): RawResults => {
    const pick = (cells: readonly string[] | null) => (cells === null ? null : rows.map((row) => cells[row] ?? ""));
    const queryKeys = rows.map((row) => (queryIds?.[row] ? `id ${queryIds[row]}` : `text ${queryTexts?.[row]}`));
    return {
      engine,
      source: table.source,
      queryIds: pick(queryIds),
      queryTexts: pick(queryTexts),
      titles: pick(titles) ?? [],
      ids: pick(ids),
      ranks:
        scores !== null
          ? rankByScore(queryKeys, pick(scores)?.map(Number) ?? [], pick(ids) ?? [])
          : ranks !== null
            ? Int32Array.from(rows, (row) => ranks[row] ?? 0)
            : rankByOrder(queryKeys),
      lines: Int32Array.from(rows, (row) => table.lines[row] ?? 0),
      columns: new Map(
        options.further.flatMap((name) => {
          const cells = pick(column(findColumn(table.names, [name])));
          return cells === null ? [] : [[name, cells]];
        }),
      ),
    };
  });
  const { sizeBytes, sha256, format } = table;
  return {
    results,
    warnings: [...warnings, ...(isFixed ? findPartial(table, results) : [])],
    file: { path: table.source, format, rows: table.lines.length, sizeBytes, sha256 },
  };
}

/** Responses have no column of engines: all are of one. */
function findPartial(table: Table, results: readonly RawResults[]): Warning[] {
  const [first] = results;
  const marks = table.columns.get(partialColumn) ?? [];
  const queries = marks.flatMap((mark, row) =>
    mark ? [first?.queryTexts?.[row] || first?.queryIds?.[row] || ""] : [],
  );
  const distinct = [...new Set(queries)];
  if (first === undefined || distinct.length === 0) return [];
  const examples = distinct.slice(0, SHOWN_EXAMPLES);
  return [{ kind: "partial-responses", run: first.engine, count: distinct.length, examples }];
}

/** The name of an engine that a file alone gives: without folder, `.gz` and extension. */
export function engineOfPath(path: string): string {
  if (path === "-") return "stdin";
  return pathStem(path);
}

function lookUpTitles(
  table: Table,
  ids: readonly string[] | null,
  titles: ReadonlyMap<string, string> | null,
  choice: ColumnChoice,
): readonly string[] {
  if (titles === null || ids === null) {
    if (table.format !== "trec-run") {
      throw missingColumn("title", namesOrUsual(choice.title, "title"), table.names, table.source);
    }
    throw new SemqrelError(
      "MISSING_TITLE",
      `Reading ${table.source}: a TREC run holds no titles. Give them with --titles FILE (id TAB title, CSV, JSONL or a BEIR corpus).`,
      { details: { file: table.source } },
    );
  }
  const missing = ids.findIndex((id) => !titles.has(id));
  if (missing >= 0) {
    const count = ids.filter((id) => !titles.has(id)).length;
    const line = table.lines[missing];
    throw new SemqrelError(
      "MISSING_TITLE",
      `Reading ${table.source}:${line}: the titles file has no title for document "${ids[missing]}" (${count} rows lack one). ` +
        "Add it to the --titles file.",
      { details: { file: table.source, line, id: ids[missing], count } },
    );
  }
  return ids.map((id) => titles.get(id) ?? "");
}

function namesOrUsual(asked: readonly string[] | null | undefined, usual: string): readonly string[] {
  return asked?.length ? asked : [usual];
}

function requireQueries(table: Table, ids: readonly string[] | null, texts: readonly string[] | null): void {
  table.lines.forEach((line, row) => {
    if (ids?.[row] || texts?.[row]) return;
    throw new SemqrelError(
      "INVALID_ROW",
      `Reading ${table.source}:${line}: the row names no query. Fill in its query cell.`,
      {
        details: { file: table.source, line },
      },
    );
  });
}

function splitByEngine(table: Table, engines: readonly string[] | null, file: ResultsFile): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  const named = file.engine ?? engineOfPath(file.path);
  table.lines.forEach((line, row) => {
    const engine = engines === null ? named : (engines[row] ?? "");
    if (engine === "") {
      throw new SemqrelError(
        "INVALID_ROW",
        `Reading ${table.source}:${line}: the row names no engine. Fill in its engine cell, or pass --engine-column none.`,
        { details: { file: table.source, line } },
      );
    }
    const rows = groups.get(engine);
    if (rows === undefined) groups.set(engine, [row]);
    else rows.push(row);
  });
  if (file.engine === null || groups.has(file.engine)) return groups;
  const [only] = groups.values();
  if (groups.size === 1 && only !== undefined) return new Map([[file.engine, only]]);
  throw new SemqrelError(
    "AMBIGUOUS_ENGINE",
    `Reading ${table.source}: it holds ${groups.size} engines (${[...groups.keys()].slice(0, 5).join(", ")}), ` +
      `so it cannot be given the one name "${file.engine}". Leave "${file.engine}=" out.`,
    { details: { file: table.source, engines: [...groups.keys()] } },
  );
}

function parseRanks(table: Table, cells: readonly string[], name: string, base: 0 | 1 | null): Int32Array {
  const ranks = Int32Array.from(cells, (cell, row) => {
    // pandas writes 3.0 where a column has holes.
    const text = cell.trim().replace(/\.0+$/, "");
    if (/^\d+$/.test(text) && Number(text) <= largestRank) return Number(text);
    const line = table.lines[row];
    const why = whyNoRank(text);
    throw new SemqrelError(
      "INVALID_RANK",
      `Reading ${table.source}:${line}: the rank "${cell}" in column "${name}" ${why}. Ranks are 0, 1, 2, … or 1, 2, 3, …; ` +
        "pass --rank-column none to go by the order of the rows.",
      { details: { file: table.source, line, column: name, value: cell } },
    );
  });
  const smallest = ranks.reduce((least, rank) => Math.min(least, rank), Number.POSITIVE_INFINITY);
  const first = base ?? (smallest >= 1 ? 1 : 0);
  if (first === 0) return ranks;
  const zero = ranks.indexOf(0);
  if (zero < 0) return ranks.map((rank) => rank - 1);
  const line = table.lines[zero];
  throw new SemqrelError(
    "INVALID_RANK",
    `Reading ${table.source}:${line}: rank 0 in a file whose ranks are said to count from 1. Drop --rank-base 1.`,
    { details: { file: table.source, line, column: name, value: "0" } },
  );
}

function whyNoRank(text: string): string {
  if (text === "") return "is empty";
  if (/^\d+$/.test(text)) return `is above ${largestRank} (a date or an id in the rank column?)`;
  return /^-\d+$/.test(text) ? "is negative" : "is no whole number";
}

function rankByOrder(queryKeys: readonly string[]): Int32Array {
  const next = new Map<string, number>();
  return Int32Array.from(queryKeys, (key) => {
    const rank = next.get(key) ?? 0;
    next.set(key, rank + 1);
    return rank;
  });
}
