/**
 * Which titles do a candidate's and the reference's list of a query share, letter case aside?
 */
import { rowsOfQuery } from "../lists/group-results.ts";
import { titleKey } from "../text/title-key.ts";
import type { ResultLists } from "../types.ts";

/** The set of title keys of one list. */
export function titleKeysOfQuery(lists: ResultLists, query: number): Set<string> {
  const keys = new Set<string>();
  for (const row of rowsOfQuery(lists, query)) keys.add(titleKey(lists.titles[row] ?? ""));
  return keys;
}
