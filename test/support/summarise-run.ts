import type { LabelRun } from "../../src/core/types.ts";
import { type LabelSummary, summariseMeasuredRun } from "../../src/label/folder/label-summary.ts";
import { measuredRun } from "../../src/label/folder/measured-run.ts";

/** The summary of a run in memory. */
export function summariseLabelRun(run: LabelRun): LabelSummary {
  return summariseMeasuredRun(measuredRun(run));
}
