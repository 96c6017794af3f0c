/** Which results does an answer hold? */
import { suggestion } from "../core/text/suggestion.ts";
import { someOf } from "../core/text/wording.ts";
import { errorReason, first, isObject, isPartialResponse, valueAt } from "../io/tables/formats/response-fields.ts";

/** An answer may have a hundred. */
export const SHOWN_PATHS = 20;

/** Paths with dots; of lists on the way the first entry is meant. */
export interface ResultPaths {
  /** Of the list in an answer; `.` where the answer is the list. The other paths begin in a result. */
  readonly results: string;
  readonly title: string;
  readonly id: string | null;
  readonly url: string | null;
  /** An answer without the list has no results, instead of being wrong. */
  readonly mayBeAbsent: boolean;
}

/** Null where a result has no such value. */
export interface CollectedResult {
  readonly title: string | null;
  readonly id: string | null;
  readonly url: string | null;
}

export type ReadPage =
  | {
      readonly kind: "results";
      readonly results: readonly CollectedResult[];
      /** The engine says that it did not look everywhere. */
      readonly isPartial: boolean;
      /** Paths of the first result, to name them. */
      readonly fields: readonly string[];
    }
  | { readonly kind: "unreadable"; readonly reason: string };

export function readPage(answer: unknown, paths: ResultPaths): ReadPage {
  const found = paths.results === "." ? answer : valueAt(answer, paths.results);
  // Some servers write an empty list as null.
  const list = found === null && paths.results !== "." ? [] : found;
  const isAbsent = list === undefined && paths.mayBeAbsent && isObject(answer);
  if (!Array.isArray(list) && !isAbsent) return { kind: "unreadable", reason: whyNoList(answer, list, paths.results) };
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  return {
    kind: "results",
    results: items.map((item) => ({
      title: textAt(item, paths.title),
      id: textAt(item, paths.id),
      url: textAt(item, paths.url),
    })),
    isPartial: isObject(answer) && isPartialResponse(answer),
    fields: knownPaths(items[0]).values,
  };
}

/** Null where there is no value, or an empty one; `.` is the result itself. */
function textAt(item: unknown, path: string | null): string | null {
  if (path === null) return null;
  const value = first(path === "." ? item : valueAt(item, path));
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) || null : null;
}

function whyNoList(answer: unknown, found: unknown, path: string): string {
  if (isObject(answer) && answer["error"] !== undefined && answer["error"] !== null) {
    return `the answer is an error (${errorReason(answer["error"]).slice(0, 200)})`;
  }
  const shown = path === "." ? "the answer" : `"${path}"`;
  const { lists, values } = knownPaths(answer);
  if (found !== undefined) {
    const below = lists.length === 0 ? "" : `; the lists of the answer are at: ${some(lists)}`;
    return `${shown} is ${kindOf(found)}, no list of results${below}`;
  }
  if (Array.isArray(answer)) return `the answer has no "${path}": it is a list itself (--results .)`;
  const names = lists.length > 0 ? `its lists are at: ${some(lists)}` : `it has no list, but: ${some(values)}`;
  const meant = suggestion(path, lists);
  return `the answer has no ${shown}; ${values.length === 0 ? "it has no keys at all" : names}${meant && `.${meant}`}`;
}

function some(names: readonly string[]): string {
  return someOf(names, SHOWN_PATHS);
}

function kindOf(value: unknown): string {
  return isObject(value) ? `an object (with: ${some(Object.keys(value))})` : `a ${typeof value}`;
}

/** Longer paths are of no use in a message, and a malicious answer may nest without end. */
const DEEPEST = 8;
const MOST = 200;

/** Paths of lists, and of everything that is no object, with dots; of lists on the way the first entry. */
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
