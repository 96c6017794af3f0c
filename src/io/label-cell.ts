/**
 * What is the label of a row, and what if a table has none?
 */
import { SemqrelError } from "../errors.ts";
import { quoted } from "../text/quoted.ts";
import { numberCell, rowError } from "./row-error.ts";

/** NaN where the cell is empty. @throws SemqrelError INVALID_ROW for what is no number >= 0 */
export function labelCell(cell: string, source: string, line: number): number {
  const label = numberCell(cell, "label", source, line);
  if (label < 0) throw rowError(source, line, `the label ${quoted(cell)} is negative. Labels are 0 or more.`);
  return label;
}

export function missingLabel(source: string): SemqrelError {
  return new SemqrelError(
    "MISSING_COLUMN",
    `Reading ${source}: column "label" is missing. Give a folder that semqrel label --out wrote, or its labels.csv.`,
    { details: { file: source, column: "label" } },
  );
}
