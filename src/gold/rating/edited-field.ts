/**
 * What does a pool say otherwise of a pair than when people rated it?
 */
import type { PooledPair } from "../../core/types.ts";
import { storable } from "./storable.ts";

/** Fields that people rate by, or that measures are made of. */
export type EditedField = "title" | "engines" | "rank" | "probability" | "queryProbability" | "merged";

/**
 * The first field that somebody has edited; null where the pair is as it was, or has grown as `pool --add` lets it grow:
 * by engines, by further places of an engine, by ids that were merged into it; or as a draw in order grows, by its chance.
 */
export function editedField(stored: PooledPair, now: PooledPair): EditedField | null {
  if (storable(now.title) !== stored.title) return "title";
  for (const engine of stored.engines) {
    const same = now.engines.find(({ name }) => name === engine.name);
    if (same === undefined || same.of < engine.of) return "engines";
    const places = new Set([same.rank, ...same.also]);
    if (![engine.rank, ...engine.also].every((place) => places.has(place))) return "rank";
  }
  // The longer the beginning of an order, the larger the chance to be in it.
  const hasGrown = now.inOrder !== undefined && now.probability > stored.probability;
  if (now.probability !== stored.probability && !hasGrown) return "probability";
  if (now.queryProbability !== stored.queryProbability) return "queryProbability";
  const merged = new Set(now.merged.map(({ id }) => id));
  return stored.merged.every(({ id }) => merged.has(id)) ? null : "merged";
}
