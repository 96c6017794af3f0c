/**
 * Did a search engine look everywhere?
 */
import { first, isObject, type JsonObject } from "./response-fields.ts";

/** Whether Elasticsearch, OpenSearch or Solr say that they ran out of time, or that parts of the index failed. */
export function isPartialResponse({ timed_out, _shards, responseHeader }: JsonObject): boolean {
  const isFailed = isObject(_shards) && typeof _shards["failed"] === "number" && _shards["failed"] > 0;
  const isCutShort = isObject(responseHeader) && String(first(responseHeader["partialResults"])) === "true";
  return timed_out === true || isFailed || isCutShort;
}
