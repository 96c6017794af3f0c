/** Reads files with ids and texts of queries, or with ids and titles of documents. */

import { at } from "../../core/at.ts";
import { invalidOption, type SemqrelError } from "../../core/errors.ts";
import { shellWord } from "../../core/text/escape.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import { isNumber, quoted } from "../../core/text/wording.ts";
import { columnKey } from "../../core/titles/keys.ts";
import type { QueryColumns, QueryTable } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { inputError, rowError } from "../input-error.ts";
import { closing, type InputText, STANDARD_INPUT } from "../open-input.ts";
import { type InputFile, inputFile } from "../results/results-file.ts";
import {
  cellsOf,
  delimiterOf,
  filledLines,
  firstLine,
  quoteOf,
  splitLines,
  withoutQuotedCells,
} from "../tables/delimiter.ts";
import { jsonl } from "../tables/formats/jsonl.ts";
import { trecRun } from "../tables/formats/line-runs.ts";
import { type PeekedInput, peekInput, readOpenedTable, readTable, responseFormats } from "../tables/read-table.ts";
import {
  columnsThere,
  findColumn,
  isAmong,
  isRowNumbers,
  recogniseColumns,
  usualNames,
} from "../tables/recognise-columns.ts";
import type { Table } from "../tables/table.ts";
import { headCells, headColumns } from "../tables/table-roles.ts";
import { type QueryTexts, textFormatOf } from "./query-formats.ts";

const queryIdNames: readonly string[] = [...usualNames["query id"], "_id", "id", ...usualNames.id];
const queryNames: readonly string[] = [...usualNames.query, "text", ...usualNames.title];
const documentIdNames: readonly string[] = ["_id", ...usualNames.id];
/** Columns that describe what a query is meant to find. */
const needNames: readonly string[] = ["information_need", "description", "narrative"];
/** Other columns of query sets, only used to recognise a header. */
const neighbourNames: readonly string[] = ["reference_answer", "metadata"];
const titleNames: readonly string[] = [...usualNames.title, "text"];

/** Reads `id TAB text`, texts alone, named columns, or OpenSearch's query sets. @param further - columns to keep */
export async function readQueries(path: string, further: readonly string[] = []) {
  const peeked = await peekInput(path);
  const { head, input } = peeked;
  return closing(input, async () => {
    const isRun = runBeginning.test(head) && trecRun.detect(head);
    const table = isRun ? null : await readQuerySet(peeked, further);
    if (table !== null && !isResults(table)) return describeQueries(table);
    const { source } = input;
    const remedy = ` To make such a file from lists with ids, run semqrel convert ${shellWord(source)} queries.tsv.`;
    const made = source === STANDARD_INPUT ? "" : remedy;
    const what = `it contains result lists, not queries. Give id TAB text, or text alone, in each line.${made}`;
    throw inputError("INVALID_FORMAT", source, what);
  });
}

export function isQuerySet(head: string): boolean {
  if (textFormatOf(head) !== undefined) return true;
  const names = (headColumns(head) ?? []).map(columnKey);
  const areKnown = [["querytext"], ["query", "informationneed"], ["id", "text"]].some((wanted) =>
    wanted.every((name) => names.includes(name)),
  );
  return areKnown || dataFrameIn(head, [])?.text != null;
}

/** Reads the queries of an open input, even of a result list. Returns all columns but ids and texts as `further`. */
export async function readPeekedQueries(peeked: PeekedInput) {
  return describeQueries(await readQuerySet(peeked, [], true));
}

/** Matches the start of a line in a TREC run. Other lines of six words may be queries. */
const runBeginning = /^\S+\s+Q\d\s/i;

/** Returns whether a table is a result list: a response, or a table whose ids or titles would be read as queries. */
function isResults({ format, names }: Table): boolean {
  if (responseFormats.includes(format)) return true;
  const has = (...wanted: readonly string[]) => findColumn(names, wanted) !== null;
  if (!has(...usualNames.title)) return false;
  if (has(...usualNames.engine) && !has(...usualNames.query)) return true;
  const takesIds = !has(...usualNames["query id"]) && has(...usualNames.query) && has(...usualNames.rank, "score");
  const takesTitles = !has(...usualNames.query, "text") && has("score", "label");
  return has(...usualNames.id) && (takesIds || takesTitles);
}

