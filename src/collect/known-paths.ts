/**
 * Which paths does a JSON value have, to name them where a path finds nothing?
 */
import { first, isObject } from "../io/tables/formats/response-fields.ts";

/** Deeper ones help nobody, and answers that lie may nest without end. */
const DEEPEST = 8;
const MOST = 200;

export interface KnownPaths {
  /** Of lists. */
  readonly lists: readonly string[];
  /** Of everything that is no object. */
  readonly values: readonly string[];
}

/** Paths with dots, in the order of the value; of lists on the way the first entry. */
export function knownPaths(value: unknown): KnownPaths {
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
