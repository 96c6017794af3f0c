/** Saved responses of Vespa. */
import type { TableFormat } from "../table.ts";
import { isObject } from "./response-fields.ts";
import { searchResponseFormat } from "./search-response.ts";

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
