/**
 * What did a cell hold before `--spreadsheet-safe` put a quote before it?
 */
import { isFormulaLike } from "../titles/oddities.ts";

/** The cell as it is where there is no such quote. */
export function unguard(cell: string): string {
  return cell.startsWith("'") && isFormulaLike(cell.slice(1)) ? cell.slice(1) : cell;
}
