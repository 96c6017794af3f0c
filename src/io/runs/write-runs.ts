/** Which formats of runs are written? */
import { ranxRunWriter } from "./ranx-run.ts";
import type { RunWriter } from "./run-format.ts";
import { tableRunsWriter } from "./table-run.ts";
import { trecRunWriter } from "./trec-run.ts";

export const runWriters: readonly RunWriter[] = [
  trecRunWriter,
  ranxRunWriter,
  ...(["csv", "tsv", "jsonl"] as const).map(tableRunsWriter),
];
