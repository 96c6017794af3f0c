/** Which fields does a JSON object hold, and what is at the path of one? */

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The value at a path with dots: keys may have dots themselves, as Elasticsearch's `fields` do, and of a list on the
 * way the first entry is meant. Undefined where there is none.
 */
export function valueAt(value: unknown, path: string): unknown {
  const holder = first(value);
  if (!isObject(holder)) return undefined;
  if (Object.hasOwn(holder, path)) return holder[path];
  for (let dot = path.indexOf("."); dot > 0; dot = path.indexOf(".", dot + 1)) {
    const key = path.slice(0, dot);
    const found = Object.hasOwn(holder, key) ? valueAt(holder[key], path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Paths of all that is no object, in their order. */
export function fieldNames(holder: JsonObject): string[] {
  return Object.entries(holder).flatMap(([key, value]) => {
    const inside = first(value);
    return isObject(inside) ? fieldNames(inside).map((name) => `${key}.${name}`) : [key];
  });
}

/** The first entry of a list, null of an empty one; anything else as it is. */
export function first(value: unknown): unknown {
  return Array.isArray(value) ? (value[0] ?? null) : value;
}

/** Of JSON: a list is none. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether Elasticsearch, OpenSearch or Solr say that they ran out of time, or that parts of the index failed. */
export function isPartialResponse({ timed_out, _shards, responseHeader }: JsonObject): boolean {
  const isFailed = isObject(_shards) && typeof _shards["failed"] === "number" && _shards["failed"] > 0;
  const isCutShort = isObject(responseHeader) && String(first(responseHeader["partialResults"])) === "true";
  return timed_out === true || isFailed || isCutShort;
}

/**
 * Type and reason, whatever form the error has; of an unknown form all of it as JSON. Elasticsearch says "all shards
 * failed" above, and why in the root cause.
 */
export function errorReason(error: unknown): string {
  if (!isObject(error)) return String(error);
  const [first] = Array.isArray(error["root_cause"]) ? error["root_cause"] : [];
  const said = isObject(first) && first["reason"] != null ? first : error;
  const { type, reason = said["msg"] ?? said["message"] } = said;
  return [type, reason].filter((part) => part !== undefined && part !== null).join(": ") || JSON.stringify(error);
}
