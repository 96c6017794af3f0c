/** Reads values in JSON documents. Errors name the path of a value. */
import type { SemqrelError } from "../../core/errors.ts";
import { jsonPath, misfitText, parseJsonText } from "../../core/text/json-value.ts";
import { isNumber } from "../../core/text/wording.ts";
import { inputError, isUnrated, requireBrackets } from "../input-error.ts";
import { type InputText, wholeText } from "../open-input.ts";
import { usualNames } from "./recognise-columns.ts";

/** A value and its path, such as `judgmentRatings[3].ratings[0].docId`. */
export class JsonPlace {
  readonly value: unknown;
  readonly source: string;
  readonly path: string;

  constructor(value: unknown, source: string, path: string) {
    this.value = value;
    this.source = source;
    this.path = path;
  }

  has(key: string): boolean {
    return isObject(this.value) && Object.hasOwn(this.value, key) && this.value[key] !== null;
  }

  get(key: string): JsonPlace {
    if (!isObject(this.value)) throw this.refuse("an object");
    return this.#below(key, Object.hasOwn(this.value, key) ? this.value[key] : undefined);
  }

  items(): JsonPlace[] {
    if (!Array.isArray(this.value)) throw this.refuse("a list");
    return this.value.map((value, index) => this.#below(index, value));
  }

  entries(): [string, JsonPlace][] {
    if (!isObject(this.value)) throw this.refuse("an object");
    return Object.entries(this.value).map(([key, value]) => [key, this.#below(key, value)]);
  }

  text(): string {
    if (typeof this.value === "string" && this.value !== "") return this.value;
    if (typeof this.value === "number") return String(this.value);
    throw this.refuse("a text");
  }

  /** Returns a finite number. The value may be a text such as "0.5". */
  number(): number {
    if (typeof this.value === "number" && Number.isFinite(this.value)) return this.value;
    if (typeof this.value === "string" && isNumber(this.value.trim())) return Number(this.value);
    throw this.refuse("a number");
  }

  /** Returns NaN for null, a missing value, or a text that means "not rated". */
  ratingOrNone(): number {
    const isNone = typeof this.value === "string" ? isUnrated(this.value) : (this.value ?? null) === null;
    return isNone ? Number.NaN : this.number();
  }

  refuse(expected: string): SemqrelError {
    const { path, source } = this;
    return inputError("INVALID_FORMAT", source, `${misfitText(path, this.value, expected)}.`, { path });
  }

  #below(key: string | number, value: unknown): JsonPlace {
    return new JsonPlace(value, this.source, jsonPath(this.path, key));
  }
}

/** Returns the documents in OpenSearch's answer to a search or GET. Returns any other document unchanged. */
export function sourcesOf(document: JsonPlace): JsonPlace[] {
  if (document.has("_source")) return [document.get("_source")];
  if (!document.has("hits")) return [document];
  const hits = document.get("hits").get("hits").items();
  return hits.map((hit) => hit.get("_source"));
}

export async function readJson(input: Pick<InputText, "pieces" | "source">): Promise<JsonPlace> {
  return new JsonPlace(parseJson(await wholeText(input), input.source, 1), input.source, "");
}

export function parseJson(text: string, source: string, line: number): unknown {
  const value = jsonOrError(text, source, line);
  if (!(value instanceof SyntaxError)) return value;
  const position = /position (\d+)/.exec(value.message)?.[1];
  const end = Math.min(Number(position ?? text.length), text.trimEnd().length);
  const what = `it is not JSON, or it is incomplete (${value.message}). Save the whole document.`;
  const found = { line: line + text.slice(0, end).split("\n").length - 1, cause: value };
  throw inputError("INVALID_FORMAT", source, what, found);
}

export function jsonOrError(text: string, source: string, line: number): unknown {
  requireBrackets(text, source, line);
  try {
    return parseJsonText(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return cause;
    throw cause;
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns the value at a path with dots. Keys may contain dots, too. Uses the first entry of a list. */
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

export function fieldNames(holder: JsonObject): string[] {
  return Object.entries(holder).flatMap(([key, value]) => {
    const inside = first(value);
    return isObject(inside) ? fieldNames(inside).map((name) => `${key}.${name}`) : [key];
  });
}

export function first(value: unknown): unknown {
  return Array.isArray(value) ? (value[0] ?? null) : value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Keys under which whole answers are saved. They are not queries. */
export const wrapperNames: readonly string[] = ["response", "result", "message", "search-results", "body"];

/**
 * Returns whether the names seem to be fields and not queries. None may contain white space. At least one must be a
 * usual name of a field, a camelCase name or a snake_case name.
 */
export function mayBeFields(names: readonly string[]): boolean {
  const isField = (name: string) => /^[a-z]+[A-Z_]\w*$/.test(name) || usualFields.includes(name);
  return names.some(isField) && !names.some((name) => /\s/.test(name));
}

/** Fields that contain the results, including those of Semantic Scholar and SerpApi. */
export const listNames: readonly string[] = [
  "results",
  "hits",
  "documents",
  "docs",
  "items",
  "data",
  "organic_results",
];
const usualFields: readonly string[] = [
  [...wrapperNames, ...listNames, "products", "categories", "pages"],
  ...Object.values(usualNames),
].flat();

/** Returns whether the engine (Elasticsearch, Solr, Vespa, Typesense) ran out of time, or parts of its index failed. */
export function isPartialResponse({ timed_out, _shards, responseHeader, search_cutoff, root }: JsonObject): boolean {
  const isFailed = isObject(_shards) && typeof _shards["failed"] === "number" && _shards["failed"] > 0;
  const isCutShort = isObject(responseHeader) && String(first(responseHeader["partialResults"])) === "true";
  // Ignores match-phase, because it means that Vespa was configured to skip documents.
  const degraded = Object.entries(valueAt(root, "coverage.degraded") ?? {});
  const isDegraded = degraded.some(([reason, is]) => is === true && reason !== "match-phase");
  const hasErrors = isObject(root) && Array.isArray(root["errors"]) && root["errors"].length > 0;
  return timed_out === true || search_cutoff === true || isFailed || isCutShort || isDegraded || hasErrors;
}

/** Returns `error`; otherwise the first entry of `errors` (GraphQL) or `root.errors` (Vespa without hits), or null. */
export function errorOf({ error, errors, root }: JsonObject): unknown {
  const ofVespa = isObject(root) && first(root["children"] ?? null) === null ? root["errors"] : null;
  return error || first([errors, ofVespa].find(Array.isArray)) || null;
}

const MOST_LEVELS = 100;

/** Returns whether a recursive function could overflow the stack on this value. Cost: O(values). */
export function isNestedTooDeeply(value: unknown): boolean {
  let inside: readonly unknown[] = [value];
  for (let level = 0; inside.length > 0; level++) {
    if (level > MOST_LEVELS) return true;
    inside = inside.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return false;
}

export function errorReason(error: unknown): string {
  if (!isObject(error)) return String(error);
  const [first] = Array.isArray(error["root_cause"]) ? error["root_cause"] : [];
  const described = isObject(first) && first["reason"] != null ? first : error;
  const { type = described["summary"], reason = described["msg"] ?? described["message"] } = described;
  return [type, reason].filter((part) => part !== undefined && part !== null).join(": ") || JSON.stringify(error);
}

/** Number of characters to search. The keys that identify a response are near its start. */
const longestHead = 1 << 16;
/** The search stops below this level, because the total length of the paths grows with the square of the depth. */
const deepestLevel = 100;

/** Returns paths of keys, joined by dots, with `[]` for a list: `hits`, `hits.hits[]`. */
export function responseKeyPaths(head: string): ReadonlySet<string> {
  const paths = new Set<string>();
  if (!/^\s*[{[]/.test(head)) return paths;
  const open: { readonly isObject: boolean; readonly path: string }[] = [];
  let path = "";
  let before = "";
  const tokens = /"([^"\\]*(?:\\.[^"\\]*)*)"|[{}[\],:]|[^\s"{}[\],:]+/gs;
  for (const [token, text] of head.slice(0, longestHead).matchAll(tokens)) {
    const inside = open.at(-1);
    if (text !== undefined && inside?.isObject && (before === "{" || before === ",")) {
      path = inside.path === "" ? text : `${inside.path}.${text}`;
      paths.add(path);
    } else if (token === "{" || token === "[") {
      if (token === "[" && path !== "") paths.add(`${path}[]`);
      if (open.length === deepestLevel) break;
      open.push({ isObject: token === "{", path });
    } else if (token === "}" || token === "]") {
      path = open.pop()?.path ?? "";
      if (open.length === 0) break;
    }
    before = token;
  }
  return paths;
}
