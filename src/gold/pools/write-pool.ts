/**
 * How does a pool become a file?
 */
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
      ...(inOrder === undefined ? {} : { inOrder: { order: inOrder.order, since: inOrder.since } }),
      ...(merged.length === 0
        ? {}
        : { merged: merged.map((one) => ({ id: one.id, title: one.title, similarity: one.similarity })) }),
    };
    yield `${JSON.stringify(line)}\n`;
  }
}
