/**
 * What is the label of a row, and what if a table has none?
 */
import { SemqrelError } from "../../core/errors.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import { quoted } from "../../core/text/wording.ts";
import { numberCell, rowError } from "../row-error.ts";
import { columnsThere } from "../tables/missing-column.ts";

/** NaN where the cell is empty. @throws SemqrelError INVALID_ROW for what is no number >= 0 */
export function labelCell(cell: string, source: string, line: number): number {
  const label = numberCell(cell, "label", source, line);
  if (label < 0) throw rowError(source, line, `the label ${quoted(cell)} is negative. Labels are 0 or more.`);
  return label;
}

/** @param names of the columns that are there; null where they are not known */
export function missingLabelColumn(
  column: "label" | "rank",
  source: string,
  names: readonly string[] | null,
): SemqrelError {
  const there = names === null ? "" : ` (${columnsThere(names)})`;
  const meant = names === null ? "" : suggestion(column, names);
  const need = column === "rank" ? " Lists are shown in the order of their ranks, which count from 0." : "";
  return new SemqrelError(
    "MISSING_COLUMN",
    `Reading ${source}: column "${column}" is missing${there}.${meant}${need} Give a folder that semqrel label --out wrote, or its labels.csv.`,
    { details: { file: source, column, ...(names === null ? {} : { columns: names }) } },
  );
}
