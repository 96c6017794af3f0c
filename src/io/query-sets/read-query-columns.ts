/** What does a queries file say of each query beside its text: its kind, its traffic? */
import { invalidOption } from "../../core/errors.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import type { QueryColumns } from "../../core/types.ts";
import { inputError } from "../input-error.ts";
import { readTable } from "../tables/read-table.ts";
import { columnsThere, findColumn, recogniseColumns, usualNames } from "../tables/recognise-columns.ts";
import { frameText } from "./data-frame.ts";

export async function readQueryColumns(path: string, wanted: readonly string[]): Promise<QueryColumns> {
  const table = await readTable(path, () => true, null);
  const { columns } = recogniseColumns(table.names, {}, table.source);
  const cells = (name: string | null) => (name === null ? null : (table.columns.get(name) ?? null));
  const ids = cells(columns["query id"]) ?? cells(findColumn(table.names, ["_id", ...usualNames.id]));
  const text = columns.query ?? findColumn(table.names, ["text"]) ?? frameText(table.names, wanted);
  const texts = cells(text);
  const missing = wanted.filter((name) => findColumn(table.names, [name]) === null);
  if (missing.length > 0 || (ids === null && texts === null)) {
    const what = missing.length > 0 ? `column "${missing.join('", "')}"` : "a column of query ids or texts";
    const why =
      `${what} is missing (${columnsThere(table.names)}).` +
      `${missing.map((name) => suggestion(name, table.names)).join("")} ` +
      "The queries file needs names of columns in line 1 where --segment or --weight takes one.";
    throw inputError("MISSING_COLUMN", table.source, why, { columns: table.names, missing });
  }
  return {
    source: table.source,
    ids,
    texts,
    lines: table.lines,
    columns: new Map(wanted.map((name) => [name, cells(findColumn(table.names, [name])) ?? []])),
  };
}

/** The file is read twice, which standard input cannot be. @param task what is done, as the beginning of a message */
export function requireQueriesFile(
  queries: string | null,
  { segment, weight }: { readonly segment?: string; readonly weight?: string },
  task: string,
): void {
  if ((queries !== null && queries !== "-") || (segment === undefined && weight === undefined)) return;
  const remedy =
    queries === "-" ? "It is read twice: give --queries a file, not standard input." : "Pass --queries FILE too.";
  throw invalidOption(`${task}: --segment and --weight name columns of the queries file. ${remedy}`);
}
