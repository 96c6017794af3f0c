/** Titles of lists, and the matching of titles that were cut off. */
import { beginningOfCut } from "../../core/titles/clean-title.ts";

export interface RowTitles {
  /** Returns the cleaned title. It is embedded without a final full stop and without enclosing brackets. */
  text(row: number): string;
  /** Returns the same key for equal titles; null for a row without a title, which matches nothing. */
  key(row: number): string | null;
  /** Returns the title's unit vector. */
  vector(row: number): Float32Array;
  /** Returns whether the title's vector is meaningless, because the model knows none of its tokens. */
  isUnreadable(row: number): boolean;
}

/**
 * Matches each title that ends with an ellipsis to the only title of the other list that begins in the same way. Both
 * lists may have cut titles. Cost: O(titles log titles).
 * @returns the matched points, by the key of the candidate's title
 */
export function matchCutTitles(
  rows: Int32Array,
  candidate: RowTitles,
  pointOfKey: ReadonlyMap<string, number>,
  reference: RowTitles,
  rowOf: (point: number) => number,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const beginningOfKey = new Map<string, string | null>();
  for (const row of rows) {
    const key = candidate.key(row);
    if (key !== null && key !== "") beginningOfKey.set(key, beginningOfCut(candidate.text(row)));
  }
  const findOfReference = findOnly([...pointOfKey.keys()]);
  for (const [key, beginning] of beginningOfKey) {
    const point = beginning === null ? undefined : pointOfKey.get(findOfReference(beginning) ?? "");
    if (point !== undefined) found.set(key, point);
  }
  const findOfCandidate = findOnly([...beginningOfKey.keys()]);
  for (const point of pointOfKey.values()) {
    const beginning = beginningOfCut(reference.text(rowOf(point)));
    const key = beginning === null ? null : findOfCandidate(beginning);
    if (key !== null && !found.has(key)) found.set(key, point);
  }
  return found;
}

/** Returns a function that finds the only text with a given beginning; null if there is none or more than one. */
function findOnly(texts: readonly string[]): (beginning: string) => string | null {
  let sorted: readonly string[] | null = null;
  return (beginning) => {
    sorted ??= [...texts].sort();
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((sorted[middle] ?? "") < beginning) from = middle + 1;
      else to = middle;
    }
    const isOnly = sorted[from]?.startsWith(beginning) && !sorted[from + 1]?.startsWith(beginning);
    return isOnly ? (sorted[from] ?? null) : null;
  };
}
