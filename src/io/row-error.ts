/**
 * What is wrong with a row, and with a cell that should be a number?
 */
import { SemqrelError } from "../core/errors.ts";
import { isNumber } from "../core/text/numbers.ts";
import { quoted } from "../core/text/wording.ts";

/** @param what with what was expected, and a full stop */
export function rowError(source: string, line: number, what: string): SemqrelError {
  return new SemqrelError("INVALID_ROW", `Reading ${source}:${line}: ${what}`, { details: { file: source, line } });
}

/** The number in a cell; NaN where it is empty. @throws SemqrelError INVALID_ROW for anything else */
export function numberCell(cell: string, role: string, source: string, line: number): number {
  const text = cell.trim();
  if (text === "") return Number.NaN;
  if (isNumber(text)) return Number(text);
  throw rowError(source, line, `the ${role} ${quoted(cell)} is no number. Write one such as 2 or 0.5.`);
}
