/** Shows judgments and runs as rows with names, not as columns with numbers. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeNames } from "../../src/core/titles/name-table.ts";
import type { RawJudgments, RawRun } from "../../src/core/types.ts";
import type { WriteOptions } from "../../src/io/fit.ts";
import { JudgmentColumns, type JudgmentRow, RunColumns, type RunRow } from "../../src/io/format.ts";
import { type ReadJudgmentsOptions, readJudgments } from "../../src/io/judgments/read-judgments.ts";
import { readRuns } from "../../src/io/runs/read-run.ts";
import { temporaryFolder } from "./run-cli.ts";

/** The published examples. */
export const examples = fileURLToPath(new URL("../fixtures/formats/", import.meta.url));

export const plainly: WriteOptions = { index: "shop", field: "text", spreadsheetSafe: false };

/** Rows have only the fields that the file has. A label of NaN means that there is no rating. */
export function rowsOf(raw: RawJudgments): JudgmentRow[] {
  return Array.from(raw.queries, (query, row) => {
    const queryText = raw.queryTexts.get(query);
    return {
      query: raw.names.queries.nameOf(query),
      document: raw.names.documents.nameOf(raw.documents[row] ?? 0),
      label: raw.labels[row] ?? 0,
      ...(queryText === undefined ? {} : { queryText }),
      ...(raw.raters === null ? {} : { rater: raw.raters[row] }),
      ...(raw.iterations === null ? {} : { iteration: raw.iterations[row] }),
      ...(raw.titles === null ? {} : { title: raw.titles[row] }),
    };
  });
}

export function rowsOfRun(raw: RawRun): RunRow[] {
  return Array.from(raw.queries, (query, row) => {
    const queryText = raw.queryTexts.get(query);
    return {
      query: raw.names.queries.nameOf(query),
      document: raw.names.documents.nameOf(raw.documents[row] ?? 0),
      score: raw.scores[row] ?? 0,
      ...(queryText === undefined ? {} : { queryText }),
      ...(raw.titles === null ? {} : { title: raw.titles[row] }),
    };
  });
}

export function judgmentsOf(rows: readonly JudgmentRow[]): RawJudgments {
  const columns = new JudgmentColumns(makeNames(), true);
  for (const row of rows) columns.addRow(row);
  return columns.finish("made");
}

export function runOf(rows: readonly RunRow[], name = "engine"): RawRun {
  const columns = new RunColumns(makeNames());
  for (const row of rows) columns.addRow(row);
  return columns.finish(name, "made");
}

/** The path of a file with this content. */
export function fileWith(content: string | Uint8Array, name = "input"): string {
  return join(temporaryFolder({ [name]: content }), name);
}

/** Rows of a file, or of its content. */
export async function readRows(
  path: string,
  options: Partial<ReadJudgmentsOptions> = {},
): Promise<{ rows: JudgmentRow[]; format: string }> {
  const { judgments, file } = await readJudgments(path, makeNames(), {
    format: null,
    keepsIterations: true,
    ...options,
  });
  return { rows: rowsOf(judgments), format: file.format };
}

export async function readRunRows(path: string, format: string | null = null) {
  const { runs, file } = await readRuns({ path, engine: null }, makeNames(), format);
  return { runs: runs.map((run) => ({ name: run.name, rows: rowsOfRun(run) })), format: file.format };
}

export function textOf(pieces: Iterable<string>): string {
  return [...pieces].join("");
}
