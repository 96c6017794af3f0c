/** Warnings about the input. Those about the machine are not in a report, because the same input gives the same page. */
import { textBlock } from "../../../core/document/blocks.ts";
import { gravestFirst, isGrave, renderWarning } from "../../../core/warnings.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { reportSection } from "../report-section.ts";
import type { ReportSection } from "../run-report.ts";

export function odditiesSection({ summary }: ReportInputs): ReportSection | null {
  // The section on both ideals says what exceeds 1.
  const warnings = (summary?.warnings ?? []).filter(({ kind }) => kind !== "above-one");
  if (warnings.length === 0) return null;
  const blocks = gravestFirst(warnings).map((warning) =>
    textBlock(renderWarning(warning), isGrave(warning) ? "caution" : "detail"),
  );
  return reportSection("oddities", "Notes on lists and files", blocks);
}
