/** Saved responses of Elasticsearch and OpenSearch, of one search or of a multi-search. */
import type { TableFormat } from "../table.ts";
import { isObject } from "./response-fields.ts";
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
