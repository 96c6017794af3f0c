/** Which distinct titles do several lists hold? */
import { at } from "../core/at.ts";
import type { ResultLists } from "../core/types.ts";
import { rowsOfQuery } from "./group-results.ts";

/**
 * Numbers the distinct titles by query, then by list, then by rank, so that further queries and the order of a file's rows
 * do not change the first numbers.
 *
 * @returns numbers from 0 by title, in their order
 *
 * Cost O(rows).
 */
export function numberTitles(all: readonly ResultLists[]): Map<string, number> {
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
