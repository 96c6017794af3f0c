/** Reads saved responses: one, a list of them, or one per line. Each may be wrapped with its query. */
import type { SemqrelError } from "../../../core/errors.ts";
import { inputError } from "../../input-error.ts";
import { STANDARD_INPUT } from "../../open-input.ts";
import { pathStem } from "../../results/results-file.ts";
import {
  errorOf,
  errorReason,
  fieldNames,
  first,
  isObject,
  isPartialResponse,
  type JsonObject,
  mayBeFields,
  responseKeyPaths,
  valueAt,
} from "../json-place.ts";
import { findColumn, usualNames } from "../recognise-columns.ts";
import type { OnRow, TableFormat } from "../table.ts";
import { jsonDocuments } from "./jsonl.ts";

interface ResponseDialect {
  readonly name: string;
  /** Matches a path of `responseKeyPaths` that only responses of this engine have. */
  readonly mark: RegExp;
  /** Returns the hits, best first; null if the object is not a response of this engine. */
  hitsOf(response: JsonObject): readonly unknown[] | null;
  queryOf(response: JsonObject): unknown;
  /** Returns the number of hits that the request skipped, if the response or its wrapper has it. */
  startOf(response: JsonObject, wrapper: JsonObject): unknown;
  readonly idField: string;
  readonly scoreField: string;
  /** Possible paths of the title in a hit. The first that exists counts. */
  titlePaths(field: string | null): readonly string[];
  fieldsOf(hit: JsonObject): JsonObject;
}

/** This column is "true" if the engine marked the response as incomplete. Rows of other responses lack the column. */
export const partialColumn = "partial_response";

/**
 * The columns are query or query_id (or both), id, title, score, rank and `partialColumn`. The first rank is the number
 * of hits that the request skipped. A single response without a query gets the file name as its query.
 */
export function searchResponseFormat(dialect: ResponseDialect): TableFormat {
  return {
    name: dialect.name,
    detect: (head) => [head, head.replace(firstQuery, "")].some((text) => hasMark(text, dialect)),
    async read(pieces, source, wants, onRow, { field = null, isRequired = false } = {}) {
      const paths = dialect.titlePaths(field);
      const found = { hits: 0, titles: 0, fields: new Set<string>() };
      let nameless: ReturnType<typeof toEntry> | null = null;
      let count = 0;
      for await (const { value, line } of jsonDocuments(pieces, source, "response")) {
        for (const saved of responsesIn(value, dialect)) {
          const number = ++count;
          const refuse = (what: string, remedy: string) =>
            inputError("INVALID_ROW", source, `response ${number} ${what}. ${remedy}`, { line, response: number });
          const entry = toEntry(saved, dialect, line, refuse);
          const isNameless = entry.query === null && entry.queryId === null;
          if (nameless !== null || (isNameless && count > 1)) throw withoutQuery(nameless ?? entry, source);
          // Waits for the next entry, because only a single response may lack a query.
          if (isNameless) nameless = entry;
          else giveRows(entry, dialect, paths, onRow, found);
        }
      }
      if (nameless !== null) {
        if (source === STANDARD_INPUT) throw withoutQuery(nameless, source);
        giveRows({ ...nameless, query: pathStem(source) }, dialect, paths, onRow, found);
      }
      if (isRequired && wants("title") && found.hits > 0 && found.titles === 0) {
        const names = [...found.fields];
        const shown = `${names.slice(0, 20).join(", ")}${names.length > 20 ? ", …" : ""}`;
        const fields =
          names.length === 0
            ? "the hits have no fields at all. Ask the engine to return them"
            : `the hits have: ${shown}. Pass --title-field PATH`;
        const what = `no hit has a title in "${paths.join('" or "')}"; ${fields}, or give titles with --titles FILE.`;
        throw inputError("MISSING_COLUMN", source, what, { role: "title", columns: names });
      }
      return [];
    },
  };
}

