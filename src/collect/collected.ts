/** What has been collected, and what is there to know of it? */
import type { Query } from "../core/types.ts";
import type { CollectedResult } from "./read-page.ts";

/** A query with its results. */
export interface CollectedList {
  readonly query: Query;
  /** Best first; null where the query failed, or was not asked any more. */
  readonly results: readonly CollectedResult[] | null;
  /** The engine says that it did not look everywhere. */
  readonly isPartial: boolean;
}

/** A query that has no list, and why. */
interface CollectFailure {
  readonly query: Query;
  /** Without full stop. */
  readonly reason: string;
}

/** Lists of all queries that have one; `collectSummary` counts, `writeLists` writes a table. */
export interface Collected {
  /** Every query of the file once, in its order. */
  readonly lists: readonly CollectedList[];
  readonly failures: readonly CollectFailure[];
  /** Results wanted of each query. */
  readonly depth: number;
  /** Results of one request. */
  readonly pageSize: number;
  /** Answers that came now; `kept` were there before. */
  readonly fetched: number;
  readonly kept: number;
}

/** Counts, and names of queries by what happened to them. */
export interface CollectSummary {
  readonly queries: number;
  readonly results: number;
  readonly depth: number;
  /** Results of one request. */
  readonly pageSize: number;
  readonly requests: { readonly fetched: number; readonly kept: number };
  /** Names of queries. */
  readonly withoutResults: readonly string[];
  readonly incomplete: readonly string[];
  readonly withoutTitle: number;
  /** Results with an id that stands in their list before. */
  readonly repeatedIds: number;
  /** The greatest length of a list, where half of the lists have it and more was wanted; else null. */
  readonly cappedAt: number | null;
  readonly failures: readonly { readonly query: string; readonly reason: string }[];
}

/** A query that failed counts among `queries` and `failures` alone. */
export function collectSummary({ lists, failures, depth, pageSize, fetched, kept }: Collected): CollectSummary {
  const there = lists.flatMap(({ query, results, isPartial }) =>
    results === null ? [] : [{ name: query.name, results, isPartial }],
  );
  const results = there.flatMap((list) => list.results);
  const longest = there.reduce((most, list) => Math.max(most, list.results.length), 0);
  const asLong = there.filter((list) => list.results.length === longest).length;
  return {
    queries: lists.length,
    results: results.length,
    depth,
    pageSize,
    requests: { fetched, kept },
    withoutResults: there.filter((list) => list.results.length === 0).map(({ name }) => name),
    incomplete: there.filter(({ isPartial }) => isPartial).map(({ name }) => name),
    withoutTitle: results.filter(({ title }) => title === null).length,
    repeatedIds: there.reduce((sum, list) => sum + repeatsIn(list.results), 0),
    cappedAt: longest > 0 && longest < depth && asLong >= 2 && asLong * 2 >= there.length ? longest : null,
    failures: failures.map(({ query, reason }) => ({ query: query.name, reason })),
  };
}

function repeatsIn(results: readonly { readonly id: string | null }[]): number {
  const ids = results.flatMap(({ id }) => (id === null ? [] : [id]));
  return ids.length - new Set(ids).size;
}
