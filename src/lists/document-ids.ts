/** Which names do queries and documents have in TREC files? */
import { at } from "../core/at.ts";
import { titleKey } from "../core/titles/clean-title.ts";
import { type Hash, oneWordKey } from "../core/titles/keys.ts";
import type { Query, ResultLists } from "../core/types.ts";
import { rowsOfQuery } from "./group-results.ts";

/** The input's id; where there is none, or it is not one word, a hash of the name: the text, unless queries share it. */
export function queryKey(query: Query, hash: Hash): string {
  return oneWordKey(query.id, query.name, hash);
}

/** By row: the input's id, or a hash of the exact title key; repeats of a document in a list are `id~2`, `id~3`, … */
export function documentKeys(lists: ResultLists, hash: Hash): string[] {
  const keys = lists.titles.map((title, row) => oneWordKey(lists.ids?.[row] ?? "", titleKey(title), hash));
  for (let query = 0; query + 1 < lists.offsets.length; query++) {
    const rows = rowsOfQuery(lists, query);
    const uses = new Map<string, number>();
    // An id of the input may look like a repeat.
    const taken = new Set(Array.from(rows, (row) => keys[row]));
    for (const row of rows) {
      const key = at(keys, row);
      let use = (uses.get(key) ?? 0) + 1;
      while (use > 1 && taken.has(`${key}~${use}`)) use++;
      uses.set(key, use);
      if (use > 1) keys[row] = `${key}~${use}`;
    }
  }
  return keys;
}
