/**
 * How do tests write a pooled pair down shortly?
 */
import type { PooledPair } from "../../src/types.ts";

/** A pair of `query` and `id` with the id for a title, that nobody returned. */
export function makePair(query: string, id: string, more: Partial<PooledPair> = {}): PooledPair {
  return {
    query,
    queryId: null,
    informationNeed: null,
    id,
    title: id,
    url: null,
    engines: [],
    probability: 1,
    merged: [],
    ...more,
  };
}
