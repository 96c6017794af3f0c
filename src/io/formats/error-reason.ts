/**
 * What does a search engine say of its error?
 */
import { isObject } from "./response-fields.ts";

/** Type and reason, whatever form the error has; of an unknown form all of it as JSON. */
export function errorReason(error: unknown): string {
  if (!isObject(error)) return String(error);
  const [cause] = Array.isArray(error["root_cause"]) ? error["root_cause"] : [];
  const reason = error["reason"] ?? error["msg"] ?? (isObject(cause) ? cause["reason"] : undefined);
  return [error["type"], reason].filter((part) => part !== undefined).join(": ") || JSON.stringify(error);
}
