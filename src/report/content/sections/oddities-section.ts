/** What was odd in the input? What was odd about the machine is no part of a report: the same input gives the same page. */
import { textBlock } from "../../../core/document/blocks.ts";
import { gravestFirst, renderWarning } from "../../../core/warnings.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { reportSection } from "../report-section.ts";
import type { ReportSection } from "../run-report.ts";

export function odditiesSection({ summary }: ReportInputs): ReportSection | null {
  // What exceeds 1 is said where both ideals are.
  const warnings = (summary?.warnings ?? []).filter(({ kind }) => kind !== "above-one");
  if (warnings.length === 0) return null;
  const blocks = gravestFirst(warnings).map((warning) => textBlock(renderWarning(warning)));
  return reportSection("oddities", "Warnings", blocks);
}
