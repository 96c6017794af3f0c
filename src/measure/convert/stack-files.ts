/** Joins files into one table of lists. Each file has the results of one query, and is named after this query. */

import { readdir, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { at } from "../../core/at.ts";
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { rowsByKey } from "../../core/rows-by-key.ts";
import { counted, quoted } from "../../core/text/wording.ts";
import { columnKey } from "../../core/titles/keys.ts";
import { inputError, writeWhole } from "../../io/input-error.ts";
import { readQueries } from "../../io/query-sets/read-pairs.ts";
import { pathStem } from "../../io/results/results-file.ts";
import { readTable } from "../../io/tables/read-table.ts";
import {
  columnsThere,
  findColumn,
  guessColumns,
  recogniseColumns,
  usualNames,
  wholeNumber,
} from "../../io/tables/recognise-columns.ts";
import type { Table } from "../../io/tables/table.ts";
import { type CsvForm, csvText } from "../../io/tables/write-csv.ts";

export interface Stacking {
  /** Files and folders. In a folder, all files are read in the order of their names, except hidden files. */
  readonly inputs: readonly string[];
  /** File to write: CSV or TSV, depending on its name. If it is `-`, the table is returned in `text` instead. */
  readonly output: string;
  /** File of queries; their ids or texts are the names of the joined files. If null, file names are query texts. */
  readonly queries: string | null;
  readonly form?: CsvForm;
}

interface Query {
  readonly id: string;
  readonly text: string;
}

interface OneQuery {
  readonly path: string;
  readonly query: Query;
  /** Null for a file without rows. */
  readonly table: Table | null;
}

/**
 * Writes the columns `query_id` and `query` (if known), then all columns of all files. Writes nothing on an error.
 * If the first ranks of the files differ (0, 1 or no ranks), all written ranks start at 1. Keeps all rows in memory.
 */
export async function stackFiles({ inputs, output, queries: queriesPath, form = {} }: Stacking) {
  const paths = (await Promise.all(inputs.map(filesAt))).flat();
  await requireOutside(output, inputs, paths);
  const known = queriesPath === null ? null : await queriesOf(queriesPath);
  const named = paths.map((path) => ({
    path,
    query: known === null ? { id: "", text: pathStem(path).normalize("NFC") } : known.find(path),
  }));
  requireOneFileEach(named);
  const files: OneQuery[] = [];
  for (const { path, query } of named) files.push({ path, query, table: await tableOf(path) });
  const rows = files.reduce((sum, { table }) => sum + (table?.lines.length ?? 0), 0);
  if (rows === 0) {
    throw new SemqrelError("EMPTY_FILE", `Joining ${inputs.join(", ")}: no file has a row. Give files with results.`);
  }
  const text = csvText(stackedRows(files), { ...form, delimiter: /\.tsv$/i.test(output) ? "\t" : "," });
  if (output !== "-") writeWhole([{ path: output, content: text }], output);
  const found = new Set(named.map(({ query }) => query));
  return {
    files: files.length,
    rows,
    /** Queries whose file has no row. The command `label` only counts them if it gets --queries. */
    empty: files.filter(({ table }) => table === null).map(({ query }) => shown(query)),
    missing: known === null ? [] : known.all.filter((query) => !found.has(query)).map(shown),
    possibleTitles: [...new Set(files.flatMap(({ table }) => (table === null ? [] : textsWithoutTitles(table))))],
    text: output === "-" ? text : null,
  };
}

async function filesAt(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory() && !entry.name.startsWith("."));
  if (files.length > 0) return files.map(({ name }) => join(path, name)).sort();
  const message = `Reading the folder ${path}: it has no files. Give one with a file for each query.`;
  throw new SemqrelError("EMPTY_FILE", message, { details: { file: path } });
}

