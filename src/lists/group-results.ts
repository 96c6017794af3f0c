import { at } from "../core/at.ts";
import type { RawResults, ResultLists, RowOrigin } from "../core/types.ts";

/** Sorts each query's rows by rank and keeps the first `depth`. Equal ranks keep the order of the file. */
export function groupResults(raw: RawResults, queryOfRow: Int32Array, queries: number, depth: number | null = null) {
  const all = sortRows(queryOfRow, raw.ranks, queries);
  if (depth === null) return { ...raw, queryOfRow, ...all };
  const kept = new Uint8Array(queryOfRow.length);
  for (let query = 0; query < queries; query++) {
    for (const row of rowsOfQuery(all, query).subarray(0, depth)) kept[row] = 1;
  }
  const isKept = (_: unknown, row: number) => kept[row] === 1;
  const ranks = raw.ranks.filter(isKept);
  const queryOfKept = queryOfRow.filter(isKept);
  const { engine, source, columnNames, queryColumn } = raw;
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
    ...(queryColumn && { queryColumn }),
    ...sortRows(queryOfKept, ranks, queries),
  };
}

export function firstResults(lists: ResultLists, depth: number | null): ResultLists {
  const raw = { ...lists, queryIds: null, queryTexts: null };
  return groupResults(raw, lists.queryOfRow, lists.offsets.length - 1, depth);
}

/** Returns the rows of one query, by rank. The array is a view, so do not change it. */
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
    const index = next[query] as number;
    rowsInOrder[index] = row;
    next[query] = index + 1;
  });
  for (let query = 0; query < queries; query++) {
    rowsInOrder
      .subarray(offsets[query], offsets[query + 1])
      .sort((one, other) => (ranks[one] as number) - (ranks[other] as number) || one - other);
  }
  return { rowsInOrder, offsets };
}

/** Groups rows by query, in order of appearance. queries[q] has rows[offsets[q]] to rows[offsets[q + 1] - 1]. */
export function groupRows(queryOfRow: Int32Array, queryCount: number) {
  const indexOf = new Int32Array(queryCount).fill(-1);
  const queries: number[] = [];
  const sizes: number[] = [];
  let isGrouped = true;
  for (let begin = 0; begin < queryOfRow.length; ) {
    const query = queryOfRow[begin] as number;
    let end = begin + 1;
    while (end < queryOfRow.length && queryOfRow[end] === query) end++;
    let index = indexOf[query] as number;
    if (index < 0) {
      index = queries.push(query) - 1;
      indexOf[query] = index;
      sizes.push(0);
    } else isGrouped = false;
    sizes[index] = (sizes[index] as number) + end - begin;
    begin = end;
  }
  const offsets = new Int32Array(queries.length + 1);
  for (const [index, size] of sizes.entries()) offsets[index + 1] = at(offsets, index) + size;
  const rows = new Int32Array(queryOfRow.length);
  const next = offsets.slice();
  for (let row = 0; row < queryOfRow.length; row++) {
    if (isGrouped) rows[row] = row;
    else {
      const index = indexOf[queryOfRow[row] as number] as number;
      rows[next[index] as number] = row;
      next[index] = (next[index] as number) + 1;
    }
  }
  return { queries: Int32Array.from(queries), offsets, rows };
}

/** Returns `file:line` of a row; lines count from 1. */
export function rowPlace(lists: Pick<ResultLists, "engine" | "source" | "origins" | "lines">, row: number): string {
  return `${rowOrigin(lists, row).source}:${lists.lines[row]}`;
}

/** Returns the engine and file of a row, which differ between rows of fused lists. */
export function rowOrigin(lists: Pick<ResultLists, "engine" | "source" | "origins">, row: number): RowOrigin {
  return lists.origins?.[row] ?? lists;
}

/** Gives titles numbers by query, list and rank. Adding queries at the end or reordering rows does not change them. */
export function numberTitles(all: readonly ResultLists[]): Map<string, number> {
  const numbers = new Map<string, number>();
  const queries = Math.max(0, ...all.map(({ offsets }) => offsets.length - 1));
  for (let query = 0; query < queries; query++) {
    for (const lists of all) {
      for (const row of rowsOfQuery(lists, query)) {
        const title = at(lists.titles, row);
        if (!numbers.has(title)) numbers.set(title, numbers.size);
      }
    }
  }
  return numbers;
}
