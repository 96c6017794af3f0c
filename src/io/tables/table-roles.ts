/** Finds columns in tables of judgments or results. */

import { attempt } from "../../core/attempt.ts";
import { SemqrelError } from "../../core/errors.ts";
import { sha256 } from "../../core/files/read-whole.ts";
import { parseJsonText } from "../../core/text/json-value.ts";
import { isNoValue, quoted, sayNames } from "../../core/text/wording.ts";
import { nameOfTitle } from "../../core/titles/clean-title.ts";
import type { Warning } from "../../core/warnings.ts";
import { ownColumns } from "../labels/label-manifest.ts";
import { cellsOf, delimiterOf, filledLines, firstLine } from "./delimiter.ts";
import { namesOfExport } from "./formats/exports.ts";
import { columnsOf, recordsOf, rowsOf, wholeRowsOf, withQuery } from "./formats/jsonl.ts";
import { isObject, type JsonObject } from "./json-place.ts";
import { tableFormats } from "./read-table.ts";
import {
  columnFlag,
  columnsThere,
  findColumn,
  guessColumns,
  recogniseColumns,
  usualNames,
} from "./recognise-columns.ts";
import type { Table } from "./table.ts";

const roleNames = {
  "query id": usualNames["query id"],
  query: usualNames.query,
  id: [...usualNames.id, ...usualNames.url],
  title: usualNames.title,
  label: ["label", "rating", "grade", "relevance", "relevance_grade", "rel", "rel_level", "judgment", "judgement"],
  score: ["score"],
  rank: usualNames.rank,
  engine: usualNames.engine,
  rater: ["rater", "judge", "annotator", "assessor"],
  iteration: ["iteration"],
} as const;
export type TableRole = keyof typeof roleNames;

/** For each role, column names from an option; null or absent means the usual names. */
export type TableColumns = { readonly [role in TableRole]?: readonly string[] | null };

/** Column name of each role; null if the table has none. Names from an option replace the usual names. */
export type TableRoles = Readonly<Record<TableRole, string | null>>;

export function tableRoles(names: readonly string[], choice: TableColumns): TableRoles {
  const roles = {} as Record<TableRole, string | null>;
  for (const role of Object.keys(roleNames) as TableRole[]) {
    const asked = choice[role];
    roles[role] = asked ? findColumn(names, asked) : findColumn(ownColumns(names), roleNames[role]);
  }
  return roles;
}

/** Warns if several columns may be the document's id. Accepts `docno`, because the `docid` beside it is a number. */
export function idsBeside({ names, source }: Pick<Table, "names" | "source">, choice: TableColumns): Warning[] {
  const { warnings } = recogniseColumns(names, choice, source);
  return warnings.filter(
    (warning) => warning.kind === "two-columns-for-role" && warning.role === "id" && warning.used !== "docno",
  );
}

export function hasTableRole(name: string, choice: TableColumns): boolean {
  return Object.values(tableRoles([name], choice)).some((column) => column !== null);
}

/** Returns the column of labels; null if there is none, or if a column seems to have ranks. */
export function judgedColumn(head: string): string | null {
  const names = headColumns(head) ?? [];
  return seemsRanked(names) ? null : (tableRoles(names, {}).label ?? guessLabel(names, head));
}

function seemsRanked(names: readonly string[]): boolean {
  return tableRoles(names, {}).rank !== null || guessColumns(names).rank !== undefined;
}

/** Words in names of label columns, some German. A name with "score" does not count, because engines give scores. */
const labelWords = /^(?:labels?|grades?|ratings?|relevance|judge?ments?|noten?|bewertung(?:en)?|urteile?|relevanz)$/;

export function seemsLabel(name: string): boolean {
  const words = name.toLowerCase().split(/\P{L}+/u);
  return !words.includes("score") && words.some((word) => labelWords.test(word));
}

/** Returns whether a column is named like labels, and no column is named like ranks. */
export function seemsJudged(names: readonly string[]): boolean {
  return !seemsRanked(names) && (tableRoles(names, {}).label !== null || names.some(seemsLabel));
}

