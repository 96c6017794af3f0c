/** Pools results query by query. All results of one document are one pair, whichever engines returned them. */

import { at } from "../../core/at.ts";
import { cleanTitle, isUntitled, nameOfTitle, titleKey } from "../../core/titles/clean-title.ts";
import { type Hash, isOneWord, oneWordKey } from "../../core/titles/keys.ts";
import type { PooledEngine, PooledPair, Query, RawRun, ResultLists, Run } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { documentKey, documentsOfLists, NO_DOCUMENT, PairIndex } from "../../lists/documents.ts";
import { findPlaces } from "../../lists/find-oddities.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { sumOf } from "../../maths/summary.ts";
import type { GoldSet } from "../gold-set.ts";
import { type EngineLists, HOLE, NOTHING } from "../measure-gold-engines.ts";

export interface PoolSettings {
  readonly hash: Hash;
  /** What the user wants to find with each query; null if unknown. */
  readonly informationNeeds: readonly (string | null)[];
  /** Columns that may contain a web address. For each engine, its first column with one of these names is used. */
  readonly urlColumns: readonly string[];
  /** Columns that raters see. If engines differ, the first engine's value is used. @default none */
  readonly show?: readonly string[];
}

interface Document {
  readonly title: string;
  url: string | null;
  engines: PooledPair["engines"];
  /** Distinct combinations of id and title, in order of first appearance. */
  readonly names: { readonly id: string; readonly title: string; readonly isOfInput: boolean }[];
  readonly shown: Map<string, string>;
}

/**
 * Returns each document of a query once, with its first title, id and address. `merged` has its other ids and titles,
 * with similarity 1. So results are found, and judgments are exported, under each id and title of a document.
 * Ranks are indices in the lists, whatever the ranks in the files. If two documents of a query share an id, only the
 * first one keeps it, because ids may be row numbers, which mean another document in each engine.
 * @param engines - lists over `queries`, cut at the depth of the pool
 */
export function poolResults(queries: readonly Query[], engines: readonly ResultLists[], settings: PoolSettings) {
  // Sorted by query, then in the order of the engines and their lists.
  const pairs: PooledPair[] = [];
  const documentsOf = documentsOfLists(engines);
  // Number of pairs with a hash as id, because another document of the query has their id.
  let idsShared = 0;
  for (const [number, query] of queries.entries()) {
    const documents = gatherDocuments(number, engines, documentsOf, settings);
    const named = nameDocuments(documents, settings.hash);
    idsShared += named.idsShared;
    // Queries with the same text are named by their ids. If such a query has no information need, raters see its text.
    const informationNeed = settings.informationNeeds[number] ?? (query.text === query.name ? null : query.text);
    for (const [place, { title, url, shown, engines: found }] of documents.entries()) {
      pairs.push({
        query: query.name,
        queryId: query.id,
        informationNeed,
        ...at(named.names, place),
        title,
        url,
        ...(shown.size === 0 ? {} : { shown: Object.fromEntries(shown) }),
        engines: found,
        probability: 1,
        queryProbability: 1,
      });
    }
  }
  // Number of results with a title, for each engine.
  const results = new Map<string, number>();
  const warnings: Warning[] = [];
  for (const { engine, titles, source, lines } of engines) {
    const isWithout = (row: number) => isUntitled(cleanTitle(at(titles, row)));
    const untitled = findPlaces(titles.length, isWithout, (row) => `${source}:${lines[row]}`);
    results.set(engine, titles.length - untitled.count);
    if (untitled.count > 0) warnings.push({ kind: "empty-titles", engine, ...untitled, leftOut: true });
  }
  // Number of results that repeat the document of an earlier result of the query.
  const duplicates = sumOf([...results.values()]) - pairs.length;
  return { pairs, results, duplicates, idsShared, warnings };
}

