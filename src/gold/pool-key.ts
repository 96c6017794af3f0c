/**
 * Which pool is this?
 */
import type { Hash } from "../text/one-word-key.ts";
import type { PooledPair } from "../types.ts";

/** The same for pools with the same queries and documents, in whatever order; ranks and titles do not count. */
export function poolFingerprint(pairs: readonly Pick<PooledPair, "query" | "id">[], hash: Hash): string {
  const keys = pairs.map(({ query, id }) => JSON.stringify([query, id]));
  return hash(keys.sort().join("\n"));
}
