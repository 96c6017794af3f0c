/**
 * How does a cell stand in a table that a spreadsheet must not run? `unguard` takes it back.
 */
import { isFormulaLike } from "../titles/oddities.ts";

/** With a quote before it where a spreadsheet would take it for a formula. */
export function guard(cell: string): string {
  return isFormulaLike(cell) ? `'${cell}` : cell;
}
