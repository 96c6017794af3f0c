/**
 * How does ranx write numbers of documents of queries, and what tells its files?
 */

import type { Names } from "../types.ts";
import { rowsByQuery } from "./rows-by-query.ts";

/** `{"q_1":{"d_12":5}}`: the first query has an object of numbers, or none. */
export function isRanx(head: string): boolean {
  return /^\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\{\s*(?:\}|"(?:[^"\\]|\\.)*"\s*:\s*-?\d[\d.eE+-]*\s*[,}])/.test(head);
}

/** Whether all numbers at hand are whole, as in judgments and unlike the scores of runs. */
export function isRanxOfWholeNumbers(head: string): boolean {
  return !/"\s*:\s*-?\d+[.eE]/.test(head);
}

/** @param numberOf by row, as JSON */
export function* ranxText(
  names: Names,
  queries: Int32Array,
  documents: Int32Array,
  numberOf: (row: number) => string,
): Iterable<string> {
  yield "{";
  let before = "\n";
  for (const [query, rows] of rowsByQuery(queries)) {
    const entries = rows.map(
      (row) => `${JSON.stringify(names.documents.nameOf(documents[row] ?? 0))}:${numberOf(row)}`,
    );
    yield `${before}${JSON.stringify(names.queries.nameOf(query))}:{${entries.join(",")}}`;
    before = ",\n";
  }
  yield "\n}\n";
}
