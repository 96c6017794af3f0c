/** JSON objects, one per line or in a list. {"query":…,"results":[{"title":…},…]} gives one row per result. */
import { at } from "../../../core/at.ts";
import type { SemqrelError } from "../../../core/errors.ts";
import { quoted } from "../../../core/text/wording.ts";
import { inputError, requireWithin, rowError } from "../../input-error.ts";
import { STANDARD_INPUT } from "../../open-input.ts";
import { pathStem } from "../../results/results-file.ts";
import { firstLine, splitLines } from "../delimiter.ts";
import {
  errorOf,
  errorReason,
  first,
  isObject,
  type JsonObject,
  jsonOrError,
  listNames,
  mayBeFields,
  valueAt,
  wrapperNames,
} from "../json-place.ts";
import {
  anyWord,
  type ColumnChoice,
  findColumn,
  guessColumns,
  isAmong,
  isRowNumbers,
  mayHaveRole,
  namesRow,
  usualNames,
} from "../recognise-columns.ts";
import { once, type TableFormat, type Wants } from "../table.ts";
import { contextNames, isExportColumn, questionNames } from "./exports.ts";

export const jsonl: TableFormat = {
  name: "jsonl",
  detect: (head) => /^\s*[{[]/.test(firstLine(head)),
  async read(pieces, source, wants, onRow, titles) {
    const choice = titles?.columns ?? {};
    const isChosen = amongChosen(Object.values(choice));
    const isRole = once((name) => mayHaveRole(name) || isChosen(name));
    let names: readonly string[] = [];
    const seen: { hasAnswers: boolean; lone: SemqrelError | null } = { hasAnswers: false, lone: null };
    let title: string | null = null;
    let listed: string | null = null;
    const give = ({ rows, line }: Answer) => {
      for (const row of rows) {
        if (Object.keys(row).every((name) => (row[name] ?? "") === "" || isRowNumbers(name))) continue;
        const keys = columnsOf(row, isRole);
        requireWithin("columns", keys.length, source, line);
        // Keeps the same array while the keys are the same, so that a table finds its columns only once.
        if (keys.length !== names.length || keys.some((key, index) => key !== names[index])) {
          names = keys;
          const mayBeLone = seen.lone === null && row[inAnswer] === undefined;
          if (mayBeLone && !namesDocument(keys)) seen.lone = withoutList(row, source, line);
          title = titleColumn(names, choice);
          listed = title ?? findColumn(names, usualNames.id);
        }
        seen.hasAnswers ||= row[inAnswer] !== undefined;
        const unusable = title === null && titles?.isRequired === true ? unusableTitle(row, names, choice) : null;
        if (unusable !== null) {
          const kind = Array.isArray(valueAt(row, unusable)) ? "a list" : "an object";
          const what = `"${unusable}" contains ${kind}. Give text or a number.`;
          throw inputError("INVALID_ROW", source, what, { line, column: unusable });
        }
        const values = names.map((name) => (wants(name) ? valueAt(row, name) : ""));
        // Without `titles` (for example, for the file of --titles), each row describes one document.
        const length = titles === undefined ? 1 : listLength(row, listed);
        for (const part of partsOf(values, length)) onRow(names, part.map(cellOf), line);
      }
    };
    const isOfRequest = amongChosen([choice.query, choice["query id"], choice.engine]);
    const isShared = once((name) => isOfRequest(name) || runWords.test(name) || !describesResult(name));
    const continued = rankCounter(choice.engine ?? usualNames.engine);
    for await (const document of jsonDocuments(pieces, source, "object")) {
      for (const answer of answersIn(rowsIn(document, source, isShared))) give(continued(answer));
    }
    // In a file of answers, an object without a list is not a result.
    if (seen.hasAnswers && seen.lone !== null) throw seen.lone;
    return [];
  },
};

/** All rows of an answer have the same object under this key. */
const inAnswer = Symbol("answer");
type Row = JsonObject & { readonly [inAnswer]?: Pick<Answer, "page"> | undefined };

interface Answer {
  readonly rows: readonly Row[];
  readonly line: number;
  /** Number of the page or of its first result, from 0 or 1; 0 if unknown. */
  readonly page: number;
}

/** Groups the rows of each answer. A row outside answers is a group by itself. */
function* answersIn(rows: readonly { readonly row: Row; readonly line: number }[]): Iterable<Answer> {
  for (let begin = 0, end = 0; begin < rows.length; begin = end) {
    const { row, line } = at(rows, begin);
    const answer = row[inAnswer];
    do end++;
    while (answer !== undefined && rows[end]?.row[inAnswer] === answer);
    yield { rows: rows.slice(begin, end).map((one) => one.row), line, page: answer?.page ?? 0 };
  }
}

/** Matches columns that may name the engine or its variant. */
export const runWords = anyWord("run|model|pipeline|method|retriever|ranker|system");

/** If a later page repeats ranks of earlier pages, its ranks are changed to follow theirs. Other repeats stay. */
function rankCounter(engine: readonly string[]): (answer: Answer) => Answer {
  const isEngine = isAmong(engine);
  const seemsEngine = (name: string) =>
    guessColumns([name], (one) => (one === name ? ["x", "y"] : [])).engine !== undefined;
  const isListName = once((name) => isQueryName(name) || isEngine(name) || runWords.test(name) || seemsEngine(name));
  const lists = new Map<string, { readonly page: number; readonly added: number; readonly length: number }>();
  return (answer) => {
    const { rows, page } = answer;
    const first = at(rows, 0);
    const column = rankName(first);
    if (first[inAnswer] === undefined || column === undefined) return answer;
    const isOfAll = (name: string) => rows.every((row) => row[name] === first[name]);
    const shared = Object.keys(first).filter((name) => isListName(name) && isOfAll(name));
    const key = JSON.stringify(shared.map((name) => first[name]));
    const before = lists.get(key) ?? { page: -1, added: 0, length: 0 };
    const ranks = rows.map((row) => Number(row[column]));
    const smallest = ranks.reduce((one, other) => Math.min(one, other));
    const largest = ranks.reduce((one, other) => Math.max(one, other));
    let added = 0;
    if (page === before.page) added = before.added;
    else if (page > before.page && smallest < before.length) added = before.length - smallest;
    const end = added + largest + 1;
    lists.set(key, { page, added, length: page < before.page ? end : Math.max(end, before.length) });
    if (added === 0) return answer;
    return { ...answer, rows: rows.map((row, index) => ({ ...row, [column]: added + at(ranks, index) })) };
  };
}

function rowsIn({ value, line, text }: JsonDocument, source: string, isShared: Wants) {
  const rowsOfObject = (one: JsonObject, number: number) => rowsOf(one, source, number, isShared);
  const records = recordsOf(value, isShared);
  if (records !== null) return records.flatMap((record) => rowsOfObject(record, line).map((row) => ({ row, line })));
  if (!Array.isArray(value)) {
    const answer = objectOf(value, source, line);
    const rows = rowsOfObject(answer, line);
    const named = source === STANDARD_INPUT ? rows : withQuery(answer, rows, pathStem(source));
    return named.map((row) => ({ row, line }));
  }
  const lines = linesOfItems(text, line);
  return value.flatMap((item, index) => {
    const begin = lines[index] ?? line;
    return rowsOfObject(objectOf(item, source, begin), begin).map((row) => ({ row, line: begin }));
  });
}

/**
 * Returns the rows of a table that pandas saved by rows: `{"columns": […], "data": [[…], …]}`, `{"schema": {"fields":
 * […]}, "data": [{…}, …]}`, or with row numbers, `{"0": {…}, …}`. Null for other values.
 */
export function wholeRowsOf(value: unknown): readonly JsonObject[] | null {
  if (!isObject(value)) return null;
  const { columns, schema, data } = value;
  if (Array.isArray(columns) && Array.isArray(data) && data.every(Array.isArray)) {
    return data.map((cells) => Object.fromEntries(columns.map((name, index) => [String(name), cells[index]])));
  }
  if (isObject(schema) && Array.isArray(schema["fields"]) && Array.isArray(data) && data.every(isObject)) return data;
  const isRow = (row: unknown): row is JsonObject => isObject(row) && namesRow(Object.keys(row));
  const [areNumbers, rows] = [Object.keys(value).every((key) => /^\d+$/.test(key)), Object.values(value)];
  return areNumbers && rows.length > 0 && rows.every(isRow) ? rows : null;
}

const anyName = (_: string) => true;

/**
 * Like `wholeRowsOf`, and also reads a table saved by columns: lists, `{"query": […], "title": […]}`, or objects with
 * row numbers as keys (the default of pandas).
 * @param isShared - whether a plain value with this name belongs to each row
 */
export function recordsOf(value: unknown, isShared = anyName): readonly JsonObject[] | null {
  const whole = wholeRowsOf(value);
  if (whole !== null || !isObject(value)) return whole;
  const columnOf = (wanted: readonly string[]) => value[findColumn(Object.keys(value), wanted) ?? ""];
  const queries = columnOf([...queryNames, ...questionNames]);
  const rows = typeof queries === "object" ? Object.keys(queries ?? {}) : [];
  const isColumn = (column: unknown): column is JsonObject =>
    typeof column === "object" &&
    Object.keys(column ?? {}).length === rows.length &&
    rows.every((row) => /^\d+$/.test(row) && Object.hasOwn(column ?? {}, row));
  const fields = Object.values(value);
  const isWhole = fields.length > 1 && fields.every(isColumn);
  if (rows.length === 0 || !(isWhole || isColumn(columnOf([...documentNames, ...contextNames])))) return null;
  const kept = Object.entries(value).filter(([name, one]) => typeof one === "object" || isShared(name));
  const columns = kept.map(([name, column]) => {
    const cellAt = isColumn(column) ? (row: string) => column[row] : () => column;
    return { name, cellAt };
  });
  return rows.map((row) => Object.fromEntries(columns.map(({ name, cellAt }) => [name, cellAt(row)])));
}

const namesOfTexts = ["results", "hits", "documents", "docs"];

/** Returns the results in an object's list. @param isShared - whether a field of this name is copied to each result */
export function rowsOf(saved: JsonObject, source: string, number: number, isShared = anyName, outerPage = 0): Row[] {
  const sharedOf = (answer: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(answer).filter(([key, value]) => columnsOf({ [key]: value }).every(isShared)));
  const { query: asked = null, results: found } = saved;
  const keyed = asked === null && isObject(found) ? found : saved;
  const byQuery = listsByQuery(keyed, source, number) ?? contextsOf(saved);
  if (byQuery !== null) return byQuery;
  requireNoError(saved, source, number);
  // Crossref's list is inside a message, Scopus' inside search-results.
  const items = [valueAt(saved, "message.items"), scopusEntries(saved)].find(Array.isArray);
  const line = items === undefined ? saved : { items };
  const hasTitle = findColumn(Object.keys(line), usualNames.title) !== null;
  const lists = listNames.filter((name) => {
    const list = line[name];
    const mayHaveTexts = !hasTitle && namesOfTexts.includes(name);
    return Array.isArray(list) && list.every((one) => isObject(one) || (mayHaveTexts && typeof one === "string"));
  });
  const [name, other] = lists;
  if (name === undefined) {
    if ([...listNames, "response"].some((list) => line[list] === null) && hasNoDocument(line)) return [];
    const { response, ...beside } = line;
    if (!isObject(response)) return [line];
    const rows = rowsOf(response, source, number, isShared, pageOf(saved) ?? outerPage);
    if (rows[0] === response) return [line];
    const queries = Object.fromEntries(Object.entries(beside).filter(([key]) => isQueryName(key)));
    return rows.map((row) => ({ ...sharedOf(beside), ...row, ...queries }));
  }
  if (other !== undefined) {
    throw rowError(source, number, `an object has two lists of results, "${name}" and "${other}". Remove one.`);
  }
  const page = pageOf(saved) ?? outerPage;
  const { [name]: results, ...others } = line;
  const inside = (results as readonly unknown[]).map((one) => (isObject(one) ? one : { title: one }));
  // The results may be answers to several searches, as in Algolia and Meilisearch.
  if (inside.some((result) => listNames.some((list) => Array.isArray(result[list]) && result[list].every(isObject)))) {
    return inside.flatMap((result) => rowsOf(result, source, number, isShared, page));
  }
  const query = requestedQuery(saved);
  const beside = typeof query === "string" ? { query, ...sharedOf(others) } : sharedOf(others);
  const shared = { ...beside, [inAnswer]: { page } };
  return inside.map((result, rank) => ({ ...shared, ...ranked(result, rank) }));
}

/** SerpApi, Crossref and Scopus repeat the request in their answer. */
function requestedQuery(answer: JsonObject): unknown {
  const terms = valueAt(answer, "search-results.opensearch:Query.@searchTerms");
  // A Scopus query usually names the fields to search, such as `TITLE-ABS-KEY(green tea)`.
  const asked = typeof terms === "string" ? terms.replace(/^[A-Z-]+\(([^()]*)\)$/i, "$1") : terms;
  return valueAt(answer, "search_parameters.q") ?? valueAt(answer, "message.query.search-terms") ?? asked;
}

/** Scopus returns an entry with an error if there are no results. */
function scopusEntries(answer: JsonObject): unknown {
  const entries = valueAt(answer, "search-results.entry");
  return Array.isArray(entries) ? entries.filter((entry) => !isObject(entry) || errorOf(entry) === null) : entries;
}

const pagePaths = [
  ...["", "meta.", "search_parameters."].flatMap((path) =>
    ["offset", "from", "start", "page"].map((name) => `${path}${name}`),
  ),
  "message.query.start-index",
  "search-results.opensearch:startIndex",
];

/** Returns the number of the page or of its first result. Ignores numbers above six digits, which may be times. */
function pageOf(answer: JsonObject): number | undefined {
  const page = pagePaths.map((path) => String(valueAt(answer, path))).find((text) => /^\d{1,6}$/.test(text));
  return page === undefined ? undefined : Number(page);
}

function rankName(result: JsonObject): string | undefined {
  return usualNames.rank.find((name) => Object.hasOwn(result, name));
}

/** Throws if an answer has an error instead of results. Accepts a document that has a column `error`. */
function requireNoError(saved: JsonObject, source: string, number: number): void {
  const { response } = saved;
  const answer = isObject(response) ? response : saved;
  const error = errorOf(answer);
  const { error: _, errors: __, ...others } = answer;
  const { response: ___, ...beside } = saved;
  if (typeof error !== "string" && !isObject(error)) return;
  if (typeof queryOf(saved) !== "string" || !hasNoDocument(others)) return;
  if (answer !== saved && !hasNoDocument(beside)) return;
  throw withoutList(saved, source, number);
}

function queryOf(saved: JsonObject): unknown {
  return saved[findColumn(Object.keys(saved), queryNames) ?? ""] ?? requestedQuery(saved);
}

function withoutList(saved: JsonObject, source: string, number: number): SemqrelError {
  const answer = isObject(saved["response"]) ? saved["response"] : saved;
  const [query, error] = [queryOf(saved) ?? requestedQuery(answer), errorOf(answer)];
  const found = JSON.stringify(answer).slice(0, SHOWN_CHARACTERS);
  const why = error === null ? `has no list of results (${found})` : `is an error (${errorReason(error)})`;
  const what = `the answer${typeof query === "string" ? ` to ${quoted(query)}` : ""} ${why}.`;
  const again = "Run the query again, or remove the answer.";
  const remedy = error === null ? `${again} If it found nothing, write "results": [].` : again;
  return rowError(source, number, `${what} ${remedy}`);
}

const SHOWN_CHARACTERS = 200;
const documentRoles = [...usualNames.title, ...usualNames.id, ...usualNames.rank];

/** Returns whether a column may have titles, ids or ranks. Addresses do not count: they may link to explanations. */
function namesDocument(names: readonly string[]): boolean {
  if (findColumn(names, documentRoles) !== null) return true;
  const { title, id, rank } = guessColumns(names);
  return (title ?? id ?? rank) !== undefined;
}

/** Returns whether all fields are queries, engines, or numbers, booleans and empty values in columns without a role. */
function hasNoDocument(answer: JsonObject): boolean {
  return Object.entries(answer).every(([name, value]) => {
    if (isQueryName(name) || isEngineName(name)) return true;
    if (mayHaveRole(name)) return false;
    if (Array.isArray(value)) return value.length === 0;
    return value === null || value === "" || typeof value === "number" || typeof value === "boolean";
  });
}

function ranked(result: JsonObject, rank: number): JsonObject {
  return rankName(result) === undefined ? { rank, ...result } : result;
}

/** Reads `{"user_input": "green tea", "retrieved_contexts": ["result", …]}`. Null for other objects. */
function contextsOf(saved: JsonObject): JsonObject[] | null {
  const question = questionNames.find((name) => typeof saved[name] === "string");
  const contexts = contextNames.map((name) => saved[name]).find(Array.isArray);
  if (question === undefined || contexts === undefined) return null;
  if (!contexts.every((text) => typeof text === "string")) return null;
  return contexts.map((title, rank) => ({ query: saved[question], rank, title }));
}

/** Reads `{"green tea": [{"title": …}, …], …}`. Values may also be lists of titles, or answers. Null for other JSON. */
function listsByQuery(saved: JsonObject, source: string, number: number): JsonObject[] | null {
  const fields = Object.entries(saved);
  const lists = fields.filter(([, value]) => typeof value === "object");
  // Beside several lists, there may be one plain value, such as a date. Two plain values show that the object is a row.
  if (fields.length > lists.length + (lists.length > 1 ? 1 : 0)) return null;
  const hasRole = (name: string) => mayHaveRole(name) || isExportColumn(name);
  if (fields.some(([name, value]) => typeof value !== "object" && hasRole(name))) return null;
  if (lists.some(([name, value]) => !isObject(value) && notQueries.includes(name))) return null;
  if (lists.some(([, value]) => isObject(value)) && mayBeFields(lists.map(([name]) => name))) return null;
  const rows = lists.map(([query, value]) =>
    isObject(value) ? rowsOfAnswer(query, value, source, number) : rowsOfList(query, Array.isArray(value) ? value : []),
  );
  const found = rows.filter((one) => one !== null);
  return found.length < rows.length || found.every((one) => one.length === 0) ? null : found.flat();
}

const notQueries: readonly string[] = [...listNames, ...Object.values(usualNames).flat()];

/** Returns null if the object is not an answer, for example if it has an engine's answers to several queries. */
function rowsOfAnswer(query: string, answer: JsonObject, source: string, number: number): JsonObject[] | null {
  const hasList = listNames.some((name) => Array.isArray(answer[name]) || answer[name] === null);
  if (!hasList && !wrapperNames.some((name) => isObject(answer[name])) && errorOf(answer) === null) return null;
  const saved = { query, response: answer };
  const rows = rowsOf(saved, source, number);
  return rows[0] === saved ? null : rows;
}

function rowsOfList(query: string, list: readonly unknown[]): JsonObject[] | null {
  if (!list.every(isObject) && !list.every((title) => typeof title === "string")) return null;
  return list.map((one, rank) => ({ query, ...ranked(isObject(one) ? one : { title: one }, rank) }));
}

/**
 * If neither the answer nor its results name a query, adds `query`, which is the file name. In results, only the fields
 * `query` and `query_id` name a query. Other usual names, such as `keywords`, describe the document there.
 */
export function withQuery(answer: JsonObject, rows: readonly Row[], query: string): readonly Row[] {
  const texts = Object.keys(answer).filter((key) => typeof answer[key] !== "object");
  const hasQuery = findColumn(texts, queryNames) !== null || guessColumns(texts).query !== undefined;
  if (hasQuery || rows.some((row) => row === answer || findColumn(Object.keys(row), ["query", "query_id"]) !== null)) {
    return rows;
  }
  const isNotQuery = ([key]: [string, unknown]) => !isQueryName(key);
  return rows.map((row) => {
    const fields = Object.fromEntries(Object.entries(row).filter(isNotQuery));
    return { query, ...fields, [inAnswer]: row[inAnswer] };
  });
}

const queryNames = [...usualNames.query, ...usualNames["query id"]];
const documentNames = [...usualNames.title, ...usualNames.id, ...usualNames.url];
const isQueryName = isAmong(queryNames);
const isEngineName = isAmong(usualNames.engine);
const isResultName = isAmong([...documentNames, ...usualNames.rank, "score"]);

function amongChosen(chosen: readonly (readonly string[] | null | undefined)[]): (name: string) => boolean {
  return isAmong(chosen.flatMap((names) => names ?? []));
}

/** Returns whether results usually have this field, such as `url`. If so, the answer's field is not copied to them. */
function describesResult(name: string): boolean {
  return isResultName(name) || namesDocument([name]);
}

/**
 * Returns the keys of a row and of the objects in it, because search engines put a hit's fields into an object. Leaves
 * out a key such as `title`, which names a role, if its value has objects: `{"title": {"en": …}}` only has `title.en`.
 */
export function columnsOf(row: JsonObject, isRole = mayHaveRole): string[] {
  const columns: string[] = [];
  const add = (name: string, value: unknown) => {
    if (!hasObjects(value) || !isRole(name)) columns.push(name);
  };
  for (const [key, inner] of Object.entries(row)) {
    add(key, inner);
    if (!isObject(inner)) continue;
    for (const [name, value] of Object.entries(inner)) {
      const path = `${key}.${name}`;
      if (!Object.hasOwn(row, path)) add(path, value);
    }
  }
  return columns;
}

function hasObjects(value: unknown): boolean {
  const parts = Array.isArray(value) ? value : [value];
  return parts.some((part) => typeof part === "object" && part !== null);
}

function titleColumn(names: readonly string[], choice: ColumnChoice): string | null {
  const usual = findColumn(names, [...(choice.title ?? []), ...usualNames.title]);
  return usual ?? guessColumns(names, undefined, choice).title?.[0] ?? null;
}

/** Returns the column of titles if it has an object or a list of objects, and no usable column is inside it. */
function unusableTitle(row: JsonObject, usable: readonly string[], choice: ColumnChoice): string | null {
  const all = columnsOf(row, () => false);
  const column = all.length === usable.length ? null : titleColumn(all, choice);
  return usable.some((name) => name.startsWith(`${column}.`)) ? null : column;
}

/** Returns how many documents a row has. A row with a single title, id, address, score or rank has one document. */
function listLength(row: JsonObject, column: string | null): number {
  const list = column === null ? null : valueAt(row, column);
  if (!Array.isArray(list)) return 1;
  const isSingle = Object.keys(row).some((key) => isResultName(key) && !Array.isArray(row[key]));
  return isSingle ? 1 : list.length;
}

/** Returns the values of each document in a row. A list with one entry for each document is split. */
function partsOf(values: readonly unknown[], documents: number): (readonly unknown[])[] {
  if (documents < 2) return [values];
  const isSplit = (value: unknown): value is unknown[] => Array.isArray(value) && value.length === documents;
  return Array.from({ length: documents }, (_, index) =>
    values.map((value) => (isSplit(value) ? value[index] : value)),
  );
}

function objectOf(value: unknown, source: string, line: number): JsonObject {
  if (isObject(value)) return value;
  const what = `this value is not a JSON object. Give objects such as {"query":…,"rank":0,"title":…}, one per line or in one list.`;
  throw rowError(source, line, what);
}

function cellOf(value: unknown): string {
  return hasObjects(value) ? JSON.stringify(value) : String(first(value) ?? "");
}

type JsonDocument = { readonly value: unknown; readonly line: number; readonly text: string };

/**
 * If line 1 is complete JSON, yields one value per line. If not, yields one value for the whole text.
 * @param unit - what a line contains
 */
export async function* jsonDocuments(
  pieces: AsyncIterable<string>,
  source: string,
  unit: string,
): AsyncIterable<JsonDocument> {
  const document: string[] = [];
  let length = 0;
  let begin = 0;
  let isByLine = false;
  for await (const { text, line } of splitLines(pieces)) {
    if (document.length > 0) {
      document.push(text);
      length += text.length;
      requireWithin("document", length, source, begin);
    } else if (text.trim() !== "") {
      const value = jsonOrError(text, source, line);
      if (value instanceof SyntaxError) {
        const remedy = `Write one complete ${unit} per line.`;
        if (isByLine) throw inputError("INVALID_ROW", source, `${noJson(value)} ${remedy}`, { line, cause: value });
        begin = line;
        document.push(text);
      } else {
        isByLine = true;
        yield { value, line, text };
      }
    }
  }
  if (document.length === 0) return;
  const text = document.join("\n");
  const value = jsonOrError(text, source, begin);
  if (value instanceof SyntaxError) {
    const what = `${noJson(value)} Save all of it: one JSON document, or one ${unit} per line.`;
    throw inputError("INVALID_FORMAT", source, what, { line: begin, cause: value });
  }
  yield { value, line: begin, text };
}

function linesOfItems(text: string, begin: number): number[] {
  const lines: number[] = [];
  let line = begin;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const one = text[at];
    if (one === "\n") line++;
    else if (one === '"') isText = !isText;
    else if (isText && one === "\\") at++;
    else if (!isText && (one === "{" || one === "[") && depth++ === 1) lines.push(line);
    else if (!isText && (one === "}" || one === "]")) depth--;
  }
  return lines;
}

function noJson({ message }: SyntaxError): string {
  return `this is not JSON, or it is incomplete (${message}).`;
}
