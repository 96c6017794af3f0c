/**
 * How do a file of features and another column come together?
 * read features, find the column there or join it by id, keep what is a number.
 */
import { SemqrelError } from "./errors.ts";
import { readTable } from "./io/read-table.ts";
import { findColumn, usualNames } from "./io/recognise-columns.ts";
import type { Table } from "./io/table.ts";
import { findPlaces } from "./lists/find-places.ts";
import type { Progress } from "./ports.ts";
import { type ColumnsToCorrelate, type CorrelationReport, correlationReport } from "./report/correlation-report.ts";
import type { CorrelateOptions } from "./statistics/correlate.ts";
import { SHOWN_EXAMPLES, type Warning } from "./warnings.ts";

export interface CorrelateFiles {
  /** A table with a column of ids, where any column of numbers is a feature. */
  readonly features: string;
  /** The column that features are compared with. */
  readonly with: string;
  /** A table that has it, with a column of ids; null where it is among the features. */
  readonly from: string | null;
}

const idNames: readonly string[] = ["id", "_id", ...usualNames.id];

/**
 * @throws SemqrelError as `readTable`; MISSING_COLUMN for a column or ids that a file lacks; INVALID_OPTION where the
 *         column has no number, or no feature is left
 */
export async function correlateFeatures(
  files: CorrelateFiles,
  options: CorrelateOptions,
  progress: Progress,
): Promise<{ readonly report: CorrelationReport; readonly warnings: readonly Warning[] }> {
  const warnings: Warning[] = [];
  const columns = await readColumns(files, warnings);
  progress.start("Correlating", columns.features.size, "features");
  const report = correlationReport(columns, options, (done) => progress.update(done));
  progress.finish();
  return { report, warnings };
}

async function readColumns(files: CorrelateFiles, warnings: Warning[]): Promise<ColumnsToCorrelate> {
  const table = await readTable(files.features, () => true, null);
  const idColumn = findColumn(table.names, idNames);
  const ids = idColumn === null ? table.lines.length : cellsOf(table, idColumn);
  const rows = typeof ids === "number" ? Array.from({ length: ids }, (_, row) => row) : firstRows(table, ids, warnings);
  const nameOf = (row: number) => (typeof ids === "number" ? `line ${table.lines[row]}` : (ids[row] ?? ""));
  const own = findColumn(table.names, [files.with]);
  if (files.from === null && own === null)
    throw missing(table, files.with, "Name a column it has, or pass --from FILE.");
  const cells =
    files.from === null
      ? rows.map((row) => cellsOf(table, own ?? "")[row] ?? "")
      : await joinColumn(files.from, files.with, ids, rows, table, warnings);
  const values = numbersOf(cells);
  if (values.every(Number.isNaN)) {
    throw new SemqrelError(
      "INVALID_OPTION",
      `Correlating with ${files.with}: the column has no number in ${rows.length} documents (the first is "${cells[0] ?? ""}"). Name a column of numbers.`,
      { details: { column: files.with } },
    );
  }
  const features = new Map<string, Float64Array>();
  const skipped: string[] = [];
  for (const name of table.names) {
    if (name === idColumn || (files.from === null && name === own)) continue;
    const column = cellsOf(table, name);
    const numbers = numbersOf(rows.map((row) => column[row] ?? ""));
    if (numbers.every(Number.isNaN)) skipped.push(name);
    else features.set(name, numbers);
  }
  if (features.size === 0) {
    throw new SemqrelError(
      "INVALID_OPTION",
      `Correlating with ${files.with}: ${table.source} has no column of numbers beside it (line 1 has: ${table.names.join(", ")}). Give a file that semqrel features wrote.`,
      { details: { file: table.source, columns: table.names } },
    );
  }
  for (const [column, numbers] of [[files.with, values] as const, ...features]) {
    const place = (at: number) => nameOf(rows[at] ?? 0);
    const found = findPlaces(rows.length, (at) => Number.isNaN(numbers[at]), place);
    if (found.count > 0) warnings.push({ kind: "not-numbers", column, ...found });
  }
  return { with: files.with, values, features, skipped };
}

/** The cells of a column of another file, by id. */
async function joinColumn(
  from: string,
  column: string,
  ids: readonly string[] | number,
  rows: readonly number[],
  features: Table,
  warnings: Warning[],
): Promise<string[]> {
  const remedy = "The two files are joined by id: give both such a column.";
  if (typeof ids === "number") throw missing(features, "id", remedy);
  const table = await readTable(from, (name) => findColumn([name], [column, ...idNames]) !== null, null);
  const idColumn = findColumn(table.names, idNames);
  const found = findColumn(table.names, [column]);
  if (idColumn === null) throw missing(table, "id", remedy);
  if (found === null) throw missing(table, column, "Name a column it has.");
  const otherIds = cellsOf(table, idColumn);
  const cells = cellsOf(table, found);
  const rowOf = new Map(firstRows(table, otherIds, []).map((row) => [otherIds[row] ?? "", row]));
  const absent = findPlaces(
    rows.length,
    (at) => !rowOf.has(ids[rows[at] ?? 0] ?? ""),
    (at) => ids[rows[at] ?? 0] ?? "",
  );
  if (absent.count > 0) warnings.push({ kind: "ids-not-found", source: table.source, ...absent });
  return rows.map((row) => cells[rowOf.get(ids[row] ?? "") ?? -1] ?? "");
}

/** The first row of each id; rows without one are all kept. */
function firstRows(table: Table, ids: readonly string[], warnings: Warning[]): number[] {
  const seen = new Set<string>();
  const rows: number[] = [];
  const repeated: string[] = [];
  for (const [row, id] of ids.entries()) {
    if (id !== "" && seen.has(id)) repeated.push(id);
    else rows.push(row);
    seen.add(id);
  }
  if (repeated.length > 0) {
    const examples = repeated.slice(0, SHOWN_EXAMPLES);
    warnings.push({ kind: "repeated-ids", source: table.source, count: repeated.length, examples });
  }
  return rows;
}

function cellsOf(table: Table, name: string): readonly string[] {
  return table.columns.get(name) ?? [];
}

/** NaN for cells that are empty, text or infinite. */
function numbersOf(cells: readonly string[]): Float64Array {
  return Float64Array.from(cells, (cell) => {
    const text = cell.trim();
    const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
    return Number.isFinite(number) ? number : Number.NaN;
  });
}

function missing(table: Table, column: string, remedy: string): SemqrelError {
  return new SemqrelError(
    "MISSING_COLUMN",
    `Reading ${table.source}: column "${column}" is missing (line 1 has: ${table.names.join(", ")}). ${remedy}`,
    { details: { file: table.source, column, columns: table.names } },
  );
}
