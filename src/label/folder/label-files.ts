/** The files that `label --out` writes. */
import { at } from "../../core/at.ts";
import { type FileToWrite, withLineEnds } from "../../core/files/write-file.ts";
import type { IndexReport } from "../../core/ports.ts";
import { escapeFormula } from "../../core/text/escape.ts";
import { distinctFileNames } from "../../core/text/paths.ts";
import { type LabelRun, measureNames, type Query, type RunTimings } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { keptNames, labelColumns, rowColumns } from "../../io/labels/label-manifest.ts";
import { csvText } from "../../io/tables/write-csv.ts";
import type { parquetBytes } from "../../io/tables/write-parquet.ts";
import { type IntegerGrades, integerGrades } from "../../measure/convert/convert-file.ts";
import type { MeasuredRun } from "./measured-run.ts";
import { numberCell, type RunRows } from "./run-rows.ts";

export interface FolderRun extends Pick<LabelRun, "queries" | "model" | "titles" | "timings"> {
  readonly measured: MeasuredRun;
  readonly rows: RunRows;
  readonly indexes: IndexReport;
}

export interface LabelFilesOptions {
  /** Puts an apostrophe before cells that a spreadsheet would run as formulas. */
  readonly spreadsheetSafe: boolean;
  /** Also writes qrels with whole grades, and the label that each grade represents. */
  readonly integerQrels: boolean;
  /** Also writes timings.csv, with seconds per query. Its content differs between runs. */
  readonly timings?: boolean;
  /** Function that makes labels.parquet. @default null, so the file is not written */
  readonly parquet?: typeof parquetBytes | null;
}

/** Columns of reference.csv. `point_rank` is the smallest rank that the row's document has in the query's list. */
export const referenceColumns = [...rowColumns, "point_rank"] as const;

/** Returns the tables, qrels and runs of a folder. Each content is a lazy iterable that can be read only once. */
export function labelFilesOf(
  { queries, measured, rows, timings }: Pick<FolderRun, "queries" | "measured" | "rows" | "timings">,
  options: LabelFilesOptions,
): { readonly files: readonly FileToWrite[]; readonly warnings: readonly Warning[] } {
  const engines = measured.engines.map(({ engine }) => engine);
  const fileNames = distinctFileNames(engines);
  const kept = keptNames(rows.kept);
  const table = (columns: readonly string[], cells: Iterable<readonly string[]>) =>
    tableText(columns, cells, options.spreadsheetSafe, kept);
  const ofEngines = function* () {
    for (const place of engines.keys()) yield* rows.labels(place);
  };
  const files: FileToWrite[] = [
    { path: "labels.csv", content: table([...labelColumns, ...kept], ofEngines()) },
    { path: "measures.csv", content: table(measureColumns, measureRows(queries, measured)) },
    { path: "reference.csv", content: table(referenceColumns, rows.reference()) },
    { path: "labels.qrels", content: withLineEnds(rows.merged()) },
    ...fileNames.flatMap((name, place): FileToWrite[] => [
      { path: `qrels/${name}.qrels`, content: withLineEnds(rows.qrels(place)) },
      { path: `runs/${name}.run`, content: withLineEnds(rows.runs(place)) },
    ]),
  ];
  if (options.parquet) {
    files.push({
      path: "labels.parquet",
      content: options.parquet([...labelColumns, ...kept], numberColumns, ofEngines()),
    });
  }
  if (options.timings) files.push({ path: "timings.csv", content: table(timingColumns, timingRows(queries, timings)) });
  const warnings: Warning[] = rows.conflicts.count === 0 ? [] : [{ kind: "conflicting-labels", ...rows.conflicts }];
  if (options.integerQrels) {
    const grades = integerGrades([...rows.mergedLabels]);
    files.push(
      { path: "labels.integer.qrels", content: withLineEnds(withIntegerGrades(rows.merged(), grades)) },
      { path: "gains.json", content: jsonText({ schema: "semqrel.gains/1", gains: grades.gains }) },
    );
    if (grades.distinct > grades.gains.length) {
      warnings.push({ kind: "integer-labels-lossy", distinct: grades.distinct, kept: grades.gains.length });
    }
  }
  return { files, warnings };
}

/** Columns with text from the input. Other columns need no escaping: their words are fixed, or they are numbers. */
const textColumns = new Set(["engine", "query", "id", "title", "reference_title", "reference"]);
const numberColumns = new Set(["rank", "label", "reference_rank", "similarity", "margin"]);
const timingColumns = ["query", "embedding_seconds", "lookup_seconds"];

/** @param safe - whether to escape cells as in `spreadsheetSafe` @param others - more columns of text from the input */
export function tableText(
  columns: readonly string[],
  rows: Iterable<readonly string[]>,
  safe: boolean,
  others: readonly string[] = [],
) {
  const isText = columns.map((column) => textColumns.has(column) || others.includes(column));
  const written = function* () {
    yield safe ? columns.map(escapeFormula) : columns;
    for (const row of rows) yield safe ? row.map((cell, place) => (isText[place] ? escapeFormula(cell) : cell)) : row;
  };
  return csvText(written());
}

export function jsonText(document: unknown): string[] {
  return [`${JSON.stringify(document, null, 1)}\n`];
}

const measureColumns = ["engine", "query", ...measureNames, "state", "reason"];

function* measureRows(queries: readonly Query[], { engines }: MeasuredRun): Iterable<readonly string[]> {
  for (const { engine, measures } of engines) {
    for (const [query, { name }] of queries.entries()) {
      const reason = at(measures.reasons, query);
      yield [
        engine,
        name,
        ...measureNames.map((measure) => numberCell(measures.values[measure][query])),
        reason === null ? "measured" : "unmeasurable",
        reason ?? "",
      ];
    }
  }
}

function* timingRows(queries: readonly Query[], timings: RunTimings): Iterable<readonly string[]> {
  for (const [query, { name }] of queries.entries()) {
    const seconds = [timings.embeddingSecondsOfQuery[query], timings.lookupSecondsOfQuery[query]];
    yield [name, ...seconds.map(numberCell)];
  }
}

function* withIntegerGrades(lines: Iterable<string>, grades: IntegerGrades): Iterable<string> {
  for (const line of lines) {
    const label = line.slice(line.lastIndexOf(" ") + 1);
    yield `${line.slice(0, -label.length)}${grades.gradeOf(Number(label))}`;
  }
}
