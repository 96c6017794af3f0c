/**
 * What did each engine of a pool return, as far as the pool knows?
 */
import type { GoldSet } from "../gold-set.ts";
import { type EngineLists, HOLE, NOTHING } from "../measure-gold-engines.ts";

/**
 * The lists of all engines, by name, as long as those that went into the pool. A further place of a document that the
 * list has above is nothing; a place that no pair names is a hole: a result without a title, or one that was not drawn.
 *
 * Cost O(pairs x engines).
 */
export function listsOfPool({ pairs, queries }: Pick<GoldSet, "pairs" | "queries">): EngineLists[] {
  const names = [...new Set(pairs.flatMap(({ engines }) => engines.map(({ name }) => name)))].sort();
  return names.map((name) => ({
    name,
    lists: queries.map((query) => {
      const returned = query.pairs.flatMap((pair) => {
        const engine = pairs[pair]?.engines.find((one) => one.name === name);
        return engine === undefined ? [] : [{ pair, ...engine }];
      });
      if (returned.length === 0) return null;
      const list = new Int32Array(returned.reduce((longest, { of }) => Math.max(longest, of), 0)).fill(HOLE);
      for (const { pair, rank, also } of returned) {
        list[rank] = pair;
        for (const further of also) list[further] = NOTHING;
      }
      return list;
    }),
  }));
}
