/** Which query does a list answer that is moved away from its own? */
import { at } from "../core/at.ts";
import type { ResultLists } from "../core/types.ts";
import { groupResults } from "./group-results.ts";

/**
 * By query: another query that the reference answers, half of them further on, since queries beside each other may be
 * alike. Queries without reference keep their own. No two lists meet.
 *
 * @param listLengths by query: results of the reference
 */
export function movedQueries(listLengths: Int32Array): Int32Array {
  const answered = [...listLengths.keys()].filter((query) => at(listLengths, query) > 0);
  const targets = Int32Array.from(listLengths.keys());
  const step = Math.floor(answered.length / 2);
  for (const [place, query] of answered.entries()) targets[query] = at(answered, (place + step) % answered.length);
  return targets;
}

/** @param targets as `movedQueries`, @param depth as of `groupResults` */
export function moveLists(lists: ResultLists, targets: Int32Array, depth: number | null): ResultLists {
  const queryOfRow = lists.queryOfRow.map((query) => at(targets, query));
  return groupResults({ ...lists, queryIds: null, queryTexts: null }, queryOfRow, targets.length, depth);
}
