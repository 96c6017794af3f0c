/** Do results stand where they stood when a pool was drawn? */
import { at } from "../core/at.ts";
import type { PooledPair, ResultLists } from "../core/types.ts";
import { rowsOfQuery } from "../lists/group-results.ts";

/** Engines whose lists are there, and the documents of their rows as judgments name them. */
interface KeyedLists {
  readonly lists: readonly ResultLists[];
  readonly documentKeys: readonly (readonly string[])[];
}

/** Pairs by query of the draw, with what judgments call their documents. */
interface DrawnPairs {
  readonly queries: Int32Array;
  readonly pairs: readonly (readonly { readonly pair: PooledPair; readonly documents: readonly string[] }[])[];
}

/**
 * How many drawn pairs an engine returns at another place now, or not at all: chances followed from the places.
 *
 * @param queries by place of the draws
 */
export function countMoved(
  draws: readonly DrawnPairs[],
  queries: Int32Array,
  { lists, documentKeys }: KeyedLists,
): number {
  const placeOf = new Map(lists.map(({ engine }, place) => [engine, place]));
  let moved = 0;
  for (const draw of draws) {
    for (const [drawn, pairs] of draw.pairs.entries()) {
      const rows = lists.map((own) => rowsOfQuery(own, at(queries, at(draw.queries, drawn))));
      for (const { pair, documents } of pairs) {
        const isThere = pair.engines.every(({ name, rank }) => {
          const engine = placeOf.get(name);
          const row = engine === undefined ? undefined : rows[engine]?.[rank];
          return engine === undefined || (row !== undefined && documents.includes(at(at(documentKeys, engine), row)));
        });
        if (!isThere) moved++;
      }
    }
  }
  return moved;
}
