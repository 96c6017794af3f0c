import { suggestion } from "../core/text/suggestion.ts";
import { someOf } from "../core/text/wording.ts";
import type { Query } from "../core/types.ts";
import { type AskPatience, type AskTools, ask, type Pace } from "../io/ask/ask.ts";
import { maskSecrets, requireHeaderValue, secretOf } from "../io/ask/secrets.ts";
import { errorOf, errorReason, first, isObject, isPartialResponse, valueAt } from "../io/tables/json-place.ts";
import type { RawKey, RawStore } from "./raw-store.ts";
import {
  fillTemplate,
  headerValue,
  invalid,
  type PageValues,
  placeholdersIn,
  type RequestTemplate,
  variablesOf,
} from "./request-template.ts";

export interface QueryCollector {
  readonly template: RequestTemplate;
  readonly paths: ResultPaths;
  readonly depth: number;
  readonly pageSize: number;
  readonly store: RawStore;
  /** Null if only stored answers are read. */
  readonly patience: AskPatience | null;
  readonly pace: Pace;
  readonly tools: AskTools;
}

/** `isUnreadable` is true if the engine answered, but `paths.results` does not lead to a list. */
export type CollectedQuery = Awaited<ReturnType<typeof collectQuery>>;

/** Gets pages until the depth is reached or a page is empty or short. Callers ignore the result after an abort. */
export async function collectQuery({ id, text }: Query, collector: QueryCollector) {
  const { template, depth, pageSize } = collector;
  const names = placeholdersIn(template.url, template.body ?? "");
  const paging = ["from", "page", "page0"].find((name) => names.has(name));
  const saysSize = names.has("size") || names.has("depth");
  const results: CollectedResult[] = [];
  const counts = { fetched: 0, kept: 0 };
  const without = (reason: string, isUnreadable = false) => {
    return { ...counts, kind: "failed" as const, reason, isUnreadable };
  };
  let isPartial = false;
  let fields: readonly string[] = [];
  let before = "";
  for (let page = 1; ; page++) {
    const { read, isFetched } = await onePage({ queryId: id, query: text, from: results.length, page }, collector);
    if (isFetched) counts.fetched++;
    else if (read.kind === "results") counts.kept++;
    if (read.kind !== "results") return without(read.reason, read.kind === "unreadable");
    const found = JSON.stringify(read.results);
    if (page > 1 && read.results.length > 0 && found === before) {
      return without(`page ${page} repeats page ${page - 1}: the engine ignores {${paging}}`);
    }
    before = found;
    if (page === 1) fields = read.fields;
    isPartial ||= read.isPartial;
    for (const result of read.results) results.push(result);
    const isLast = read.results.length === 0 || (saysSize && read.results.length < pageSize);
    if (paging === undefined || isLast || results.length >= depth) break;
  }
  return { ...counts, kind: "list" as const, results: results.slice(0, depth), isPartial, fields };
}

const failed = (reason: string) => ({ kind: "failed", reason }) as const;

async function onePage(
  key: RawKey,
  { template, paths, depth, pageSize, store, patience, pace, tools }: QueryCollector,
) {
  const kept = store.read(key);
  if (kept !== undefined) {
    const read = readPage(kept, paths);
    // A stored answer that is unreadable or incomplete is requested again.
    if (patience === null || (read.kind === "results" && !read.isPartial)) return { read, isFetched: false };
  }
  if (patience === null) {
    return { read: failed(`page ${key.page} is not in ${store.folder}`), isFetched: false };
  }
  const { environment } = tools;
  const page = { ...key, query: key.query ?? "", queryId: key.queryId ?? "", size: pageSize, depth };
  const request = renderRequest(template, page, (name) => secretOf(environment, name));
  const answer = await ask(request, patience, pace, tools);
  const hidden = (reason: string) => maskSecrets(reason, variablesOf(template), environment);
  if (answer.kind === "failed") return { read: failed(hidden(answer.reason)), isFetched: false };
  store.save(key, answer.text);
  const read = readPage(answer.value, paths);
  return { read: read.kind === "results" ? read : { ...read, reason: hidden(read.reason) }, isFetched: true };
}

/** Maximum number of paths to name in a message. An answer may have a hundred. */
export const SHOWN_PATHS = 20;

/** A path consists of keys with dots between them. If a key leads to a list, the next key is in its first entry. */
export interface ResultPaths {
  /** Path of the list in an answer; `.` if the answer is the list. The other paths start inside a result. */
  readonly results: string;
  readonly title: string;
  readonly id: string | null;
  readonly url: string | null;
  /** Whether an answer without the list means that there are no results. Otherwise it is an error. */
  readonly mayBeAbsent: boolean;
}

/** A field is null if the result has no value at the field's path. */
export interface CollectedResult {
  readonly title: string | null;
  readonly id: string | null;
  readonly url: string | null;
}

