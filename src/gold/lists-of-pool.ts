/**
 * What did each engine of a pool return, as far as the pool knows?
 */
import type { GoldSet } from "./gold-set.ts";
import { type EngineLists, HOLE, NOTHING } from "./measure-gold-engines.ts";

/**
 * The lists of all engines, by name. A rank without a pair is a result that the pool merged with one above it and that
 * counts once; in a query whose pairs were drawn (probability below 1) it is one that was not drawn.
 *
 * Cost O(pairs x engines).
 */
export function listsOfPool({ pairs, queries }: Pick<GoldSet, "pairs" | "queries">): EngineLists[] {
  const names = [...new Set(pairs.flatMap(({ engines }) => engines.map(({ name }) => name)))].sort();
  return names.map((name) => ({
    name,
    lists: queries.map((query) => {
      const returned = query.pairs.flatMap((pair) => {
        const rank = pairs[pair]?.engines.find((engine) => engine.name === name)?.rank;
        return rank === undefined ? [] : [{ pair, rank }];
      });
      if (returned.length === 0) return null;
      const isDrawn = query.pairs.some((pair) => (pairs[pair]?.probability ?? 1) < 1);
      const list = new Int32Array(Math.max(...returned.map(({ rank }) => rank)) + 1).fill(isDrawn ? HOLE : NOTHING);
      for (const { pair, rank } of returned) list[rank] = pair;
      return list;
    }),
  }));
}
