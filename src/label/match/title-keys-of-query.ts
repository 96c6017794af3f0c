/** Which titles do a candidate's and the reference's list of a query share, letter case aside? */
import { titleKey } from "../../core/titles/keys.ts";
import type { ResultLists } from "../../core/types.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";

/** The set of title keys of one list. */
export function titleKeysOfQuery(lists: ResultLists, query: number): Set<string> {
  const keys = new Set<string>();
  for (const row of rowsOfQuery(lists, query)) keys.add(titleKey(lists.titles[row] ?? ""));
  return keys;
}
