/**
 * Which engines returned one of two documents that count as the same?
 */
import type { PooledPair } from "../types.ts";

type Engines = PooledPair["engines"];

/** Each engine once, with its smallest rank; those of the first in their order, then the new ones. */
export function joinEngines(one: Engines, other: Engines): Engines {
  const ranks = new Map<string, number>();
  for (const { name, rank } of [...one, ...other]) ranks.set(name, Math.min(rank, ranks.get(name) ?? rank));
  return [...ranks].map(([name, rank]) => ({ name, rank }));
}
