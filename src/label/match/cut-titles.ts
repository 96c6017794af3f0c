/** Which titles are the same although one list cut them off? */
import { beginningOfCut } from "../../core/titles/clean-title.ts";
import type { RowTitles } from "./row-titles.ts";

/**
 * A title that ends in an ellipsis equals the only title of the other list that begins so, whichever list is the cut one.
 *
 * @param rows       of the candidate
 * @param pointOfKey the reference's titles
 * @param rowOf      the reference row of a point
 * @returns by key of a candidate title: its point
 *
 * Cost O(titles log titles).
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

/** Finds the only one of distinct texts that begins with another text; null if there is none, or more than one. */
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