/** The start of `{"green tea":{…},…}`, whose keys are queries. */
const firstQuery = /^\s*\{\s*(?:"(?:[^"\\]|\\.)*"\s*:\s*null\s*,\s*)*"(?:[^"\\]|\\.)*"\s*:\s*(?=\{)/;

function hasMark(head: string, { mark }: ResponseDialect): boolean {
  return [...responseKeyPaths(head)].some((path) => mark.test(path));
}

/** Returns the responses in a list, a multi-search or an object whose keys are queries, or else the value itself. */
function responsesIn(value: unknown, dialect: ResponseDialect): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => responsesIn(one, dialect));
  if (!isObject(value)) return [value];
  // Typesense calls the responses of a multi-search `results`.
  const several = value["responses"] ?? value["results"];
  if (Array.isArray(several)) return several;
  const isAnswer = (one: unknown) => isObject(one) && (dialect.hitsOf(one) !== null || errorOf(one) !== null);
  // Ignores null (a query without an answer), because it does not show whether the keys are queries.
  const fields = Object.entries(value).filter(([, one]) => one !== null);
  const isByQuery = fields.every(([, one]) => isAnswer(one)) && !mayBeFields(fields.map(([name]) => name));
  if (isAnswer(value) || !isByQuery) return [value];
  return fields.map(([query, response]) => ({ query, response }));
}

type Refuse = (what: string, remedy: string) => SemqrelError;

function toEntry(saved: unknown, dialect: ResponseDialect, line: number, refuse: Refuse) {
  if (!isObject(saved)) throw refuse("is not a JSON object", "Give responses as they were saved.");
  const inside = saved["response"];
  const response = dialect.hitsOf(saved) === null && isObject(inside) ? inside : saved;
  const error = errorOf(response);
  if (error !== null) {
    throw refuse(`is an error (${errorReason(error)})`, "Run the query again, or remove the response.");
  }
  const hits = dialect.hitsOf(response);
  if (hits === null) {
    const { grouped } = response;
    const groupings = isObject(grouped) ? Object.keys(grouped) : [];
    if (groupings.length > 1) {
      throw refuse(`has several groupings (${groupings.join(", ")})`, "Run the query again with one of them.");
    }
    const keys = Object.keys(response).join(", ");
    throw refuse(`has no list of hits (it has: ${keys})`, `Save the complete search response of ${dialect.name}.`);
  }
  const given = textOf(saved["query"]);
  const idName = findColumn(Object.keys(saved), usualNames["query id"]);
  const queryId = idName === null ? null : textOf(saved[idName]);
  if (isObject(saved["query"]) && queryId === null) {
    throw refuse("has an object for its query", 'Name the query in "query_id" beside it.');
  }
  const start = Number(dialect.startOf(response, saved) ?? 0);
  if (!Number.isInteger(start) || start < 0) {
    throw refuse("has an offset of its first hit that is not a whole number >= 0", "Correct its start or from.");
  }
  const query = given ?? (queryId === null ? textOf(first(dialect.queryOf(response))) : null);
  return { query, queryId, hits, start, isPartial: isPartialResponse(response), line, refuse };
}

function giveRows(
  { query, queryId, hits, start, isPartial, line, refuse }: ReturnType<typeof toEntry>,
  dialect: ResponseDialect,
  paths: readonly string[],
  onRow: OnRow,
  found: { hits: number; titles: number; readonly fields: Set<string> },
): void {
  const cell = (value: unknown) => textOf(first(value)) ?? "";
  const rows = hits.map((hit, order) => {
    if (!isObject(hit)) throw refuse(`has a hit that is not an object (hit ${order + 1})`, "Save it again.");
    const path = paths.find((known) => valueAt(hit, known) !== undefined);
    const title = path === undefined ? null : first(valueAt(hit, path));
    if (isObject(title)) {
      const names = fieldNames(title).map((name) => `${path}.${name}`);
      const what = `has an object for the title of hit ${order + 1} ("${path}")`;
      throw refuse(what, `Pass --title-field with one of: ${names.join(", ")}.`);
    }
    found.hits++;
    if (path !== undefined) found.titles++;
    else for (const name of fieldNames(dialect.fieldsOf(hit))) found.fields.add(name);
    const cells = [cell(hit[dialect.idField]), cell(hit[dialect.scoreField]), String(start + order)];
    return { cells, title: path === undefined ? null : cell(title) };
  });
  // If no hit has a title, there is no title column, so that --titles can give titles.
  const hasTitles = rows.some(({ title }) => title !== null);
  const queries = Object.entries({ query, query_id: queryId }).filter(([, text]) => text !== null);
  const further = [...(hasTitles ? ["title"] : []), ...(isPartial ? [partialColumn] : [])];
  const names = [...queries.map(([name]) => name), "id", "score", "rank", ...further];
  const texts = queries.map(([, text]) => text ?? "");
  for (const { cells, title } of rows) {
    const last = [...(hasTitles ? [title ?? ""] : []), ...(isPartial ? ["true"] : [])];
    onRow(names, [...texts, ...cells, ...last], line);
  }
}

function withoutQuery({ refuse }: ReturnType<typeof toEntry>, source: string): SemqrelError {
  const why =
    source === STANDARD_INPUT ? "standard input has no file name to use instead" : "the file has several responses";
  const remedy = 'Wrap each with its query: {"query":"text","response":{…}}, one per line or in a list.';
  return refuse(`has no query, and ${why}`, remedy);
}

function textOf(value: unknown): string | null {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return null;
  return String(value) || null;
}

export const elasticsearch: TableFormat = searchResponseFormat({
  name: "elasticsearch",
  mark: /^(?:response\.|responses\.)*(?:hits\.hits\[\]|error\.root_cause\[\]|error\.type|error\.reason)$/,
  hitsOf({ hits }) {
    if (!isObject(hits)) return null;
    // Elasticsearch's filter_path omits empty lists.
    const list = hits["hits"] ?? [];
    return Array.isArray(list) ? list : null;
  },
  queryOf: () => undefined,
  // The response does not say how many hits were skipped, but the saved request may.
  startOf: (_, { from, query }) => from ?? (isObject(query) ? query["from"] : undefined),
  idField: "_id",
  scoreField: "_score",
  titlePaths: (field) =>
    field === null ? ["_source.title", "fields.title"] : [field, `_source.${field}`, `fields.${field}`],
  fieldsOf: ({ _source, fields }) =>
    Object.fromEntries(Object.entries({ _source, fields }).filter(([, value]) => isObject(value))),
});

export const solr: TableFormat = searchResponseFormat({
  name: "solr",
  mark: /^(?:response\.)?(?:responseHeader|response\.docs\[\]|error\.msg)$/,
  hitsOf: ({ response, grouped }) => docsOf(response) ?? docsOfGroups(grouped),
  queryOf({ responseHeader }) {
    const parameters = isObject(responseHeader) ? responseHeader["params"] : undefined;
    return isObject(parameters) ? parameters["q"] : undefined;
  },
  startOf({ response, grouped }) {
    const [field] = isObject(grouped) ? Object.values(grouped) : [];
    return valueAt(response ?? valueAt(field, "doclist"), "start");
  },
  idField: "id",
  scoreField: "score",
  titlePaths: (field) => [field ?? "title"],
  fieldsOf: (document) => document,
});

function docsOf(list: unknown): readonly unknown[] | null {
  const docs = isObject(list) ? list["docs"] : undefined;
  return Array.isArray(docs) ? docs : null;
}

/** Returns the documents in `{"field":{"doclist":{"docs":[…]}}}`, or in a list `groups` of such objects. */
function docsOfGroups(grouped: unknown): readonly unknown[] | null {
  const [field, ...others] = isObject(grouped) ? Object.values(grouped) : [];
  if (!isObject(field) || others.length > 0) return null;
  const groups = Array.isArray(field["groups"]) ? field["groups"] : [field];
  return groups.flatMap((group) => (isObject(group) ? (docsOf(group["doclist"]) ?? []) : []));
}

export const vespa: TableFormat = searchResponseFormat({
  name: "vespa",
  mark: /^(?:response\.)?root\.(?:children\[\]|coverage|errors\[\]|fields\.totalCount)$/,
  hitsOf({ root }) {
    if (!isObject(root)) return null;
    // A search without results has no list.
    const list = root["children"] ?? [];
    return Array.isArray(list) ? list.filter((hit) => !isGroup(hit)).map(withOwnId) : null;
  },
  queryOf: () => undefined,
  startOf: (_, { offset }) => offset,
  idField: "id",
  scoreField: "relevance",
  titlePaths: (field) => (field === null ? ["fields.title"] : [field, `fields.${field}`]),
  fieldsOf: ({ fields }) => (isObject(fields) ? { fields } : {}),
});

/** In a grouped answer, some of the hits are groups. */
function isGroup(hit: unknown): boolean {
  return isObject(hit) && typeof hit["id"] === "string" && hit["id"].startsWith("group:");
}

/** Shortens Vespa's `id:namespace:type::user-id` to the id that the user gave the document. */
function withOwnId(hit: unknown): unknown {
  if (!isObject(hit) || typeof hit["id"] !== "string") return hit;
  return { ...hit, id: /^id:[^:]*:[^:]*:[^:]*:(.+)$/.exec(hit["id"])?.[1] ?? hit["id"] };
}

export const typesense: TableFormat = searchResponseFormat({
  name: "typesense",
  mark: /^(?:(?:response|results)\.)?(?:grouped_hits\.)?hits\.document$/,
  hitsOf({ hits, grouped_hits: groups }) {
    const list = Array.isArray(groups) ? groups.flatMap((group) => (isObject(group) ? group["hits"] : [])) : hits;
    if (!Array.isArray(list)) return null;
    return list.map((hit) =>
      isObject(hit) && isObject(hit["document"]) ? { ...hit["document"], text_match: hit["text_match"] } : hit,
    );
  },
  queryOf: ({ request_params: request }) => (isObject(request) ? request["q"] : undefined),
  startOf({ page, request_params: request }) {
    const size = isObject(request) ? request["per_page"] : undefined;
    return typeof page === "number" && typeof size === "number" ? (page - 1) * size : undefined;
  },
  idField: "id",
  scoreField: "text_match",
  titlePaths: (field) => [field ?? "title"],
  fieldsOf: (document) => document,
});