function describeQueries(table: Pairs) {
  const ids = table.columns.get("id") ?? null;
  const texts = table.columns.get("text") ?? null;
  const queries: QueryTable = { source: table.source, ids, texts, lines: table.lines };
  table.lines.forEach((line, row) => {
    if (!ids?.[row] && !texts?.[row]) throw invalidRow(table, line, "", "the row has neither id nor text. Add one.");
  });
  if (ids !== null && texts !== null) requireOneText(table, ids, texts);
  const { further, warnings } = table;
  return { queries, informationNeeds: table.columns.get("need") ?? null, file: inputFile(table), warnings, further };
}

/** Reads `id TAB title`, or a file with named columns, such as a BEIR corpus. Rows may repeat. */
export async function readTitles(path: string): Promise<{ titles: ReadonlyMap<string, string>; file: InputFile }> {
  const peeked = await peekInput(path);
  const table = await closing(peeked.input, () => readPairs(peeked, documentIdNames, titleNames));
  const ids = table.columns.get("id");
  const titled = table.columns.get("text");
  // In some BEIR corpora, all titles are empty.
  const texts = titled?.some((title) => title !== "") ? titled : (table.further?.get("text") ?? titled);
  if (ids === undefined || texts === undefined) {
    const what = "titles need an id and a title in each line. Give id TAB title, or columns named id and title.";
    throw inputError("MISSING_COLUMN", table.source, what, { columns: table.names });
  }
  const empty = ids.indexOf("");
  const lacksId = "the row has no id. Fill in its cell, or choose another column for ids.";
  if (empty >= 0) throw invalidRow(table, at(table.lines, empty), "", lacksId);
  requireOneText(table, ids, texts);
  return { titles: new Map(ids.map((id, row) => [id, texts[row] as string])), file: inputFile(table) };
}

type Pairs = Table & Pick<QueryTexts, "further">;

async function readQuerySet(peeked: PeekedInput, further: readonly string[], keepsFurther = false): Promise<Pairs> {
  const { head, input } = peeked;
  const format = textFormatOf(head);
  if (format !== undefined) return textTable(await format.read(input), input, format.name);
  return readPairs(peeked, queryIdNames, queryNames, needNames, further, keepsFurther);
}

function textTable({ texts, lines, further }: QueryTexts, input: InputText, format: string): Pairs {
  const read = { source: input.source, format, sha256: input.sha256(), sizeBytes: input.sizeBytes(), warnings: [] };
  return { ...read, rows: lines.length, columns: new Map([["text", texts]]), names: ["text"], lines, further };
}

async function readPairs(
  { input, head }: PeekedInput,
  ids: readonly string[],
  texts: readonly string[],
  needs: readonly string[] = [],
  further: readonly string[] = [],
  keepsFurther = false,
): Promise<Pairs> {
  const names = [...ids, ...texts, ...needs];
  const headNames = [...names, ...neighbourNames, ...further];
  const isNamed = input.parquet !== null || jsonl.detect(head) || isHeader(firstLine(head), headNames);
  const frame = isNamed ? null : dataFrameIn(head, further);
  const header = firstLine(head).replaceAll("\t", " ").trim();
  const about = { kind: "data-frame-header", source: input.source, header } as const;
  const warnings: Warning[] = frame === null ? [] : [{ ...about, hasRowNumbers: frame.hasRowNumbers }];
  if (!isNamed && !frame?.isDelimited && !namesQueries(head))
    return { ...(await readBarePairs(input, head, frame !== null)), warnings };
  const readsAll = keepsFurther || frame !== null || further.length > 0;
  const isKnown = isAmong(names);
  const table = await readOpenedTable(input, (name) => readsAll || isColumnNumber(name) || isKnown(name), null);
  const id = findColumn(table.names, ids);
  const text = findColumn(table.names, texts) ?? frameText(table.names, further);
  const columns = new Map<string, readonly string[]>();
  for (const [name, column] of Object.entries({ id, text, need: findColumn(table.names, needs) })) {
    const cells = column === null ? undefined : table.columns.get(column);
    if (cells !== undefined) columns.set(name, cells);
  }
  if (!columns.has("id") && !columns.has("text")) {
    const what = `it has no column of ids or texts (${columnsThere(table.names)}). Name the columns id and text.`;
    throw inputError("MISSING_COLUMN", table.source, what, { columns: table.names });
  }
  const others = new Map([...table.columns].filter(([name]) => name !== id && name !== text));
  return { ...table, columns, warnings: [...table.warnings, ...warnings], further: others };
}

