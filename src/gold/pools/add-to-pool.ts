import { at } from "../../core/at.ts";
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { quoted } from "../../core/text/wording.ts";
import { nameOfTitle } from "../../core/titles/clean-title.ts";
import type { Hash } from "../../core/titles/keys.ts";
import type { PooledPair } from "../../core/types.ts";
import { PairIndex } from "../../lists/documents.ts";
import { freeName, joinEngines, joinShown } from "./pool-results.ts";

export interface ExistingPool {
  readonly source: string;
  readonly pairs: readonly PooledPair[];
}

type PlacesByRank = ReturnType<typeof placesByRank>;

/**
 * Returns the existing pairs, then the new ones. Existing pairs also get the engines that return them now, the ids in
 * these engines' lists, and columns for raters. A new pair of an existing query gets this query's name, id,
 * need, probability and draw number. If the existing queries were drawn, new pairs of other queries are left out.
 * @param found - pairs from `poolResults`, not sampled. A title or an id occurs once per query
 */
export function addToPool(existing: ExistingPool, found: readonly PooledPair[], hash: Hash) {
  requireWholeQueries(existing);
  const isDrawn = existing.pairs.some(({ queryProbability }) => queryProbability < 1);
  const oldQuery = findOldQueries(existing.pairs);
  const ofQueries = found.flatMap((pair) => {
    const old = oldQuery(pair);
    if (old === undefined) return isDrawn ? [] : [pair];
    const { query, queryId, informationNeed, queryProbability, draw } = old;
    const ofQuery = { query, queryId, informationNeed, queryProbability, ...(draw !== undefined && { draw }) };
    return [{ ...pair, ...ofQuery, probability: queryProbability }];
  });
  const now = namedAsBefore(existing.pairs, ofQueries, hash);
  const pairs = [...existing.pairs];
  for (const [place, pair] of now) {
    const old = pairs[place];
    const engines = joinEngines(old?.engines ?? [], pair.engines);
    pairs[place] =
      old === undefined ? pair : { ...old, ...joinShown(old.shown, pair.shown), engines, merged: pair.merged };
  }
  requireSameLists({ source: existing.source, pairs }, placesByRank(existing.pairs.entries()), placesByRank(now));
  return { pairs, leftOut: found.length - ofQueries.length };
}

/**
 * Names the found pairs as in the earlier pool. If a pair's document is in that pool, the pair takes over the id and
 * title from there, and the pair's other ids are in `merged`. A new pair whose ids all belong to other documents gets
 * the hash of its title as id. The keys are indices in the earlier pool; new pairs have the next indices.
 */
export function namedAsBefore(
  earlier: readonly PooledPair[],
  found: readonly PooledPair[],
  hash: Hash,
): Map<number, PooledPair> {
  const index = new PairIndex(earlier);
  const taken = new Set(
    earlier.flatMap(({ query, id, merged }) => [{ id }, ...merged].map((one) => keyOf(query, one.id))),
  );
  const named = new Map<number, PooledPair>();
  let next = earlier.length;
  for (const pair of found) {
    const { query, title } = pair;
    const ids = [{ id: pair.id, title, similarity: 1 }, ...pair.merged];
    const unused = ids.filter(({ id }) => !taken.has(keyOf(query, id)));
    for (const { id } of unused) taken.add(keyOf(query, id));
    const known = ids.map((one) => index.find({ query, ...one })).find((place) => place !== null);
    if (known === undefined) {
      const [first, ...merged] = unused;
      const id = first?.id ?? freeName(nameOfTitle(title, hash), (name) => taken.has(keyOf(query, name)));
      taken.add(keyOf(query, id));
      named.set(next++, { ...pair, id, merged });
    } else {
      const old = at(earlier, known);
      const { engines = [], merged = old.merged, shown } = named.get(known) ?? {};
      const joined = { engines: joinEngines(engines, pair.engines), ...joinShown(shown, pair.shown) };
      named.set(known, { ...pair, ...joined, id: old.id, title: old.title, merged: [...merged, ...unused] });
    }
  }
  return named;
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

/** Finds an existing pair of the same query. Compares queries by id if both have one, otherwise by name. */
function findOldQueries(pairs: readonly PooledPair[]): (pair: PooledPair) => PooledPair | undefined {
  const byId = new Map(pairs.map((pair) => [pair.queryId, pair]));
  const byName = new Map(pairs.map((pair) => [pair.query, pair]));
  return ({ queryId, query }) => {
    const sameId = queryId === null ? undefined : byId.get(queryId);
    const sameName = byName.get(query);
    return sameId ?? (queryId === null || sameName?.queryId === null ? sameName : undefined);
  };
}

/** Returns, for each query and engine, the index of the pair at each rank. */
function placesByRank(pairs: Iterable<readonly [number, PooledPair]>) {
  const lists = new Map<string, { query: string; engine: string; places: Map<number, number> }>();
  for (const [place, { query, engines }] of pairs) {
    for (const { name: engine, rank, also } of engines) {
      const list = lists.get(keyOf(query, engine)) ?? { query, engine, places: new Map<number, number>() };
      lists.set(keyOf(query, engine), list);
      for (const one of [rank, ...also]) list.places.set(one, place);
    }
  }
  return lists;
}

/** Refuses a pool with drawn pairs: results that were not drawn would look new, and get wrong probabilities. */
function requireWholeQueries({ source, pairs }: ExistingPool): void {
  const sampled = pairs.find(({ probability, queryProbability }) => probability < queryProbability);
  if (sampled === undefined) return;
  const { query, id, probability } = sampled;
  throw invalidOption(
    `Adding to ${source}: pairs of its queries were drawn (${quoted(id)} of ${quoted(query)} with probability ${probability}). ` +
      "Results that were not drawn would be added as new ones, so the probabilities would be " +
      "wrong. Pool all engines again into a new file, with the sample size you want now.",
    { file: source, query, id, probability },
  );
}

/**
 * Requires that the earlier and the new list of an engine have the same pairs at all ranks that both contain. A rank
 * without a title in the earlier list may now have a pair, unless the earlier list has this pair at a larger rank.
 */
function requireSameLists({ source, pairs }: ExistingPool, before: PlacesByRank, now: PlacesByRank): void {
  for (const [key, { query, engine, places: ofFound }] of now) {
    const ofOld = before.get(key)?.places ?? new Map<number, number>();
    const end = [...ofFound.keys()].reduce((last, rank) => Math.max(last, rank), 0);
    const first = new Map([...ofOld].reverse().map(([rank, place]) => [place, rank]));
    const isChanged = ([rank, place]: [number, number]) => ofFound.get(rank) !== place;
    const changed =
      [...ofOld].filter(([rank]) => rank <= end).find(isChanged) ??
      [...ofFound].find(([rank, place]) => rank < (first.get(place) ?? rank));
    if (changed === undefined) continue;
    const [rank, place] = changed;
    const titleAt = (list: ReadonlyMap<number, number>) => {
      const title = pairs[list.get(rank) ?? -1]?.title;
      return title === undefined ? "no title" : quoted(title);
    };
    throw new SemqrelError(
      "AMBIGUOUS_ENGINE",
      `Adding to ${source}: engine "${engine}" has ${titleAt(ofFound)} at rank ${rank} (from 0) of the query ${quoted(query)}, but ` +
        `had ${titleAt(ofOld)} there when the pool was made. These are different results. Give the engine another name: NAME=FILE.`,
      { details: { file: source, query, id: pairs[place]?.id ?? "", engine } },
    );
  }
}