/** Returns the only column that is named like labels and has numbers or single words; null for none or several. */
function guessLabel(names: readonly string[], head: string): string | null {
  const cellsOf = headCells(head);
  const [found, ...others] = names.filter((name) => {
    if (!seemsLabel(name)) return false;
    const cells = cellsOf(name).filter((cell) => cell.trim() !== "");
    return cells.length > 0 && cells.every((cell) => /^\s*(?:-?\d+(?:[.,]\d+)?|\p{L}+)\s*$/u.test(cell));
  });
  return others.length === 0 ? (found ?? null) : null;
}

/** Finds those columns of judgments that have unusual names. Returns [] if there is no column of labels. */
export function guessJudgmentColumns(head: string) {
  const names = headColumns(head) ?? [];
  const roles = tableRoles(names, {});
  const label = roles.label ?? guessLabel(names, head);
  if (label === null) return [];
  const unlabelled = names.filter((name) => name !== label);
  const others = guessColumns(unlabelled, headCells(head));
  const query = roles["query id"] === null ? others.query?.[0] : undefined;
  const found = { query, id: others.id?.[0], title: others.title?.[0], label };
  return (["query", "id", "title", "label"] as const).flatMap((role) => {
    const column = found[role];
    return roles[role] === null && column !== undefined ? [{ role, column }] : [];
  });
}

export function columnsOfGuess(guess: ReturnType<typeof guessJudgmentColumns>): TableColumns {
  return Object.fromEntries(guess.map(({ role, column }) => [role, [column]]));
}

/** Returns whether an option names a column, which means that the file is a table. */
export function isChosen(choice: TableColumns): boolean {
  return Object.values(choice).some((names) => names !== null && names !== undefined);
}

/** Cells of each role, one per row; null if the table has no column for the role. */
type TableCells = Readonly<Record<TableRole, readonly string[] | null>>;

export function cellsOfRoles({ columns }: Table, roles: TableRoles): TableCells {
  const cells = Object.entries(roles).map(([role, name]) => [role, name === null ? null : (columns.get(name) ?? null)]);
  return Object.fromEntries(cells);
}

export function furtherColumns({ columns }: Table, used: TableRoles): Map<string, readonly string[]> {
  return new Map([...columns].filter(([name]) => !Object.values(used).includes(name)));
}

/** `query` is the id, or the text if there is no id; "" if both are missing. `queryText` only exists beside an id. */
export function queryOfRow(cells: Pick<TableCells, "query id" | "query">, row: number) {
  const id = cells["query id"]?.[row] ?? "";
  const text = cells.query?.[row] ?? "";
  return { query: id || text, queryText: id === "" || text === "" ? undefined : text };
}

/** Returns the id. If it is missing, makes a name from the title, as in pools and labels. Returns "" without both. */
export function documentOfRow({ id: ids, title: titles }: Pick<TableCells, "id" | "title">, row: number): string {
  const id = ids?.[row] ?? "";
  const title = titles?.[row] ?? "";
  return title === "" || !isNoValue(id.trim()) ? id : nameOfTitle(title, sha256);
}

export const emptyIdRemedy = "Fill in its cell, or pass another column of ids to semqrel convert: --id-column NAME.";

/** @param roles - such as `query or its id`. The text before `or` becomes the column's name. */
export function renameColumns(roles: readonly string[]): string {
  const names = roles.map((role) => role.split(" or ", 1).join());
  const [columns, their] = names.length === 1 ? ["column", "its name"] : ["columns", "their names"];
  const flags = names.map((name) => columnFlag(name, ["NAME"])).join(" ");
  return `Rename the ${columns} of ${sayNames(names)} to ${sayNames(names.map(quoted))}, or pass ${their} to semqrel convert: ${flags}`;
}

