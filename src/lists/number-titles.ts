/** Which distinct titles do several lists hold, query by query? */
import { at } from "../core/at.ts";
import type { ResultLists } from "../core/types.ts";
import { rowsOfQuery } from "./group-results.ts";

/**
 * Numbers the distinct titles by query, then by list, then by rank: the numbers of the first titles depend neither on
 * how a file is sorted nor on which further queries a run has.
 *
 * @returns by title: its number; iterated in the order of the numbers, which count from 0
 *
 * Cost O(rows).
 */
export function numberTitles(all: readonly ResultLists[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  const queries = Math.max(0, ...all.map(({ offsets }) => offsets.length - 1));
  for (let query = 0; query < queries; query++) {
    for (const lists of all) {
      for (const row of rowsOfQuery(lists, query)) {
        const title = at(lists.titles, row);
        if (!numbers.has(title)) numbers.set(title, numbers.size);
      }
    }
  }
  return numbers;
}