/** Returns whether all cells, or at least two, are known names. A single known name may be a query such as "search". */
function isHeader(line: string, names: readonly string[]): boolean {
  const cells = line.split(line.includes("\t") ? "\t" : /[,;]/);
  const isKnown = isAmong(names);
  const known = cells.filter((cell) => isKnown(cell.trim().replace(/^"|"$/g, "")));
  return known.length === cells.length || known.length >= 2;
}

/** Share of lines that must have as many cells as line 1. Some may have more, because a text has an unquoted comma. */
const NEARLY_ALL = 0.9;
/** Column names that may also be the first query, so they do not prove that line 1 has column names. */
const mayBeQuery = /^(?:search|topic)$/i;
const namesQuery = isAmong([...usualNames.query, ...usualNames["query id"]].filter((name) => !mayBeQuery.test(name)));

/** Returns whether the first line names a column of queries, and nearly all lines have the same number of cells. */
function namesQueries(head: string): boolean {
  const delimiter = delimiterOf(head);
  const names = cellsOf(firstLine(head), delimiter).map((name) => name.trim());
  // If line 1 has a tab and two cells, only checks the first, because the second may be a query such as "search".
  const mayHaveName = delimiter === "\t" && names.length === 2 ? names.slice(0, 1) : names;
  const [, ...rows] = filledLines(withoutQuotedCells(head)).map((line) => line.split(delimiter).length);
  const fitting = rows.filter((cells) => cells === names.length).length;
  const areNames = names.length > 1 && mayHaveName.some(namesQuery) && !names.some(isNumber);
  return areNames && fitting > 0 && fitting >= NEARLY_ALL * rows.length;
}

async function readBarePairs(input: InputText, head: string, hasHeader: boolean): Promise<Pairs> {
  const ids: string[] = [];
  const texts: string[] = [];
  const lines: number[] = [];
  const isQuoted = quoteOf(head, "\t", hasHeader) !== null;
  let hasIds: boolean | null = null;
  for await (const { text, line } of splitLines(input.pieces)) {
    if (text.trim() === "") continue;
    const tab = text.indexOf("\t");
    hasIds ??= tab >= 0;
    if (hasIds !== tab >= 0) {
      const what = `the line has ${hasIds ? "no tab" : "a tab"}, unlike the lines before it.`;
      throw rowError(input.source, line, `${what} Write id TAB text in every line, or text alone in every line.`);
    }
    const [id = "", ...cells] = isQuoted ? cellsOf(text, "\t") : text.split("\t");
    ids.push(hasIds ? id : "");
    texts.push(hasIds ? cells.join("\t") : text);
    lines.push(line);
  }
  if (hasHeader) for (const column of [ids, texts, lines]) column.shift();
  const table = textTable({ texts, lines: Int32Array.from(lines), further: new Map() }, input, "pairs");
  if (hasIds !== true) return table;
  return { ...table, columns: new Map([...table.columns, ["id", ids]]), names: [...table.names, "id"] };
}

function requireOneText(table: Table, ids: readonly string[], texts: readonly string[]): void {
  const rowOfId = new Map<string, number>();
  ids.forEach((id, row) => {
    const first = rowOfId.get(id) ?? row;
    rowOfId.set(id, first);
    if (id === "" || texts[first] === texts[row]) return;
    const why = `the entry ${quoted(id)} has another text in line ${table.lines[first]}. Give each id one text.`;
    throw invalidRow(table, at(table.lines, row), id, why);
  });
}

function invalidRow(table: Table, line: number, entry: string, why: string): SemqrelError {
  return inputError("INVALID_ROW", table.source, why, { line, entry });
}

