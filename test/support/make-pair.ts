/**
 * How do tests write a pooled pair down shortly?
 */
import type { PooledEngine, PooledPair } from "../../src/core/types.ts";

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
    queryProbability: 1,
    merged: [],
    ...more,
  };
}

/** An engine that returned a pair once, in a list that ends with it. */
export function makeEngine(name: string, rank: number, more: Partial<PooledEngine> = {}): PooledEngine {
  return { name, rank, also: [], of: rank + 1, ...more };
}