function gatherDocuments(
  query: number,
  engines: readonly ResultLists[],
  documentsOf: (query: number) => readonly Int32Array[],
  settings: PoolSettings,
): Document[] {
  const { show = [] } = settings;
  const documents: Document[] = [];
  for (const [engine, numbers] of documentsOf(query).entries()) {
    const lists = at(engines, engine);
    const urlColumn = settings.urlColumns.find((name) => lists.columns.has(name)) ?? "";
    const rows = rowsOfQuery(lists, query);
    for (const [rank, number] of numbers.entries()) {
      if (number === NO_DOCUMENT) continue;
      const row = at(rows, rank);
      const title = at(lists.titles, row);
      documents[number] ??= { title, url: null, engines: [], names: [], shown: new Map() };
      const document = at(documents, number);
      const key = titleKey(title);
      const id = documentKey(lists.ids?.[row], title, settings.hash);
      const isKnown = (one: Document["names"][number]) => one.id === id && titleKey(one.title) === key;
      if (!document.names.some(isKnown))
        document.names.push({ id, title, isOfInput: id !== nameOfTitle(title, settings.hash) });
      const address = lists.columns.get(urlColumn)?.[row] ?? "";
      if (/^https?:\/\//i.test(address)) document.url ??= address;
      for (const name of show) {
        const value = lists.columns.get(name)?.[row]?.trim() ?? "";
        if (value !== "" && !document.shown.has(name)) document.shown.set(name, value);
      }
      document.engines = joinEngines(document.engines, [{ name: lists.engine, rank, also: [], of: rows.length }]);
    }
  }
  return documents;
}

/** Names a document by an id of the input that no other document has, otherwise by a hash of its title. */
function nameDocuments(documents: readonly Document[], hash: Hash) {
  const taken = new Set<string>();
  let idsShared = 0;
  const kept = documents.map(({ title, names }) => {
    const ofInput = names.filter(({ isOfInput }) => isOfInput);
    const hashed = nameOfTitle(title, hash);
    const unused = ofInput.find(({ id }) => !taken.has(id));
    if (unused === undefined && ofInput.length > 0) idsShared++;
    const id = unused?.id ?? freeName(hashed, (name) => taken.has(name));
    taken.add(id);
    return id;
  });
  const named = documents.map(({ title, names }, place) => {
    const id = at(kept, place);
    const titles = new Set([titleKey(title)]);
    const merged = names.flatMap((one) => {
      const isOwn = !taken.has(one.id);
      const isNew = isOwn || !titles.has(titleKey(one.title));
      taken.add(one.id);
      titles.add(titleKey(one.title));
      return isNew ? [{ id: isOwn ? one.id : id, title: one.title, similarity: 1 }] : [];
    });
    return { id, merged };
  });
  return { names: named, idsShared };
}

export function queryName({ query, queryId }: Pick<PooledPair, "query" | "queryId">): string {
  return queryId !== null && isOneWord(queryId) ? queryId : query;
}

/** Returns the name. If it is taken, adds the first unused number, such as `~2`, as in `documentKeys`. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  let [unused, use] = [name, 1];
  while (isTaken(unused)) unused = `${name}~${++use}`;
  return unused;
}

/**
 * Returns the lists of all engines, sorted by name, in the length in which they were pooled. A repeated document is
 * `NOTHING`. A rank without a pair is a `HOLE`: the result has no title, or was not drawn. Cost O(pairs x engines).
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
 * Returns the pair of each result in a run. Finds queries by id, text, or hash of the text. Finds documents like
 * `QueryDocuments`, not only by id, because ids may be row numbers, which differ between engines. A near duplicate
 * counts as the pair it was merged into. Cost O(pairs + results).
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
  const titleOf = new Map<string, string>();
  for (const [row, title] of (raw.titles ?? []).entries()) {
    const key = `${raw.queries[row]} ${raw.documents[row]}`;
    if (!titleOf.has(key)) titleOf.set(key, title);
  }
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
        const title = titleOf.get(`${run.queries[place]} ${document}`) ?? "";
        const found = index.find({ query, id: names.documents.nameOf(document), title });
        const pair = found === null ? HOLE : at(ofQuery, found);
        if (seen.has(pair)) return NOTHING;
        if (pair !== HOLE) seen.add(pair);
        return pair;
      });
    }),
  };
}

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

/** Joins the columns that raters see. If both pairs have a column, keeps the value of `one`. */
export function joinShown(one: PooledPair["shown"], other: PooledPair["shown"]): Pick<PooledPair, "shown"> {
  return one === undefined && other === undefined ? {} : { shown: { ...one, ...other, ...one } };
}

/** Returns the smallest rank, from 0; infinity for a pair that no engine returned, such as an imported judgment. */
export function bestRank({ engines }: Pick<PooledPair, "engines">): number {
  return engines.reduce((best, { rank }) => Math.min(best, rank), Number.POSITIVE_INFINITY);
}
