/** Why is a query not measured, in words? */
import type { ReportQueryEngine } from "../content/run-report.ts";

export function reasonText(reason: NonNullable<ReportQueryEngine["reason"]>): string {
  return {
    "no-reference": "not measured: the reference has no results",
    "no-candidate-results": "not measured: no results",
    "no-positive-label": "not measured: no label above 0",
    "not-rated": "not measured: not rated",
  }[reason];
}
