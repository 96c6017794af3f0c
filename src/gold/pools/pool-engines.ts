/** Which engines returned a document of a pool, how high did they put it, and what do their lists say of it? */
import type { PooledEngine, PooledPair } from "../../core/types.ts";

/** Each engine once, with the places of both; those of the first in their order, then the new ones. */
export function joinEngines(one: readonly PooledEngine[], other: readonly PooledEngine[]): readonly PooledEngine[] {
  const joined = new Map<string, PooledEngine>();
  for (const engine of [...one, ...other]) {
    const known = joined.get(engine.name);
    if (known === undefined) {
      joined.set(engine.name, engine);
      continue;
    }
    const places = new Set([known.rank, ...known.also, engine.rank, ...engine.also]);
    const [rank = engine.rank, ...also] = [...places].sort((earlier, later) => earlier - later);
    joined.set(engine.name, { name: engine.name, rank, also, of: Math.max(known.of, engine.of) });
  }
  return [...joined.values()];
}

/** Of each column the value of the one, else of the other. To be spread into a pair. */
export function joinShown(one: PooledPair["shown"], other: PooledPair["shown"]): Pick<PooledPair, "shown"> {
  return one === undefined && other === undefined ? {} : { shown: { ...one, ...other, ...one } };
}

/** From 0; infinity where no engine returned it, as with imported judgments. */
export function bestRank({ engines }: Pick<PooledPair, "engines">): number {
  return engines.reduce((best, { rank }) => Math.min(best, rank), Number.POSITIVE_INFINITY);
}
