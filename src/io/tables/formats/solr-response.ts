/** Saved responses of Solr (wt=json); they repeat the query they answer unless echoParams or omitHeader forbade it. */
import type { TableFormat } from "../table.ts";
import { isObject, type JsonObject } from "./response-fields.ts";
import { searchResponseFormat } from "./search-response.ts";

export const solr: TableFormat = searchResponseFormat({
  name: "solr",
  mark: /^(?:response\.)?(?:responseHeader|response\.docs\[\]|error\.msg)$/,
  hitsOf({ response }) {
    const docs = isObject(response) ? response["docs"] : undefined;
    return Array.isArray(docs) ? docs : null;
  },
  queryOf: (response) => parametersOf(response)["q"],
  startOf: ({ response }) => (isObject(response) ? response["start"] : undefined),
  idField: "id",
  scoreField: "score",
  titlePaths: (field) => [field ?? "title"],
  fieldsOf: (document) => document,
});

function parametersOf({ responseHeader }: JsonObject): JsonObject {
  const parameters = isObject(responseHeader) ? responseHeader["params"] : undefined;
  return isObject(parameters) ? parameters : {};
}
