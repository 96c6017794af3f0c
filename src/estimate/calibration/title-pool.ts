/** The titles that engines returned, by query. Each document of a query is a pool row, with one title and one label. */
import { at } from "../../core/at.ts";
import type { ResultLists, StoredLabels } from "../../core/types.ts";
import { documentsOfLists, NO_DOCUMENT } from "../../lists/documents.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { gradeOfRow, type ListsToJudge } from "../../trust/engine-values.ts";

/** Takes the place of a pool row in `poolRows` if a result has no title. */
export const NO_TITLE = NO_DOCUMENT;

/** Each pool row is a document of a query. Columns have one entry per row; `titles` has the document's first title. */
export interface TitlePool {
  readonly queries: number;
  /** Query q has the rows offsets[q] to offsets[q + 1] - 1. */
  readonly offsets: Int32Array;
  readonly queryOfRow: Int32Array;
  readonly titles: readonly string[];
  readonly engines: readonly PooledLists[];
  readonly reference: PooledLists | null;
}

export interface PooledLists {
  readonly lists: ResultLists;
  /** Pool row of each row of the lists; `NO_TITLE` if the result has no title. */
  readonly poolRows: Int32Array;
}

/** A query index must mean the same query in all lists. Cost O(results). */
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

export function titlePoolOf({ queries, engines, reference }: StoredLabels): TitlePool {
  const lists = engines.map((engine) => engine.lists);
  return titlePool(queries.length, lists, reference?.lists ?? null);
}

/** Returns the indexes of the queries for which an engine or the reference returned a title. */
export function answeredQueries({ offsets }: TitlePool): Int32Array {
  return Int32Array.from(offsets.keys()).filter((query) => (offsets[query + 1] ?? 0) > at(offsets, query));
}

export function valueOfTitle(values: Float64Array, poolRow: number, fallback: number): number {
  return poolRow === NO_TITLE ? fallback : at(values, poolRow);
}

/** Calls `visit` for each engine's first `depth` results, except those without a title. `place`: the pool row. */
export function visitFirst(
  { engines }: TitlePool,
  queries: Iterable<number>,
  depth: number,
  visit: (place: number, engine: number, row: number, rank: number) => void,
): void {
  for (const query of queries) {
    for (const [engine, { lists, poolRows }] of engines.entries()) {
      for (const [rank, row] of rowsOfQuery(lists, query).subarray(0, depth).entries()) {
        const place = at(poolRows, row);
        if (place !== NO_TITLE) visit(place, engine, row, rank);
      }
    }
  }
}

/** Returns each pool row's largest value over the engines' results; NaN if it has none. Cost O(results). */
export function largestValues(
  { engines, titles }: TitlePool,
  read: (engine: number, row: number) => number,
): Float64Array {
  const largest = new Float64Array(titles.length).fill(Number.NaN);
  for (const [engine, { poolRows }] of engines.entries()) {
    for (const [row, place] of poolRows.entries()) {
      const value = read(engine, row);
      if (place !== NO_TITLE && !Number.isNaN(value) && !(at(largest, place) >= value)) largest[place] = value;
    }
  }
  return largest;
}

export type CalibrationRows = ReturnType<typeof calibrationRows>;

/**
 * Returns the pool rows to train with, and their grades. Negative grades count as unjudged. Cost O(results).
 * @param judged - must have the same engines as the pool
 * @param options - `unjudged`: whether to leave out unjudged titles in an engine's first `depth` results, or to count
 * them as not relevant, as a measure does. If only relevant documents are judged, learning needs "nonrelevant".
 */
export function calibrationRows(
  pool: TitlePool,
  judged: ListsToJudge,
  { unjudged, depth }: { readonly unjudged: "nonrelevant" | "leave-out"; readonly depth: number },
) {
  const grades = largestValues(pool, (engine, row) => gradeOfRow(judged, engine, row));
  const isSeen = new Uint8Array(pool.titles.length);
  const ratedQueries = Int32Array.from(judged.grades.keys()).filter((query) => judged.grades[query] !== null);
  visitFirst(pool, ratedQueries, depth, (place) => {
    isSeen[place] = 1;
  });
  const targets = grades.map((grade, row) =>
    Number.isNaN(grade) && isSeen[row] === 1 && unjudged === "nonrelevant" ? 0 : grade,
  );
  const rows = Int32Array.from(targets.keys()).filter((row) => !Number.isNaN(targets[row]));
  const known = rows.filter((row) => !Number.isNaN(grades[row])).length;
  return {
    /** Largest grade of the results of each pool row, >= 0; NaN if none is judged. */
    grades,
    /** Grade to learn for each pool row; 0 for an unjudged title, NaN if the row is not used for training. */
    targets,
    rows,
    /** Indexes of the judged queries, ascending. */
    ratedQueries,
    judged: known,
    unjudged: rows.length - known,
  };
}