/** Refuses an output that is an input, or is in a folder of inputs, where the next call would read it as an input. */
async function requireOutside(output: string, inputs: readonly string[], paths: readonly string[]): Promise<void> {
  if (output === "-") return;
  const real = (path: string) => realpath(path).catch(() => resolve(path));
  const target = await real(output);
  const folder = await real(dirname(resolve(output)));
  const isRead = (await Promise.all(paths.map(real))).includes(target);
  if (!isRead && !(await Promise.all(inputs.map(real))).includes(folder)) return;
  throw invalidOption(
    `Cannot write ${output}: ${isRead ? "it is also an input" : "in this folder, it would be read as a query"}. Name a file elsewhere.`,
    { file: output },
  );
}

const shown = ({ id, text }: Query): string => text || id;

/** Reads queries. `find` matches a file name with an id, with a text, or with the letters and digits of a text. */
async function queriesOf(path: string) {
  const { ids, texts, lines } = (await readQueries(path)).queries;
  const byKey = new Map<string, Query>();
  lines.forEach((_, row) => {
    const query = { id: ids?.[row] ?? "", text: texts?.[row] ?? "" };
    byKey.set(`${query.id}\n${query.text}`, query);
  });
  const all = [...byKey.values()];
  const byId = rowsByKey(all.map(({ id }) => id));
  const byText = rowsByKey(all.map(({ text }) => text.normalize("NFC")));
  const byLetters = rowsByKey(all.map(({ text }) => lettersOf(text)));
  for (const rowsOf of [byId, byText, byLetters]) rowsOf.delete("");
  return {
    all,
    find(file: string): Query {
      const name = pathStem(file).normalize("NFC");
      const same = byId.get(name) ?? byText.get(name) ?? byLetters.get(lettersOf(name));
      if (same?.length === 1) return at(all, at(same, 0));
      const what = same === undefined ? "no query" : counted(same.length, "query", "queries");
      throw new SemqrelError(
        "INVALID_FORMAT",
        `Reading ${file}: its name matches ${what} of ${path}. Name it after the id or text of one query.`,
        { details: { file, queries: path } },
      );
    },
  };
}

/** Keeps letters and digits in lower case, with spaces between words: `C++ / Rust?` and `c_rust` give `c rust`. */
function lettersOf(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}

function requireOneFileEach(named: readonly Pick<OneQuery, "path" | "query">[]): void {
  const before = new Map<string, string>();
  for (const { path, query } of named) {
    const key = `${query.id}\n${query.text}`;
    const other = before.get(key);
    before.set(key, path);
    if (other === undefined) continue;
    throw new SemqrelError(
      "INVALID_FORMAT",
      `Reading ${other} and ${path}: both are named after the query ${quoted(shown(query))}. Keep one of them.`,
      { details: { file: path } },
    );
  }
}

async function tableOf(path: string): Promise<Table | null> {
  const titles = { field: null, isRequired: true };
  const table = await readTable(path, () => true, null, titles).catch((error: unknown) => {
    if (error instanceof SemqrelError && error.code === "EMPTY_FILE") return null;
    throw error;
  });
  if (table === null) return null;
  requireTexts(table);
  const { hiddenCells = 0 } = table;
  if (hiddenCells > 0) {
    const what = `${counted(hiddenCells, "cell")} would be lost, because several columns have the same name or none`;
    throw inputError("INVALID_FORMAT", path, `${what} (${columnsThere(table.names)}). Give each column its own name.`);
  }
  const own = table.names.find((name) => ownColumns.includes(columnKey(name)));
  if (own === undefined) return table;
  // In a saved response without a query, the reader uses the name of the file as query.
  const written = table.columns.get(own) ?? [];
  if (written.every((query) => query === pathStem(path))) {
    return { ...table, names: table.names.filter((name) => name !== own) };
  }
  throw new SemqrelError(
    "INVALID_FORMAT",
    `Joining files: each file must have the results of one query, but ${path} already names a query in each row (column "${own}"). Pass it to semqrel label as it is.`,
    { details: { file: path, column: own } },
  );
}

function requireTexts(table: Table): void {
  if (hasTitles(table) || textsWithoutTitles(table).length > 0) return;
  const { names, source } = table;
  const what = `no column has titles (${columnsThere(names)}). Call the column or field of titles "title".`;
  throw inputError("MISSING_COLUMN", source, what, { role: "title", columns: names });
}

