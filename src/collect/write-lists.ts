/** How do collected lists become a file that `label` reads? */
import { escapeFormula } from "../core/text/escape.ts";
import { writeWhole } from "../io/input-error.ts";
import { csvText } from "../io/tables/write-csv.ts";
import type { Collected, CollectedList } from "./collected.ts";
import type { CollectedResult, ResultPaths } from "./read-page.ts";

/** Which columns the table has beside query, rank and title. */
export interface ListColumns {
  /** Only what they name has a column. */
  readonly paths: Pick<ResultPaths, "id" | "url">;
  /** Its name, for a column; null for none: then the file's name is the engine's. */
  readonly engine: string | null;
  /** Guards cells that a spreadsheet would run as formulas. @default false */
  readonly spreadsheetSafe?: boolean;
}

/** The table in pieces. @param delimiter `,` or a tab */
export function listsText({ lists }: Pick<Collected, "lists">, columns: ListColumns, delimiter: "," | "\t") {
  return csvText(listRows(lists, columns), { delimiter });
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

/**
 * Names of columns, then a row a result: engine, query_id, query, rank (from 0), id, title, url; without columns that
 * would be empty. Queries without results have no row.
 */
export function* listRows(
  lists: readonly CollectedList[],
  { paths, engine, spreadsheetSafe = false }: ListColumns,
): Iterable<readonly string[]> {
  const all: readonly { readonly name: string; readonly isWanted: boolean; readonly cell: Cell }[] = [
    { name: "engine", isWanted: engine !== null, cell: () => engine },
    { name: "query_id", isWanted: lists.some(({ query }) => query.id !== null), cell: ({ query }) => query.id },
    { name: "query", isWanted: lists.some(({ query }) => query.text !== null), cell: ({ query }) => query.text },
    { name: "rank", isWanted: true, cell: (_, __, rank) => String(rank) },
    { name: "id", isWanted: paths.id !== null, cell: (_, { id }) => id },
    { name: "title", isWanted: true, cell: (_, { title }) => title },
    { name: "url", isWanted: paths.url !== null, cell: (_, { url }) => url },
  ];
  const columns = all.filter(({ isWanted }) => isWanted);
  yield columns.map(({ name }) => name);
  for (const list of lists) {
    for (const [rank, result] of (list.results ?? []).entries()) {
      const cells = columns.map(({ cell }) => cell(list, result, rank) ?? "");
      yield spreadsheetSafe ? cells.map(escapeFormula) : cells;
    }
  }
}

type Cell = (list: CollectedList, result: CollectedResult, rank: number) => string | null;
