/**
 * How are the blocks of a section written down shortly?
 */
import type { Plot } from "../plots/plot.ts";
import type { Cell, ReportColumn, ReportPlot, ReportTable, ReportText } from "./run-report.ts";

export interface TableContent {
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly Cell[])[];
  readonly links?: readonly (string | null)[];
}

export function textBlock(text: string, tone: ReportText["tone"] = "plain"): ReportText {
  return { kind: "text", tone, text };
}

/** Columns of one kind, next to each other. */
export function columns(as: ReportColumn["as"], ...names: readonly string[]): ReportColumn[] {
  return names.map((name) => ({ name, as }));
}

/** @param id unique in the report; small letters, digits and hyphens */
export function tableBlock(id: string, caption: string, content: TableContent, folded = false): ReportTable {
  return { kind: "table", id, caption, ...content, folded };
}

/** The plot, and a folded table with its numbers, `ID-numbers`. */
export function plotBlock(id: string, plot: Plot, numbers: TableContent): ReportPlot {
  return { kind: "plot", id, plot, table: tableBlock(`${id}-numbers`, `${plot.title}: the numbers`, numbers, true) };
}
