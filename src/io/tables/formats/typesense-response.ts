/** Saved responses of Typesense; they repeat the query that they answer. */
import type { TableFormat } from "../table.ts";
import { isObject } from "./response-fields.ts";
import { searchResponseFormat } from "./search-response.ts";

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
