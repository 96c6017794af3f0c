/**
 * How is a cell of a report's table written?
 */
import type { Cell, ReportColumn } from "../content/run-report.ts";

/** Plain text, not escaped. What is not known, or not a finite number, is an en dash. */
export function cellText(cell: Cell, as: ReportColumn["as"]): string {
  if (cell === null) return "–";
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  if (typeof cell === "string") return cell;
  if (!Number.isFinite(cell)) return "–";
  switch (as) {
    case "count":
      return signed(Number.isInteger(cell) ? String(cell).replace(/\B(?=(\d{3})+$)/g, ",") : String(cell));
    case "measure":
      return signed(cell.toFixed(4));
    case "share":
      return `${signed((cell * 100).toFixed(1))}%`;
    default:
      return signed(String(cell));
  }
}

/** With a minus of a figure's width; zero has none. */
function signed(digits: string): string {
  return digits.startsWith("-") ? (Number(digits) === 0 ? digits.slice(1) : `−${digits.slice(1)}`) : digits;
}