/** Reads an answer. `isPartial` is true if the answer says that the engine did not search all documents. */
export function readPage(answer: unknown, paths: ResultPaths) {
  const found = paths.results === "." ? answer : valueAt(answer, paths.results);
  // Some servers write an empty list as null.
  const list = found === null && paths.results !== "." ? [] : found;
  const isAbsent = list === undefined && paths.mayBeAbsent && isObject(answer);
  const error = isObject(answer) ? errorOf(answer) : null;
  if (error !== null && !isAbsent && !(Array.isArray(list) && list.length > 0)) {
    return failed(`the answer is an error (${errorReason(error).slice(0, 200)})`);
  }
  if (!Array.isArray(list) && !isAbsent) {
    return { kind: "unreadable" as const, reason: whyNoList(answer, list, paths.results) };
  }
  const entries: readonly unknown[] = Array.isArray(list) ? list : [];
  // If Scopus finds nothing, it returns an entry with an error.
  const isError = (entry: unknown) => isObject(entry) && errorOf(entry) !== null && textAt(entry, paths.title) === null;
  const items = entries.length === 1 && isError(entries[0]) ? [] : entries;
  return {
    kind: "results" as const,
    results: items.map((item): CollectedResult => {
      return { title: textAt(item, paths.title), id: textAt(item, paths.id), url: textAt(item, paths.url) };
    }),
    isPartial: isObject(answer) && isPartialResponse(answer),
    fields: knownPaths(items[0]).values,
  };
}

/** Returns null if the value is missing or empty. The path `.` means the item itself. */
function textAt(item: unknown, path: string | null): string | null {
  if (path === null) return null;
  const value = first(path === "." ? item : valueAt(item, path));
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) || null : null;
}

function whyNoList(answer: unknown, found: unknown, path: string): string {
  const shown = path === "." ? "the answer" : `"${path}"`;
  const { lists, values } = knownPaths(answer);
  if (found !== undefined) {
    const below = lists.length === 0 ? "" : `; the lists of the answer are at: ${some(lists)}`;
    return `${shown} is ${kindOf(found)}, not a list of results${below}`;
  }
  if (Array.isArray(answer)) return `the answer has no "${path}": it is a list itself (--results .)`;
  const names =
    lists.length > 0
      ? `its lists are at: ${some(lists)}`
      : `it has no list (if this means no results, pass --absent-is-empty); its fields are ${some(values)}`;
  const meant = suggestion(path, lists);
  return `the answer has no ${shown}; ${values.length === 0 ? "it has no keys at all" : names}${meant && `.${meant}`}`;
}

function some(names: readonly string[]): string {
  return someOf(names, SHOWN_PATHS);
}

function kindOf(value: unknown): string {
  return isObject(value) ? `an object (with: ${some(Object.keys(value))})` : `a ${typeof value}`;
}

/** Maximum number of keys in a path. Longer paths do not help in messages, and a malicious answer may nest deeply. */
const DEEPEST = 8;
const MOST = 200;

/** Returns the paths of the lists and of the other values in an answer. Only the first entry of a list is searched. */
export function knownPaths(value: unknown): { readonly lists: readonly string[]; readonly values: readonly string[] } {
  const lists: string[] = [];
  const values: string[] = [];
  const visit = (holder: unknown, path: string, level: number): void => {
    if (Array.isArray(holder) && path !== "") lists.push(path);
    const inside = first(holder);
    if (!isObject(inside)) {
      if (path !== "") values.push(path);
      return;
    }
    if (level === DEEPEST) return;
    for (const [key, below] of Object.entries(inside)) {
      if (values.length >= MOST) return;
      visit(below, path === "" ? key : `${path}.${key}`, level + 1);
    }
  };
  visit(value, "", 0);
  return { lists, values };
}

/** Fills in a template. Percent-encodes values in the address, and escapes values in the body for its Content-Type. */
export function renderRequest(template: RequestTemplate, page: PageValues, variable: (name: string) => string) {
  const type = headerValue(template, "Content-Type");
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(type);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type);
  // JSON Lines are escaped, too, so that a query with line breaks stays on one line.
  const escapeBody = isForm ? inAddress : /json/i.test(type) ? inJson : (value: string) => value;
  const body = template.body === null ? null : fillTemplate(template.body, page, variable, escapeBody);
  if (body !== null && isJson) requireJson(body);
  return {
    method: template.method,
    url: addressOf(template.url, page, variable),
    body,
    headers: template.headers.map(({ name, value }) => {
      const filled = fillTemplate(value, page, variable, (text) => text);
      requireHeaderValue(filled, `the header ${name}`);
      return [name, filled] as const;
    }),
  };
}

/** Does not encode variables in scheme and host, because their values may be addresses with colons and slashes. */
function addressOf(template: string, page: PageValues, variable: (name: string) => string): string {
  const [head = ""] = /^(?:\{env:\w+\}|https?:\/\/[^/?#]*)/i.exec(template) ?? [];
  const host = head.replace(/\{env:(\w+)\}/g, (_, name: string) => variable(name));
  const url = fillTemplate(host + template.slice(head.length), page, variable, inAddress);
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username + parsed.password === "") return url;
  throw invalid(
    "with its placeholders filled in, --url is not a web address, or contains a user. Correct it or its variables.",
  );
}

function inAddress(value: string): string {
  // Buffer replaces lone surrogates, which JSON may contain but encodeURIComponent rejects.
  return encodeURIComponent(Buffer.from(value).toString());
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

function requireJson(body: string): void {
  try {
    JSON.parse(body);
  } catch {
    throw invalid(
      'with a query filled in, --body is not JSON. Write it as JSON with texts in quotes ("query": "{query}"), or name its type with --header \'Content-Type: …\'.',
    );
  }
}
