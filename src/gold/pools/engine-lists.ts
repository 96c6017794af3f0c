/** What did each engine return, in terms of a pool: as the pool knows it, or as a run says? */
import { at } from "../../core/at.ts";
import { type Hash, oneWordKey } from "../../core/titles/keys.ts";
import type { RawRun, Run } from "../../core/types.ts";
import { PairIndex } from "../../lists/documents.ts";
import type { GoldSet } from "../gold-set.ts";
import { type EngineLists, HOLE, NOTHING } from "../measure-gold-engines.ts";

/**
 * The lists of all engines, by name, as long as those that went into the pool. A repeated document is `NOTHING`; a place
 * that no pair names is a `HOLE`: a result without a title, or one that was not drawn.
 *
 * Cost O(pairs x engines).
 */
export function listsOfPool({ pairs, queries }: Pick<GoldSet, "pairs" | "queries">): EngineLists[] {
  const names = [...new Set(pairs.flatMap(({ engines }) => engines.map(({ name }) => name)))].sort();
  return names.map((name) => ({
    name,
    lists: queries.map((query) => {
      const returned = query.pairs.flatMap((pair) =>
        at(pairs, pair)
          .engines.filter((engine) => engine.name === name)
          .map((engine) => ({ pair, ...engine })),
      );
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

/**
 * A run's lists in terms of the pool. Queries are joined by id, text, or hash of the text; documents as
 * `QueryDocuments` knows them (each engine may number its rows in its own way); a near duplicate stands for its pair.
 *
 * @param run the ranked rows of `raw`
 *
 * Cost O(pairs + results).
 */
export function listsOfRun(
  { pairs, queries }: Pick<GoldSet, "pairs" | "queries">,
  raw: RawRun,
  run: Run,
  hash: Hash,
): EngineLists {
  const { names } = run;
  const placeOf = new Map<string, number>();
  for (const [place, number] of run.queries.entries()) {
    for (const name of [raw.queryTexts.get(number), names.queries.nameOf(number)]) {
      if (name !== undefined) placeOf.set(name, place);
    }
  }
  const titleOf = titlesOf(raw);
  return {
    name: run.name,
    lists: queries.map(({ query, queryId, pairs: ofQuery }) => {
      const known = [queryId, query, oneWordKey(null, query, hash)];
      const [place] = known.flatMap((name) => placeOf.get(name ?? "") ?? []);
      if (place === undefined) return null;
      const own = ofQuery.map((pair) => ({ ...at(pairs, pair), query }));
      const index = new PairIndex(own);
      const seen = new Set<number>();
      return run.documents.slice(run.offsets[place], run.offsets[place + 1]).map((document) => {
        const title = titleOf(at(run.queries, place), document);
        const found = index.find({ query, id: names.documents.nameOf(document), title });
        const pair = found === null ? HOLE : at(ofQuery, found);
        if (seen.has(pair)) return NOTHING;
        if (pair !== HOLE) seen.add(pair);
        return pair;
      });
    }),
  };
}

/** The first title of a document in a query; "" where the run has none. */
function titlesOf({ titles, queries, documents }: RawRun): (query: number, document: number) => string {
  const known = new Map<string, string>();
  for (const [row, title] of (titles ?? []).entries()) {
    const key = `${queries[row]} ${documents[row]}`;
    if (!known.has(key)) known.set(key, title);
  }
  return (query, document) => known.get(`${query} ${document}`) ?? "";
}
