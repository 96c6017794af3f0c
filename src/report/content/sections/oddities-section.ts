/** What was odd in the input, and about the machine? */
import { textBlock } from "../../../core/document/blocks.ts";
import { gravestFirst, renderWarning } from "../../../core/warnings.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { reportSection } from "../report-section.ts";
import type { ReportSection } from "../run-report.ts";

export function odditiesSection({ summary, origin }: ReportInputs): ReportSection | null {
  // What exceeds 1 is said where both ideals are.
  const warnings = [...(summary?.warnings ?? []), ...origin.machine].filter(({ kind }) => kind !== "above-one");
  if (warnings.length === 0) return null;
  const blocks = gravestFirst(warnings).map((warning) => textBlock(renderWarning(warning)));
  return reportSection("oddities", "What was odd", blocks);
}
