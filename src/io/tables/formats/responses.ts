/** Saved responses of search engines: Elasticsearch and OpenSearch, Solr, Vespa, Typesense. */

import type { TableFormat } from "../table.ts";
import { isObject, type JsonObject } from "./response-fields.ts";
import { searchResponseFormat } from "./search-response.ts";

export const elasticsearch: TableFormat = searchResponseFormat({
  name: "elasticsearch",
  mark: /^(?:response\.|responses\.)*(?:hits\.hits\[\]|error\.root_cause\[\]|error\.type|error\.reason)$/,
  hitsOf({ hits }) {
    if (!isObject(hits)) return null;
    // filter_path leaves empty lists out.
    const list = hits["hits"] ?? [];
    return Array.isArray(list) ? list : null;
  },
  queryOf: () => undefined,
  // It stands in the request alone, if that was saved.
  startOf: (_, { from, query }) => from ?? (isObject(query) ? query["from"] : undefined),
  idField: "_id",
  scoreField: "_score",
  titlePaths: (field) =>
    field === null ? ["_source.title", "fields.title"] : [field, `_source.${field}`, `fields.${field}`],
  fieldsOf: ({ _source, fields }) => ({
    ...(isObject(_source) ? { _source } : {}),
    ...(isObject(fields) ? { fields } : {}),
  }),
});

export const solr: TableFormat = searchResponseFormat({
  name: "solr",
  mark: /^(?:response\.)?(?:responseHeader|response\.docs\[\]|error\.msg)$/,
  hitsOf: ({ response, grouped }) => docsOf(response) ?? docsOfGroups(grouped),
  queryOf: (response) => parametersOf(response)["q"],
  startOf: ({ response }) => (isObject(response) ? response["start"] : undefined),
  idField: "id",
  scoreField: "score",
  titlePaths: (field) => [field ?? "title"],
  fieldsOf: (document) => document,
});

function docsOf(list: unknown): readonly unknown[] | null {
  const docs = isObject(list) ? list["docs"] : undefined;
  return Array.isArray(docs) ? docs : null;
}

/** Of one field's groups, in their order (or of its simple format): `{"field":{"groups":[{"doclist":{"docs":[…]}}]}}`. */
function docsOfGroups(grouped: unknown): readonly unknown[] | null {
  const [field, ...others] = isObject(grouped) ? Object.values(grouped) : [];
  if (!isObject(field) || others.length > 0) return null;
  const groups = Array.isArray(field["groups"]) ? field["groups"] : [field];
  return groups.flatMap((group) => (isObject(group) ? (docsOf(group["doclist"]) ?? []) : []));
}

function parametersOf({ responseHeader }: JsonObject): JsonObject {
  const parameters = isObject(responseHeader) ? responseHeader["params"] : undefined;
  return isObject(parameters) ? parameters : {};
}

export const vespa: TableFormat = searchResponseFormat({
  name: "vespa",
  mark: /^(?:response\.)?root\.(?:children\[\]|coverage|fields\.totalCount)$/,
  hitsOf({ root }) {
    if (!isObject(root)) return null;
    // A search that finds nothing has no list.
    const list = root["children"] ?? [];
    return Array.isArray(list) ? list.map(withOwnId) : null;
  },
  queryOf: () => undefined,
  startOf: (_, { offset }) => offset,
  idField: "id",
  scoreField: "relevance",
  titlePaths: (field) => (field === null ? ["fields.title"] : [field, `fields.${field}`]),
  fieldsOf: ({ fields }) => (isObject(fields) ? { fields } : {}),
});

/** `id:namespace:type::own`: the last part is what its owner calls the document. */
function withOwnId(hit: unknown): unknown {
  if (!isObject(hit) || typeof hit["id"] !== "string") return hit;
  return { ...hit, id: /^id:[^:]*:[^:]*:[^:]*:(.+)$/.exec(hit["id"])?.[1] ?? hit["id"] };
}

export const typesense: TableFormat = searchResponseFormat({
  name: "typesense",
  mark: /^(?:(?:response|results)\.)?hits\.document$/,
  hitsOf({ hits }) {
    if (!Array.isArray(hits)) return null;
    return hits.map((hit) =>
      isObject(hit) && isObject(hit["document"]) ? { ...hit["document"], text_match: hit["text_match"] } : hit,
    );
  },
  queryOf: ({ request_params: request }) => (isObject(request) ? request["q"] : undefined),
  startOf: () => 0,
  idField: "id",
  scoreField: "text_match",
  titlePaths: (field) => [field ?? "title"],
  fieldsOf: (document) => document,
});
