/**
 * Which pairs of query and document did engines return?
 * Per query, results with one exact title key are one document, whoever returned them.
 */
import { at } from "../../core/at.ts";
import { titleKey } from "../../core/titles/clean-title.ts";
import { type Hash, oneWordKey } from "../../core/titles/keys.ts";
import type { PooledPair, Query, ResultLists } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { findPlaces } from "../../lists/find-places.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { joinEngines } from "./pool-engines.ts";

/** What pooling needs beside the lists. */
export interface PoolSettings {
  readonly hash: Hash;
  /** By query: what somebody who asks it wants to find; null where it is not known. */
  readonly informationNeeds: readonly (string | null)[];
  /** Columns that may hold an address; the first that an engine has counts. */
  readonly urlColumns: readonly string[];
  /** Columns that raters shall see; a pair has the first value that an engine has there. @default none */
  readonly show?: readonly string[];
}

/** Pairs to rate, and what was counted while pooling. */
export interface PooledResults {
  /** Query by query, in the order of the engines and their lists. All probabilities are 1. */
  readonly pairs: readonly PooledPair[];
  /** By engine: its results that have a title. */
  readonly results: ReadonlyMap<string, number>;
  /** Results whose title an earlier one of the query had. */
  readonly duplicates: number;
  /** Pairs that go by the hash of their title, because another title of the query has their id. */
  readonly idsShared: number;
  /** Of results without a title. */
  readonly warnings: readonly Warning[];
}

interface Document {
  readonly key: string;
  readonly title: string;
  url: string | null;
  engines: PooledPair["engines"];
  /** Titles by id, in order of appearance. */
  readonly ids: Map<string, string>;
  readonly shown: Map<string, string>;
}

/**
 * Title, id and address of a pair are those seen first; further ids of the same title stand in `merged` with
 * similarity 1, so that their judgments can be exported too. Ranks are places in the lists as they are cut, whatever
 * gaps and ties those of the files have. Where one id has two titles in a query, the later title goes by its hash:
 * engines that number their rows must not make one document of all their first results.
 *
 * @param engines lists over `queries`, cut at the depth of the pool; their names are different
 */
export function poolResults(
  queries: readonly Query[],
  engines: readonly ResultLists[],
  settings: PoolSettings,
): PooledResults {
  const pairs: PooledPair[] = [];
  let idsShared = 0;
  for (const [number, query] of queries.entries()) {
    const documents = gatherDocuments(number, engines, settings);
    const named = nameDocuments(documents, settings.hash);
    idsShared += named.idsShared;
    // A query that shares its text with another is named by its id, which tells a rater nothing.
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
  const results = new Map<string, number>();
  const warnings: Warning[] = [];
  for (const { engine, titles, source, lines } of engines) {
    const isUntitled = (row: number) => isBlank(at(titles, row));
    const untitled = findPlaces(titles.length, isUntitled, (row) => `${source}:${lines[row]}`);
    results.set(engine, titles.length - untitled.count);
    if (untitled.count > 0) warnings.push({ kind: "empty-titles", engine, ...untitled, leftOut: true });
  }
  const duplicates = [...results.values()].reduce((sum, count) => sum + count, 0) - pairs.length;
  return { pairs, results, duplicates, idsShared, warnings };
}

function gatherDocuments(query: number, engines: readonly ResultLists[], settings: PoolSettings): Document[] {
  const { show = [] } = settings;
  const documents = new Map<string, Document>();
  for (const lists of engines) {
    const urlColumn = settings.urlColumns.find((name) => lists.columns.has(name)) ?? "";
    const rows = rowsOfQuery(lists, query);
    for (const [rank, row] of rows.entries()) {
      const title = at(lists.titles, row);
      if (isBlank(title)) continue;
      const key = titleKey(title);
      const document: Document = documents.get(key) ?? {
        ...{ key, title, url: null, engines: [], ids: new Map(), shown: new Map() },
      };
      documents.set(key, document);
      const id = oneWordKey(lists.ids?.[row] ?? null, key, settings.hash);
      if (!document.ids.has(id)) document.ids.set(id, title);
      document.url ??= webAddress(lists.columns.get(urlColumn)?.[row] ?? "");
      for (const name of show) {
        const value = lists.columns.get(name)?.[row]?.trim() ?? "";
        if (value !== "" && !document.shown.has(name)) document.shown.set(name, value);
      }
      document.engines = joinEngines(document.engines, [{ name: lists.engine, rank, also: [], of: rows.length }]);
    }
  }
  return [...documents.values()];
}

/** Ids of the input are preferred to hashes of titles; each id names one document of the query. */
function nameDocuments(documents: readonly Document[], hash: Hash) {
  const taken = new Set<string>();
  let idsShared = 0;
  const kept = documents.map(({ key, ids }) => {
    const hashed = oneWordKey(null, key, hash);
    const ofInput = [...ids.keys()].filter((id) => id !== hashed);
    const id = ofInput.find((one) => !taken.has(one)) ?? hashed;
    if (id === hashed && ofInput.length > 0) idsShared++;
    taken.add(id);
    return id;
  });
  const names = documents.map(({ ids }, place) => {
    const others = [...ids].filter(([id]) => !taken.has(id));
    for (const [id] of others) taken.add(id);
    return { id: at(kept, place), merged: others.map(([id, title]) => ({ id, title, similarity: 1 })) };
  });
  return { names, idsShared };
}

function webAddress(cell: string): string | null {
  return /^https?:\/\//i.test(cell) ? cell : null;
}

function isBlank(title: string): boolean {
  return title.trim() === "";
}
