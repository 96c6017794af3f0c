/** What have writers of judgments and runs in common? */
import { at } from "../core/at.ts";
import { rowsByKey } from "../core/rows-by-key.ts";
import type { RawJudgments } from "../core/types.ts";
import type { NamedRows } from "./fit.ts";
import { textOfQuery } from "./query-sets/join-query-texts.ts";
import type { WrittenColumn } from "./tables/write-csv.ts";

/** @param line without its end, from the names of query and document, the label, and the row */
export function* judgmentLines(
  { names, queries, documents, labels }: RawJudgments,
  line: (query: string, document: string, label: number, row: number) => string,
): Iterable<string> {
  for (let row = 0; row < queries.length; row++) {
    const query = names.queries.nameOf(at(queries, row));
    yield `${line(query, names.documents.nameOf(at(documents, row)), at(labels, row), row)}\n`;
  }
}

/** A list in a JSON document, an entry a line. */
export function* jsonList<Item>(
  begin: string,
  items: Iterable<Item>,
  end: string,
  entry: (item: Item) => string,
): Iterable<string> {
  yield begin;
  let before = "\n";
  for (const item of items) {
    yield `${before}${entry(item)}`;
    before = ",\n";
  }
  yield end;
}

/** The same with an entry a query. */
export function jsonByQuery(
  begin: string,
  { names, queries, documents }: NamedRows,
  end: string,
  entry: (query: number, rows: readonly number[], documentOf: (row: number) => string) => string,
): Iterable<string> {
  const documentOf = (row: number) => names.documents.nameOf(at(documents, row));
  return jsonList(begin, rowsByKey(queries), end, ([query, rows]) => entry(query, rows, documentOf));
}

/** Columns that tables of judgments and runs have in common. */
export function namedColumns(rows: NamedRows, hasTexts: boolean, hasTitles: boolean): WrittenColumn[] {
  const { names, queries, documents, titles, queryTexts } = rows;
  const queryOf = (row: number) => at(queries, row);
  const columns: WrittenColumn[] = hasTexts
    ? [
        ["query_id", (row) => names.queries.nameOf(queryOf(row))],
        ["query", (row) => queryTexts.get(queryOf(row)) ?? ""],
      ]
    : [["query", (row) => textOfQuery(rows, queryOf(row))]];
  columns.push(["id", (row) => names.documents.nameOf(at(documents, row))]);
  if (hasTitles) columns.push(["title", (row) => titles?.[row] ?? ""]);
  return columns;
}

export function keptColumns(further: ReadonlyMap<string, readonly string[]> = new Map()): WrittenColumn[] {
  return [...further].map(([name, cells]) => [name, (row) => at(cells, row)]);
}
