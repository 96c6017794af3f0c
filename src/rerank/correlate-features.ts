/** How do a file of features and another column come together? The column is one of the file's, or joined by id. */

import { at } from "../core/at.ts";
import { invalidOption } from "../core/errors.ts";
import type { Progress } from "../core/ports.ts";
import { quoted } from "../core/text/wording.ts";
import type { Warning } from "../core/warnings.ts";
import { readTable } from "../io/tables/read-table.ts";
import { columnsThere, findColumn, isAmong } from "../io/tables/recognise-columns.ts";
import { findPlaces } from "../lists/find-oddities.ts";
import type { CorrelateOptions } from "../maths/correlation/correlate.ts";
import { type ColumnsToCorrelate, correlationReport } from "./correlation-report.ts";
import {
  cellsOf,
  type FeatureRows,
  firstRows,
  idNames,
  missingFeatureColumn,
  numberOf,
  readFeatures,
} from "./read-features.ts";

interface CorrelateFiles {
  readonly features: string;
  readonly with: string;
  /** A table that has it, with a column of ids; null if it is among the features. */
  readonly from: string | null;
}

export async function correlateFeatures(files: CorrelateFiles, options: CorrelateOptions, progress: Progress) {
  const warnings: Warning[] = [];
  const columns = await readColumns(files, warnings);
  progress.start("Correlating", columns.features.size, "features");
  const report = correlationReport(columns, options, (done) => progress.update(done));
  progress.finish();
  return { report, warnings };
}

async function readColumns(files: CorrelateFiles, warnings: Warning[]): Promise<ColumnsToCorrelate> {
  const read = await readFeatures(files.features);
  warnings.push(...read.warnings);
  const { table, rows, ids } = read;
  const own = findColumn(table.names, [files.with]);
  const ownCells = () => {
    if (own === null) throw missingFeatureColumn(table, files.with, "Name a column it has, or pass --from FILE.");
    const all = cellsOf(table, own);
    return rows.map((row) => at(all, row));
  };
  const cells = files.from === null ? ownCells() : await joinColumn(files.from, files.with, read, warnings);
  const values = Float64Array.from(cells, numberOf);
  if (!values.some(Number.isFinite)) {
    throw invalidOption(
      `Correlating with ${files.with}: the column has no number in ${rows.length} documents (the first is ${quoted(cells[0] ?? "")}). Name a column of numbers.`,
      { column: files.with },
    );
  }
  const isOther = (name: string) => files.from !== null || name !== own;
  const features = new Map([...read.columns].filter(([name]) => isOther(name)));
  if (features.size === 0) {
    throw invalidOption(
      `Correlating with ${files.with}: ${table.source} has no column of numbers beside it (${columnsThere(table.names)}). Give a file that semqrel rerank features wrote.`,
      { file: table.source, columns: table.names },
    );
  }
  const nameOf = (place: number) => ids?.[place] ?? `line ${table.lines[at(rows, place)]}`;
  for (const [column, numbers] of [[files.with, values] as const, ...features]) {
    const found = findPlaces(rows.length, (place) => !Number.isFinite(numbers[place]), nameOf);
    if (found.count > 0) warnings.push({ kind: "not-numbers", column, ...found });
  }
  return { with: files.with, values, features, skipped: read.skipped.filter(isOther) };
}

async function joinColumn(
  from: string,
  column: string,
  { table: features, ids, rows }: FeatureRows,
  warnings: Warning[],
): Promise<string[]> {
  const remedy = "The two files are joined by id: give both such a column.";
  if (ids === null) throw missingFeatureColumn(features, "id", remedy);
  const table = await readTable(from, isAmong([column, ...idNames]), null);
  const idColumn = findColumn(table.names, idNames);
  const found = findColumn(table.names, [column]);
  if (idColumn === null) throw missingFeatureColumn(table, "id", remedy);
  if (found === null) throw missingFeatureColumn(table, column, "Name a column it has.");
  const otherIds = cellsOf(table, idColumn);
  const cells = cellsOf(table, found);
  const cellOf = new Map(firstRows(table, otherIds).rows.map((row) => [at(otherIds, row), at(cells, row)]));
  const idOf = (place: number) => at(ids, place);
  const absent = findPlaces(rows.length, (place) => !cellOf.has(idOf(place)), idOf);
  if (absent.count > 0) warnings.push({ kind: "ids-not-found", source: table.source, ...absent });
  return ids.map((id) => cellOf.get(id) ?? "");
}
