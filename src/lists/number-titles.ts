/**
 * Which distinct titles do several lists hold, query by query?
 */
import type { DistinctTitles } from "../core/titles/distinct-titles.ts";
import type { ResultLists } from "../core/types.ts";
import { rowsOfQuery } from "./group-results.ts";

/**
 * As `distinctTitles`, but numbered by query, then by list, then by rank: what is said of the first titles does not
 * depend on how a file is sorted, nor on which further queries a run has.
 *
 * Cost O(rows).
 */
export function numberTitles(all: readonly ResultLists[]): DistinctTitles {
  const places = new Map<string, number>();
  const titleOfRow = all.map(({ titles }) => new Int32Array(titles.length));
  const queries = Math.max(0, ...all.map(({ offsets }) => offsets.length - 1));
  for (let query = 0; query < queries; query++) {
    for (const [list, lists] of all.entries()) {
      for (const row of rowsOfQuery(lists, query)) {
        const title = lists.titles[row] ?? "";
        const place = places.get(title) ?? places.size;
        if (place === places.size) places.set(title, place);
        (titleOfRow[list] as Int32Array)[row] = place;
      }
    }
  }
  return { titles: [...places.keys()], titleOfRow };
}
