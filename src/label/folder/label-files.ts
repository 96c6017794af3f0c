/**
 * What stands in the files that `label --out` writes?
 * Pure: every file is a path and its lines, made as they are asked for; nothing is written here.
 */

import { escapeFormula } from "../../core/text/escape.ts";
import { distinctFileNames } from "../../core/text/paths.ts";
import type { Hash } from "../../core/titles/keys.ts";
import { measureNames, type Query } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { queryKey } from "../../lists/document-ids.ts";
import { type IntegerGrades, integerGrades } from "../../measure/integer-grades.ts";
import type { MeasuredRun } from "./measured-run.ts";
import { numberCell, type RunRows } from "./run-rows.ts";

/** Rows of cells for a CSV file; the writer quotes them. */
export interface TableFile {
  readonly path: string;
  readonly rows: () => Iterable<readonly string[]>;
}

export interface TextFile {
  readonly path: string;
  readonly lines: () => Iterable<string>;
}

/** How the files of a folder of labels are written. */
export interface LabelFilesOptions {
  /** A quote before cells that a spreadsheet would run as formulas. */
  readonly spreadsheetSafe: boolean;
  /** Also whole-number qrels, with the map from grades to gains. */
  readonly integerQrels: boolean;
  readonly hash: Hash;
}

export interface LabelFiles {
  readonly tables: readonly TableFile[];
  readonly texts: readonly TextFile[];
  /** By query: its name in TREC files. */
  readonly queryKeys: readonly string[];
  readonly warnings: readonly Warning[];
}

export const labelColumns = [
  "engine",
  "query",
  "rank",
  "id",
  "title",
  "label",
  "match",
  "reference_rank",
  "reference_title",
  "similarity",
  "margin",
  "reference",
  "origin",
] as const;

/**
 * The reference with the label that each of its titles gives; of several references, the fused list, each row with the
 * engine that gave it. `point_rank` is the first rank of titles that are one.
 */
export const referenceColumns = ["engine", "query", "rank", "id", "title", "label", "point_rank"] as const;

/** A run as its files need it, whether its rows are in memory or not. */
export interface RunToWrite {
  readonly queries: readonly Query[];
  readonly measured: MeasuredRun;
  readonly rows: RunRows;
}

export function labelFilesOf({ queries, measured, rows }: RunToWrite, options: LabelFilesOptions): LabelFiles {
  const queryKeys = queries.map((query) => queryKey(query, options.hash));
  const safe = options.spreadsheetSafe ? escapeFormula : (cell: string) => cell;
  const engines = measured.engines.map(({ engine }) => engine);
  const fileNames = distinctFileNames(engines);
  const texts: TextFile[] = [
    { path: "labels.qrels", lines: rows.merged },
    ...engines.flatMap((_, place): TextFile[] => [
      { path: `qrels/${fileNames[place]}.qrels`, lines: () => rows.qrels(place) },
      { path: `runs/${fileNames[place]}.run`, lines: () => rows.runs(place) },
    ]),
  ];
  const warnings: Warning[] = rows.conflicts.count === 0 ? [] : [{ kind: "conflicting-labels", ...rows.conflicts }];
  if (options.integerQrels) {
    const grades = integerGrades([...rows.mergedLabels]);
    texts.push(
      { path: "labels.integer.qrels", lines: () => withIntegerGrades(rows.merged(), grades) },
      {
        path: "gains.json",
        lines: () => [JSON.stringify({ schema: "semqrel.gains/1", gains: grades.gains }, null, 1)],
      },
    );
    if (grades.distinct > grades.gains.length) {
      warnings.push({ kind: "integer-labels-lossy", distinct: grades.distinct, kept: grades.gains.length });
    }
  }
  const ofEngines = function* () {
    for (const place of engines.keys()) yield* rows.labels(place);
  };
  return {
    tables: [
      { path: "labels.csv", rows: () => tableRows(labelColumns, ofEngines(), safe) },
      { path: "measures.csv", rows: () => tableRows(measureColumns, measureRows(queries, measured), safe) },
      { path: "reference.csv", rows: () => tableRows(referenceColumns, rows.reference(), safe) },
    ],
    texts,
    queryKeys,
    warnings,
  };
}

/** Columns with text of the input; the others are numbers, whose minus sign is no formula. */
const textColumns = new Set(["engine", "query", "id", "title", "reference_title", "reference"]);

function* tableRows(
  columns: readonly string[],
  rows: Iterable<readonly string[]>,
  safe: (cell: string) => string,
): Iterable<readonly string[]> {
  yield columns;
  for (const row of rows) yield row.map((cell, column) => (textColumns.has(columns[column] ?? "") ? safe(cell) : cell));
}

const measureColumns = ["engine", "query", ...measureNames, "state", "reason"];

function* measureRows(queries: readonly Query[], { engines }: MeasuredRun): Iterable<readonly string[]> {
  for (const { engine, measures } of engines) {
    for (const [query, { name }] of queries.entries()) {
      const reason = measures.reasons[query] ?? null;
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

function* withIntegerGrades(lines: Iterable<string>, grades: IntegerGrades): Iterable<string> {
  for (const line of lines) {
    const label = line.slice(line.lastIndexOf(" ") + 1);
    yield `${line.slice(0, -label.length)}${grades.gradeOf(Number(label))}`;
  }
}
