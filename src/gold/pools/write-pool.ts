/**
 * How does a pool become a file, and how is it recognised again?
 */
import { type Hash, titleKey } from "../../core/titles/keys.ts";
import type { PooledPair } from "../../core/types.ts";

/** One JSON object a line and pair; fields that have nothing to say are left out, but for the query's id. */
export function* poolText(pairs: Iterable<PooledPair>): Iterable<string> {
  for (const pair of pairs) {
    const { query, queryId, informationNeed, id, title, url, engines, probability, queryProbability, merged, inOrder } =
      pair;
    const line = {
      query,
      queryId,
      ...(informationNeed === null ? {} : { informationNeed }),
      id,
      title,
      ...(url === null ? {} : { url }),
      engines: engines.map(({ name, rank, also, of }) => ({ name, rank, ...(also.length === 0 ? {} : { also }), of })),
      probability,
      ...(queryProbability === 1 ? {} : { queryProbability }),
      ...(inOrder === undefined ? {} : { inOrder }),
      ...(merged.length === 0
        ? {}
        : { merged: merged.map((one) => ({ id: one.id, title: one.title, similarity: one.similarity })) }),
    };
    yield `${JSON.stringify(line)}\n`;
  }
}

/** The same for pools with the same queries, documents and titles (but for case), in whatever order; ranks do not count. */
export function poolFingerprint(pairs: readonly Pick<PooledPair, "query" | "id" | "title">[], hash: Hash): string {
  const keys = pairs.map(({ query, id, title }) => JSON.stringify([query, id, titleKey(title)]));
  return hash(keys.sort().join("\n"));
}