/** Of the commands that read judgments or runs, only `convert` has options for columns. */
export function missingRoles(table: Table, kind: "judgments" | "a run" | "ratings", what: readonly string[]) {
  const flags = what.map((role) => columnFlag(role, ["NAME"]));
  const remedy = kind === "ratings" ? `Pass ${flags.join(" and ")}` : renameColumns(what);
  const message =
    `Reading ${table.source} as ${kind}: it has no column of the ${what.join(" and the ")} ` +
    `(${columnsThere(table.names)}). ${remedy}.`;
  const details = { file: table.source, missing: what, columns: table.names };
  return new SemqrelError("MISSING_COLUMN", message, { details });
}

/** Returns the cells of the first line, or the keys of the first JSON rows; null if the text is not a table. */
export function headColumns(head: string): readonly string[] | null {
  const format = tableFormatOf(head);
  if (format === "jsonl") {
    const rows = rowsOfHead(head);
    return rows.length === 0 ? null : namesOfExport([...new Set(rows.flatMap((row) => columnsOf(row)))]);
  }
  return format === "tsv" || format === "csv" ? namesOfExport(cellsOf(firstLine(head), delimiterOf(head))) : null;
}

/** Returns a function that returns a column's cells in the first lines, except in rows with missing or extra cells. */
export function headCells(head: string): (column: string) => string[] {
  const format = tableFormatOf(head);
  if (format === "jsonl") {
    const rows = rowsOfHead(head);
    return (column) => rows.map((row) => String(row[column] ?? ""));
  }
  const [header = "", ...lines] = filledLines(head, HEAD_LINES);
  const delimiter = delimiterOf(head);
  const names = cellsOf(header, delimiter);
  const rows = lines.map((line) => cellsOf(line, delimiter)).filter((cells) => cells.length === names.length);
  const indexes = new Map(names.map((name, index) => [name, index] as const).toReversed());
  return (column) => rows.map((cells) => cells[indexes.get(column) ?? -1] ?? "");
}

/** Returns the format that `readOpenedTable` would recognise. @param head - "" for Parquet */
export function tableFormatOf(head: string): string {
  if (head === "") return "parquet";
  return tableFormats.find((format) => format.detect(head))?.name ?? "csv";
}

const HEAD_LINES = 100;

/** Returns the rows of the objects in the head. An object is one row, or an answer with a row for each result. */
function rowsOfHead(head: string): readonly JsonObject[] {
  const values = valuesOfHead(head).filter(isObject);
  const rows = attempt(() => values.flatMap((value) => rowsOf(value, "", 0))) ?? [];
  const [answer] = values;
  // A single answer without a query gets the file name as its query. Here, "" stands for that name.
  return answer !== undefined && values.length === 1 ? withQuery(answer, rows, "") : rows;
}

/** Returns the rows of a JSON table, the items of a list, or the values of the first lines. The head may be cut off. */
function valuesOfHead(head: string): readonly unknown[] {
  const parsed = (text: string): unknown => attempt(() => parseJsonText(text));
  const whole = parsed(head);
  if (whole !== null) return [recordsOf(whole) ?? whole].flat();
  const lines = head.split("\n", HEAD_LINES).map(parsed);
  if (lines[0] !== null && !head.trimStart().startsWith("[")) return lines;
  const closed = parsed(closedHead(head));
  return Array.isArray(closed) ? closed : (wholeRowsOf(closed) ?? lines);
}

/**
 * Repairs JSON that was cut off: removes the text after the last complete row, and closes the brackets that are open
 * there. A row is an object or list at one of these places: `[row, …]`, `{"key": row, …}`, `{"key": [row, …], …}`.
 */
function closedHead(head: string): string {
  const open: string[] = [];
  let [end, ends] = [0, ""];
  for (const { 0: token, index } of head.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*(?:"|$)|[{}[\]]/gs)) {
    if (token === "{") open.push("}");
    else if (token === "[") open.push("]");
    else if (token === open.at(-1)) {
      open.pop();
      const closing = open.length > 2 ? "" : open.toReversed().join("");
      if (["]", "}", "]}"].includes(closing)) [end, ends] = [index + 1, closing];
    }
  }
  return `${head.slice(0, end)}${ends}`;
}
