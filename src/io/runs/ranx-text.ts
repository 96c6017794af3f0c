/** How does ranx write judgments and runs, and how are its files recognised? */
import { at } from "../../core/at.ts";
import { rowsByKey } from "../../core/rows-by-key.ts";
import type { Names } from "../../core/types.ts";
import { elasticsearch } from "../tables/formats/elasticsearch-response.ts";
import { solr } from "../tables/formats/solr-response.ts";

/**
 * `{"q_1":{"d_12":5}}`: the first query has an object of numbers, or an empty one, or a list of names, best first. Saved
 * responses may begin alike.
 */
export function isRanx(head: string): boolean {
  const begin =
    /^\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*(?:\{\s*(?:\}|"(?:[^"\\]|\\.)*"\s*:\s*(?:-?\d[\d.eE+-]*|null)\s*[,}])|\[\s*"(?:[^"\\]|\\.)*"\s*[,\]])/;
  const hasObjectsInList = /[^\\]"\s*:\s*\[\s*\{/.test(head);
  return begin.test(head) && !hasObjectsInList && !solr.detect(head) && !elasticsearch.detect(head);
}

/** `"name":` and what its value begins with, or what stands between values. */
const token = /\s*(?:"[^"\\]*(?:\\.[^"\\]*)*"\s*:\s*(?:\{|null|(-?\d[\d.eE+-]*|-?Infinity|NaN))|[{},])/gsy;

/** Whether all numbers are whole, as in judgments and unlike the scores of runs. */
export function isRanxOfWholeNumbers(head: string): boolean {
  for (const [, number] of head.matchAll(token)) if (number !== undefined && !/^-?\d+$/.test(number)) return false;
  return true;
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
  for (const [query, rows] of rowsByKey(queries)) {
    const nameOf = (row: number) => JSON.stringify(names.documents.nameOf(at(documents, row)));
    const entries = rows.map((row) => `${nameOf(row)}:${numberOf(row)}`);
    yield `${before}${JSON.stringify(names.queries.nameOf(query))}:{${entries.join(",")}}`;
    before = ",\n";
  }
  yield "\n}\n";
}
