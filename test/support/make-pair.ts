/** Short notation for a pooled pair. */
import type { PooledEngine, PooledPair } from "../../src/core/types.ts";

/** A pair that no engine returned. Its title is its id. */
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

/** An engine that returned a pair once, at the end of a list. */
export function makeEngine(name: string, rank: number, more: Partial<PooledEngine> = {}): PooledEngine {
  return { name, rank, also: [], of: rank + 1, ...more };
}
