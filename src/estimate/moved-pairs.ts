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
  /** Results of the longest list that was pooled. */
  readonly depth: number;
  readonly pairs: readonly (readonly { readonly pair: PooledPair; readonly documents: readonly string[] }[])[];
}

export interface MovedPairs {
  /** Drawn pairs that an engine returns at another place now, or not at all. */
  readonly moved: number;
  /** Of them those that no engine returns now. */
  readonly gone: number;
}

/**
 * Chances followed from the places.
 *
 * @param queries by place of the draws
 */
export function countMoved(
  draws: readonly DrawnPairs[],
  queries: Int32Array,
  { lists, documentKeys }: KeyedLists,
): MovedPairs {
  const placeOf = new Map(lists.map(({ engine }, place) => [engine, place]));
  let [moved, gone] = [0, 0];
  for (const draw of draws) {
    for (const [drawn, pairs] of draw.pairs.entries()) {
      const rows = lists.map((own) => rowsOfQuery(own, at(queries, at(draw.queries, drawn))));
      for (const { pair, documents } of pairs) {
        const isOf = (engine: number, row: number) => documents.includes(at(at(documentKeys, engine), row));
        const places = pair.engines.map(({ name, rank }) => ({ rank, engine: placeOf.get(name) }));
        const isThere = places.every(({ engine, rank }) => {
          const row = engine === undefined ? undefined : rows[engine]?.[rank];
          return engine === undefined || (row !== undefined && isOf(engine, row));
        });
        if (isThere) continue;
        moved++;
        // Of an engine whose lists are not here nothing is known.
        const isKnown = places.every(({ engine }) => engine !== undefined);
        const isReturned = rows.some((own, engine) => own.subarray(0, draw.depth).some((row) => isOf(engine, row)));
        if (isKnown && !isReturned) gone++;
      }
    }
  }
  return { moved, gone };
}
