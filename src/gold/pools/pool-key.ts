/**
 * Which pool is this?
 */
import type { Hash } from "../../core/titles/keys.ts";
import { titleKey } from "../../core/titles/keys.ts";
import type { PooledPair } from "../../core/types.ts";

/** The same for pools with the same queries, documents and titles (but for case), in whatever order; ranks do not count. */
export function poolFingerprint(pairs: readonly Pick<PooledPair, "query" | "id" | "title">[], hash: Hash): string {
  const keys = pairs.map(({ query, id, title }) => JSON.stringify([query, id, titleKey(title)]));
  return hash(keys.sort().join("\n"));
}
