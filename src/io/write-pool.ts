/**
 * How does a pool become a file?
 */
import type { PooledPair } from "../types.ts";

/** One JSON object a line and pair; fields that have nothing to say are left out, but for the query's id. */
export function* poolText(pairs: Iterable<PooledPair>): Iterable<string> {
  for (const { query, queryId, informationNeed, id, title, url, engines, probability, merged } of pairs) {
    const line = {
      query,
      queryId,
      ...(informationNeed === null ? {} : { informationNeed }),
      id,
      title,
      ...(url === null ? {} : { url }),
      engines: engines.map(({ name, rank }) => ({ name, rank })),
      probability,
      ...(merged.length === 0
        ? {}
        : { merged: merged.map((one) => ({ id: one.id, title: one.title, similarity: one.similarity })) }),
    };
    yield `${JSON.stringify(line)}\n`;
  }
}
