/** Which rows of a query do identifiers tell apart? */
import { identifierKey } from "../core/titles/keys.ts";
import type { ResultLists } from "../core/types.ts";

/** The cells of a column, or the documents' ids for `id`; null where the lists lack it. */
export function cellsOf(lists: ResultLists, name: string): readonly string[] | null {
  return (name === "id" ? lists.ids : null) ?? lists.columns.get(name) ?? null;
}

/**
 * Names the document of each row, row after row of one query: equal where an identifier is. The first column that knows
 * the row decides.
 *
 * @param names of columns with identifiers, in the order in which they decide
 * @returns "" for a row without identifier
 */
export function identifiedDocuments(names: readonly string[]): (lists: ResultLists, row: number) => string {
  const documents = new Map<string, string>();
  return (lists, row) => {
    const keys = names.flatMap((name) => {
      const key = identifierKey(cellsOf(lists, name)?.[row] ?? "");
      return key === "" ? [] : [`${name} ${key}`];
    });
    const known = keys.find((key) => documents.has(key)) ?? keys[0] ?? "";
    const document = documents.get(known) ?? known;
    for (const key of keys) if (!documents.has(key)) documents.set(key, document);
    return document;
  };
}
