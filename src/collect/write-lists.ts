/**
 * How do collected lists become a file that `label` reads?
 */
import { csvText } from "../io/tables/write-csv.ts";
import { writeWhole } from "../io/write-whole.ts";
import type { Collected } from "./collected.ts";
import { listRows } from "./list-rows.ts";
import type { ResultPaths } from "./read-page.ts";

/** Which columns the table has beside query, rank and title. */
export interface ListColumns {
  /** Those that were collected with: only what they name has a column. */
  readonly paths: Pick<ResultPaths, "id" | "url">;
  /** For a column of that name; null for none: then the file's name is the engine's. */
  readonly engine: string | null;
}

/** The table in pieces. @param delimiter `,` or a tab */
export function listsText(
  { lists }: Pick<Collected, "lists">,
  columns: ListColumns,
  delimiter: string,
): Iterable<string> {
  return csvText(listRows(lists, columns.paths, columns.engine), delimiter);
}

/**
 * Writes a row a result, whole or not at all: query_id, query, rank (from 0), id, title, url; CSV, or TSV by the file's
 * name. Queries without results, and those that failed, have no row.
 *
 * @throws SemqrelError OUTPUT_UNWRITABLE   details: { file }
 */
export function writeLists(path: string, collected: Pick<Collected, "lists">, columns: ListColumns): void {
  writeWhole([{ path, content: listsText(collected, columns, /\.tsv$/i.test(path) ? "\t" : ",") }], path);
}
