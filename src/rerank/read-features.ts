/** Which numbers does a table give documents? */
import { at } from "../core/at.ts";
import type { SemqrelError } from "../core/errors.ts";
import { isDecimal } from "../core/text/numbers.ts";
import { suggestion } from "../core/text/suggestion.ts";
import { SHOWN_EXAMPLES, type Warning } from "../core/warnings.ts";
import { inputError } from "../io/input-error.ts";
import type { InputFile } from "../io/results/read-results.ts";
import { readTable } from "../io/tables/read-table.ts";
import { columnsThere, findColumn, usualNames } from "../io/tables/recognise-columns.ts";
import type { Table } from "../io/tables/table.ts";

/** Names of a column of ids. */
export const idNames: readonly string[] = [...new Set(["id", "_id", ...usualNames.id])];

export interface FeatureRows {
  readonly table: Table;
  /** Of the table: the first of each id, and all without one. `ids` and `columns` have an entry for each. */
  readonly rows: readonly number[];
  /** "" where the cell is empty; null without such a column. */
  readonly ids: readonly string[] | null;
  /** Columns with any finite number, by name: NaN where a cell is empty or text, infinities as they are. */
  readonly columns: ReadonlyMap<string, Float64Array>;
  /** Columns without any: they are no features. */
  readonly skipped: readonly string[];
  readonly file: InputFile;
  readonly warnings: readonly Warning[];
}

/** @throws SemqrelError as `readTable` */
export async function readFeatures(path: string): Promise<FeatureRows> {
  const table = await readTable(path, () => true, null);
  const idColumn = findColumn(table.names, idNames);
  const allIds = idColumn === null ? null : cellsOf(table, idColumn);
  const { rows, warnings } = allIds ? firstRows(table, allIds) : { rows: [...table.lines.keys()], warnings: [] };
  const columns = new Map<string, Float64Array>();
  const skipped: string[] = [];
  for (const name of table.names) {
    if (name === idColumn) continue;
    const cells = cellsOf(table, name);
    const numbers = Float64Array.from(rows, (row) => numberOf(at(cells, row)));
    if (numbers.some(Number.isFinite)) columns.set(name, numbers);
    else skipped.push(name);
  }
  const { source, format, sizeBytes, sha256 } = table;
  const file = { path: source, format, rows: table.lines.length, sizeBytes, sha256 };
  const ids = allIds && rows.map((row) => at(allIds, row));
  return { table, rows, ids, columns, skipped, file, warnings };
}

/** The first row of each id; rows without one are all kept. */
export function firstRows(table: Table, ids: readonly string[]): { rows: number[]; warnings: Warning[] } {
  const seen = new Set<string>();
  const rows: number[] = [];
  const repeated: string[] = [];
  for (const [row, id] of ids.entries()) {
    if (id !== "" && seen.has(id)) repeated.push(id);
    else rows.push(row);
    seen.add(id);
  }
  const examples = repeated.slice(0, SHOWN_EXAMPLES);
  const warning: Warning = { kind: "repeated-ids", source: table.source, count: repeated.length, examples };
  return { rows, warnings: repeated.length > 0 ? [warning] : [] };
}

export function cellsOf(table: Table, name: string): readonly string[] {
  return table.columns.get(name) ?? [];
}

/** NaN for cells that are empty or text. */
export function numberOf(cell: string): number {
  const text = cell.trim();
  if (isDecimal(text)) return Number(text);
  if (!/^[+-]?inf(?:inity)?$/i.test(text)) return Number.NaN;
  return text.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** @param remedy a sentence */
export function missingFeatureColumn(
  { source, names }: Pick<Table, "source" | "names">,
  column: string,
  remedy: string,
): SemqrelError {
  const what = `column "${column}" is missing (${columnsThere(names)}).${suggestion(column, names)} ${remedy}`;
  return inputError("MISSING_COLUMN", source, what, { column, columns: names });
}
