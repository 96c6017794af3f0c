/**
 * Which titles has anybody returned for a query, and where do they stand in the lists?
 * A label belongs to a query and a title: the pool has one row for each such pair, even where several engines returned it.
 */

import { at } from "../../core/at.ts";
import type { ResultLists, StoredLabels } from "../../core/types.ts";
import { documentsOfLists, NO_DOCUMENT } from "../../lists/documents.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";

/** Stands for a result without title, which has no label. */
export const NO_TITLE = NO_DOCUMENT;

/** Columns have one entry per pool row: the documents of a query, each under its first title. */
export interface TitlePool {
  readonly queries: number;
  /** queries + 1 entries: the titles of query q are the rows from offsets[q] to before offsets[q + 1]. */
  readonly offsets: Int32Array;
  readonly queryOfRow: Int32Array;
  /** As first spelled. */
  readonly titles: readonly string[];
  /** By engine, then row of its lists: the pool row, or `NO_TITLE`. */
  readonly engines: readonly PooledLists[];
  /** The same of the reference's lists; null without one. */
  readonly reference: PooledLists | null;
}

export interface PooledLists {
  readonly lists: ResultLists;
  readonly poolRows: Int32Array;
}

/** All lists number their queries alike: 0..queries - 1. Cost O(results). */
export function titlePool(
  queries: number,
  engines: readonly ResultLists[],
  reference: ResultLists | null = null,
): TitlePool {
  const all = reference === null ? engines : [...engines, reference];
  const pooled = all.map((lists) => ({ lists, poolRows: new Int32Array(lists.titles.length).fill(NO_TITLE) }));
  const offsets = new Int32Array(queries + 1);
  const titles: string[] = [];
  const queryOfRow: number[] = [];
  const documentsOf = documentsOfLists(all);
  for (let query = 0; query < queries; query++) {
    const first = titles.length;
    for (const [list, documents] of documentsOf(query).entries()) {
      const { lists, poolRows } = at(pooled, list);
      for (const [rank, row] of rowsOfQuery(lists, query).entries()) {
        const document = at(documents, rank);
        if (document === NO_DOCUMENT) continue;
        const place = first + document;
        if (place === titles.length) {
          titles.push(at(lists.titles, row));
          queryOfRow.push(query);
        }
        poolRows[row] = place;
      }
    }
    offsets[query + 1] = titles.length;
  }
  return {
    queries,
    offsets,
    queryOfRow: Int32Array.from(queryOfRow),
    titles,
    engines: pooled.slice(0, engines.length),
    reference: reference === null ? null : (pooled.at(-1) ?? null),
  };
}

/** The pool of stored lists and their reference. */
export function titlePoolOf({ queries, engines, reference }: StoredLabels): TitlePool {
  const lists = engines.map((engine) => engine.lists);
  return titlePool(queries.length, lists, reference?.lists ?? null);
}

/** Numbers of the queries to which anybody returned a title. */
export function answeredQueries({ offsets }: TitlePool): Int32Array {
  return Int32Array.from(offsets.keys()).filter((query) => (offsets[query + 1] ?? 0) > at(offsets, query));
}

/** By pool row where there is one, else what is told. */
export function valueOfTitle(values: Float64Array, poolRow: number, otherwise: number): number {
  return poolRow === NO_TITLE ? otherwise : at(values, poolRow);
}
