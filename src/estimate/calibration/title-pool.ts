/**
 * Which titles has anybody returned for a query, and where do they stand in the lists?
 * A label belongs to a query and a title: the pool has one row for each such pair, even where several engines returned it.
 */

import { at } from "../../core/at.ts";
import { titleKey } from "../../core/titles/clean-title.ts";
import type { ResultLists, StoredLabels } from "../../core/types.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";

/** Stands for a result without title, which has no label. */
export const NO_TITLE = -1;

/** Columns have one entry per pool row: a query's titles, letter case aside. */
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
  for (let query = 0; query < queries; query++) {
    const rowOfKey = new Map<string, number>();
    for (const { lists, poolRows } of pooled) {
      for (const row of rowsOfQuery(lists, query)) {
        const title = at(lists.titles, row);
        if (title === "") continue;
        const key = titleKey(title);
        let place = rowOfKey.get(key);
        if (place === undefined) {
          place = titles.push(title) - 1;
          queryOfRow.push(query);
          rowOfKey.set(key, place);
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
