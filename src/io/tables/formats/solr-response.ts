/** Saved responses of Solr (wt=json); they repeat the query they answer unless echoParams or omitHeader forbade it. */
import type { TableFormat } from "../table.ts";
import { isObject, type JsonObject } from "./response-fields.ts";
import { searchResponseFormat } from "./search-response.ts";

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
