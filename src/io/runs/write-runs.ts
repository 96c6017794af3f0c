/** Which formats of runs are written? */
import { ranxRunWriter } from "./ranx-run.ts";
import type { RunWriter } from "./run-format.ts";
import { csvRunsWriter, jsonlRunsWriter, tsvRunsWriter } from "./table-run.ts";
import { trecRunWriter } from "./trec-run.ts";

export const runWriters: readonly RunWriter[] = [
  trecRunWriter,
  ranxRunWriter,
  csvRunsWriter,
  tsvRunsWriter,
  jsonlRunsWriter,
];
