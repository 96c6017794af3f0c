/**
 * What does a search engine say of its error?
 */
import { isObject } from "./response-fields.ts";

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
