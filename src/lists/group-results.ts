/** How do the rows of a file become one list per query? */
import type { RawResults, ResultLists } from "../core/types.ts";

/**
 * Sorts each query's rows by rank (equal ranks keep the order of the file) and keeps the first `depth` of each list.
 *
 * @param queryOfRow by row: the number of its query, 0..queries - 1
 * @param depth      results kept per list, a whole number >= 1, or null for all
 */
export function groupResults(
  raw: RawResults,
  queryOfRow: Int32Array,
  queries: number,
  depth: number | null = null,
): ResultLists {
  const all = sortRows(queryOfRow, raw.ranks, queries);
  if (depth === null) return { ...raw, queryOfRow, ...all };
  const kept = new Uint8Array(queryOfRow.length);
  for (let query = 0; query < queries; query++) {
    for (const row of rowsOfQuery(all, query).subarray(0, depth)) kept[row] = 1;
  }
  const isKept = (_: unknown, row: number) => kept[row] === 1;
  const ranks = raw.ranks.filter(isKept);
  const queryOfKept = queryOfRow.filter(isKept);
  const { engine, source, columnNames } = raw;
  return {
    engine,
    source,
    titles: raw.titles.filter(isKept),
    ids: raw.ids?.filter(isKept) ?? null,
    ranks,
    lines: raw.lines.filter(isKept),
    queryOfRow: queryOfKept,
    columns: new Map([...raw.columns].map(([name, cells]) => [name, cells.filter(isKept)])),
    ...(columnNames && { columnNames }),
    ...sortRows(queryOfKept, ranks, queries),
  };
}

/** The first `depth` results of each list; null keeps all. */
export function firstResults(lists: ResultLists, depth: number | null): ResultLists {
  const raw = { ...lists, queryIds: null, queryTexts: null };
  return groupResults(raw, lists.queryOfRow, lists.offsets.length - 1, depth);
}

/** The rows of one query, by rank. A view: not to be changed. */
export function rowsOfQuery(lists: Pick<ResultLists, "rowsInOrder" | "offsets">, query: number): Int32Array {
  return lists.rowsInOrder.subarray(lists.offsets[query], lists.offsets[query + 1]);
}

function sortRows(queryOfRow: Int32Array, ranks: Int32Array, queries: number) {
  const offsets = new Int32Array(queries + 1);
  for (const query of queryOfRow) offsets[query + 1] = (offsets[query + 1] as number) + 1;
  for (let query = 0; query < queries; query++)
    offsets[query + 1] = (offsets[query + 1] as number) + (offsets[query] as number);
  const next = offsets.slice();
  const rowsInOrder = new Int32Array(queryOfRow.length);
  queryOfRow.forEach((query, row) => {
    const place = next[query] as number;
    rowsInOrder[place] = row;
    next[query] = place + 1;
  });
  for (let query = 0; query < queries; query++) {
    rowsInOrder
      .subarray(offsets[query], offsets[query + 1])
      .sort((one, other) => (ranks[one] as number) - (ranks[other] as number) || one - other);
  }
  return { rowsInOrder, offsets };
}
