/**
 * Which formats of runs are written?
 */
import { ranxRunWriter } from "./runs/ranx-run.ts";
import type { RunWriter } from "./runs/run-format.ts";
import { csvRunsWriter, jsonlRunsWriter, tsvRunsWriter } from "./runs/table-run.ts";
import { trecRunWriter } from "./runs/write-trec-run.ts";

export const runWriters: readonly RunWriter[] = [
  trecRunWriter,
  ranxRunWriter,
  csvRunsWriter,
  tsvRunsWriter,
  jsonlRunsWriter,
];
