/**
 * Short notation for result lists. A row is `[query number, rank, title, id?]`; line numbers start at 2, as below a
 * header.
 */

import type { Query, RawResults, ResultLists } from "../../src/core/types.ts";
import { groupResults } from "../../src/lists/group-results.ts";

export type Row = readonly [query: number, rank: number, title: string, id?: string];

/** Rows of one engine, as from a reader. */
export function makeRaw(engine: string, rows: readonly Row[], more: Partial<RawResults> = {}): RawResults {
  return {
    engine,
    source: `${engine}.csv`,
    queryIds: null,
    queryTexts: rows.map(([query]) => `query ${query}`),
    titles: rows.map(([, , title]) => title),
    ids: rows.some(([, , , id]) => id !== undefined) ? rows.map(([, , , id]) => id ?? "") : null,
    ranks: Int32Array.from(rows, ([, rank]) => rank),
    lines: Int32Array.from(rows, (_, row) => row + 2),
    columns: new Map(),
    ...more,
  };
}

/** The same rows as lists for `queries` queries. */
export function makeLists(
  engine: string,
  rows: readonly Row[],
  queries: number,
  more: Partial<RawResults> = {},
): ResultLists {
  const queryOfRow = Int32Array.from(rows, ([query]) => query);
  return groupResults(makeRaw(engine, rows, more), queryOfRow, queries);
}

/** Queries `query 0`, `query 1`, … as `makeRaw` names them. */
export function makeQueries(count: number): Query[] {
  return Array.from({ length: count }, (_, query) => ({
    id: null,
    text: `query ${query}`,
    name: `query ${query}`,
  }));
}
