/** How does a pool become a file, and how is it recognised again? */
import { titleKey } from "../../core/titles/clean-title.ts";
import type { Hash } from "../../core/titles/keys.ts";
import type { PooledPair } from "../../core/types.ts";

/** One JSON object a line and pair; fields without information are left out, except the query's id. */
export function* poolText(pairs: Iterable<PooledPair>): Iterable<string> {
  for (const pair of pairs) {
    const { query, queryId, informationNeed, id, title, url, shown, engines } = pair;
    const { probability, queryProbability, merged, chosen, inOrder } = pair;
    // JSON leaves out what is undefined.
    const line = {
      query,
      queryId,
      informationNeed: informationNeed ?? undefined,
      id,
      title,
      url: url ?? undefined,
      shown,
      engines: engines.map(({ name, rank, also, of }) => ({
        name,
        rank,
        also: also.length > 0 ? also : undefined,
        of,
      })),
      probability,
      queryProbability: queryProbability === 1 ? undefined : queryProbability,
      chosen,
      inOrder,
      merged: merged.length === 0 ? undefined : merged,
    };
    yield `${JSON.stringify(line)}\n`;
  }
}

/** The same for pools with the same queries, documents and titles (case aside), in any order; ranks do not count. */
export function poolFingerprint(pairs: readonly Pick<PooledPair, "query" | "id" | "title">[], hash: Hash): string {
  const keys = pairs.map(({ query, id, title }) => JSON.stringify([query, id, titleKey(title)]));
  return hash(keys.sort().join("\n"));
}