/** Whether the table has a column of titles, or a column of ids or URLs for which titles may be found. */
function hasTitles({ names, columns }: Table): boolean {
  if (findColumn(names, [...usualNames.title, ...usualNames.id, ...usualNames.url]) !== null) return true;
  return guessColumns(names, (name) => columns.get(name) ?? []).title !== undefined;
}

/** Returns text columns, which may be titles under another name; [] if titles, ids or URLs are recognised. */
function textsWithoutTitles(table: Table): string[] {
  if (hasTitles(table)) return [];
  return table.names.filter((name) => !ownColumns.includes(columnKey(name)) && table.columns.get(name)?.some(isText));
}

/** Whether a cell has a letter and is not a JSON list or object. */
function isText(cell: string): boolean {
  return /^(?!\s*[[{]).*\p{L}/su.test(cell);
}

const ownColumns: readonly string[] = ["query", "queryid"];

function* stackedRows(files: readonly OneQuery[]): Iterable<readonly string[]> {
  const lists = files.flatMap(({ query, table }) => (table === null ? [] : [{ query, table, ...columnsByKey(table) }]));
  const keys = [...new Set(lists.flatMap(({ nameOfKey }) => [...nameOfKey.keys()]))];
  const nameOf = (key: string): string => {
    const [name = key, ...others] = new Set(lists.flatMap(({ nameOfKey }) => nameOfKey.get(key) ?? []));
    const own = columnKey(name);
    const isTaken = own !== key && keys.includes(own) && nameOf(own) === name;
    return isTaken || (others.length > 0 && joinedRoles.some((role) => role === key)) ? key : name;
  };
  const hasIds = files.some(({ query }) => query.id !== "");
  const hasTexts = files.some(({ query }) => query.text !== "");
  yield [...(hasIds ? ["query_id"] : []), ...(hasTexts ? ["query"] : []), ...keys.map(nameOf)];
  const isOneBase = new Set(lists.map(({ firstRank }) => firstRank)).size === 1;
  for (const { query, table, nameOfKey, firstRank } of lists) {
    const rankOf = (cell: string, row: number): string => {
      if (isOneBase) return cell;
      if (firstRank === null) return String(row + 1);
      return wholeNumber.test(cell) ? String(Number(cell) - firstRank + 1) : cell;
    };
    const columns = keys.map((key) => table.columns.get(nameOfKey.get(key) ?? ""));
    const ranks = keys.indexOf("rank");
    for (let row = 0; row < table.lines.length; row++) {
      const cells = columns.map((column, index) => {
        const cell = column?.[row] ?? "";
        return index === ranks ? rankOf(cell, row) : cell;
      });
      yield [...(hasIds ? [query.id] : []), ...(hasTexts ? [query.text] : []), ...cells];
    }
  }
}

/** Roles whose columns are merged even if they have different names in the files. */
const joinedRoles = ["title", "rank", "url"] as const;

/** Returns the column names under their keys, and the first rank: 0 or 1, or null if there is no column of ranks. */
function columnsByKey({ names, columns }: Table) {
  const cellsOf = (name: string) => columns.get(name) ?? [];
  const usual = recogniseColumns(names, {}, "").columns;
  const guessed = guessColumns(names, cellsOf);
  const roleOf = new Map(joinedRoles.map((role) => [usual[role] ?? guessed[role]?.[0], role]));
  const nameOfKey = new Map<string, string>();
  for (const name of names) {
    const key = roleOf.get(name) ?? columnKey(name);
    // A space makes the key distinct if a file has, for example, the columns `DOI` and `doi`.
    nameOfKey.set(nameOfKey.has(key) ? `${name} ` : key, name);
  }
  const ranks = nameOfKey.get("rank");
  const isFromZero = cellsOf(ranks ?? "").some((cell) => /^\s*0(?:\.0+)?\s*$/.test(cell));
  return { nameOfKey, firstRank: ranks === undefined ? null : isFromZero ? 0 : 1 };
}