export async function readQueryColumns(path: string, wanted: readonly string[]): Promise<QueryColumns> {
  const table = await readTable(path, () => true, null);
  const { columns } = recogniseColumns(table.names, {}, table.source);
  const cells = (name: string | null) => (name === null ? null : (table.columns.get(name) ?? null));
  const ids = cells(columns["query id"]) ?? cells(findColumn(table.names, ["_id", "id", ...usualNames.id]));
  const text = columns.query ?? findColumn(table.names, ["text"]) ?? frameText(table.names, wanted);
  const texts = cells(text);
  const missing = wanted.filter((name) => findColumn(table.names, [name]) === null);
  if (missing.length > 0 || (ids === null && texts === null)) {
    const what = missing.length > 0 ? `column "${missing.join('", "')}"` : "a column of query ids or texts";
    const why =
      `${what} is missing (${columnsThere(table.names)}).` +
      `${missing.map((name) => suggestion(name, table.names)).join("")} ` +
      "The queries file needs column names in line 1, for --segment and --weight.";
    throw inputError("MISSING_COLUMN", table.source, why, { columns: table.names, missing });
  }
  const others = new Map(wanted.map((name) => [name, cells(findColumn(table.names, [name])) ?? []]));
  return { source: table.source, ids, texts, lines: table.lines, columns: others };
}

/** @param task - first words of the error message */
export function requireQueriesFile(
  queries: string | null,
  { segment, weight }: { readonly segment?: string; readonly weight?: string },
  task: string,
): void {
  if ((queries !== null && queries !== "-") || (segment === undefined && weight === undefined)) return;
  const remedy =
    queries === "-" ? "It is read twice: give --queries a file, not standard input." : "Also pass --queries FILE.";
  throw invalidOption(`${task}: --segment and --weight name columns of the queries file. ${remedy}`);
}

/** Returns whether pandas gives this name to row numbers. Users may choose the same name, so also check the cells. */
function mayBeRowNumbers(name: string): boolean {
  return isRowNumbers(name) || /^(?:index|level_\d+)$/i.test(name);
}

/** Recognises a data frame of queries; null if line 1 may be a query. @param further - columns that are not queries */
function dataFrameIn(head: string, further: readonly string[]) {
  const names = headColumns(head) ?? [];
  const text = frameText(names, further);
  const numbered = names.filter(mayBeRowNumbers);
  const cellsOf = headCells(head);
  if (numbered.length > 0) {
    const hasRowNumbers = numbered.every((name) => areNumbers(cellsOf(name)));
    return hasRowNumbers && names.length > 1 ? { text, hasRowNumbers, isDelimited: true } : null;
  }
  if (text === null) return null;
  const lines = head.split(/\r?\n/, 100).filter((line) => line.trim() !== "");
  const isSingle = names.length === 1;
  const cells = isSingle ? lines.slice(1) : cellsOf(text);
  const numbers = cells.filter((cell) => areNumbers([cell])).length;
  // Here the name of the column is a digit. If at least half of the cells are numbers, the digit may be a query.
  if (2 * numbers >= cells.length) return null;
  // If a single column has unquoted commas or quotes, they belong to the texts, and each line is a query.
  const isDelimited = !isSingle || lines.every((line) => /^(?:"(?:[^"]|"")*"|[^",]*)$/.test(line));
  return { text, hasRowNumbers: false, isDelimited };
}

/** Returns the only column of a data frame besides row numbers and `further`; null for other tables. */
export function frameText(names: readonly string[], further: readonly string[]): string | null {
  const isFurther = isAmong(further);
  const others = names.filter((name) => !mayBeRowNumbers(name) && !isFurther(name));
  const [text = "", ...more] = others;
  const isFrame = isColumnNumber(text) || names.some(mayBeRowNumbers);
  return isFrame && text !== "" && more.length === 0 ? text : null;
}

/** Returns whether a name is a column number of a data frame. A longer number may be a query, such as 1984. */
function isColumnNumber(name: string): boolean {
  return /^\d$/.test(name);
}

function areNumbers(cells: readonly string[]): boolean {
  return cells.length > 0 && cells.every((cell) => /^\s*"?-?\d+(?:[.,]\d+)?"?\s*$/.test(cell));
}
