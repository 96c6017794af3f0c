/**
 * Under which name does a query of a pool stand in files?
 */
import type { PooledPair } from "../../core/types.ts";

/** Its id, where that is one word, else its text; formats that hold no white space put a hash in its place. */
export function queryName({ query, queryId }: Pick<PooledPair, "query" | "queryId">): string {
  return queryId !== null && /^\S+$/.test(queryId) ? queryId : query;
}
