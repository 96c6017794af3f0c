/** Which documents does a file name? */
import { join } from "node:path";
import { suggestion } from "../core/text/suggestion.ts";
import { SHOWN_EXAMPLES, type Warning } from "../core/warnings.ts";
import { inputError } from "../io/input-error.ts";
import { labelFolderOf } from "../io/labels/label-manifest.ts";
import type { InputFile } from "../io/results/read-results.ts";
import { readTable } from "../io/tables/read-table.ts";
import { columnsThere, findColumn, isAmong, usualNames } from "../io/tables/recognise-columns.ts";
import { cellsOf } from "./read-features.ts";

interface NodeIds {
  /** Distinct, in order of first appearance. */
  readonly ids: readonly string[];
  /** Rows that have none are counted. */
  readonly file: InputFile;
  readonly warnings: readonly Warning[];
}

/**
 * @param path   any table with a column of ids, or a folder of `label`
 * @param column null for the usual names of ids
 * @throws SemqrelError as `readTable`; MISSING_COLUMN where there is no such column, or nothing in it
 */
export async function readNodeIds(path: string, column: string | null): Promise<NodeIds> {
  const folder = labelFolderOf(path);
  const wanted = column === null ? ["_id", ...usualNames.id, ...usualNames.url, "node"] : [column];
  const isWanted = isAmong(wanted);
  const table = await readTable(folder === null ? path : join(folder, "labels.csv"), isWanted, null);
  const found = findColumn(table.names, wanted);
  const cells = (found === null ? [] : cellsOf(table, found)).map((cell) => cell.trim());
  const empty = cells.flatMap((cell, row) => (cell === "" ? [table.lines[row] ?? 0] : []));
  if (empty.length === cells.length) {
    const hint = found === null && column !== null ? suggestion(column, table.names) : "";
    const what = found === null ? `column "${column ?? "id"}" is missing` : `column "${found}" is empty in every row`;
    const why = `${what} (${columnsThere(table.names)}), and documents are known by their ids.${hint}`;
    const remedy = "Pass --id-column NAME, or label results that have ids.";
    throw inputError("MISSING_COLUMN", table.source, `${why} ${remedy}`, { columns: table.names });
  }
  const { source, format, sizeBytes, sha256 } = table;
  const examples = empty.slice(0, SHOWN_EXAMPLES).map((line) => `line ${line}`);
  const warning: Warning = { kind: "rows-without-id", source, count: empty.length, examples };
  return {
    ids: [...new Set(cells.filter((cell) => cell !== ""))],
    file: { path: source, format, rows: cells.length, sizeBytes, sha256 },
    warnings: empty.length === 0 ? [] : [warning],
  };
}
