import type { BlockCell, BlockColumn } from "./blocks.ts";

export interface CellStyle {
  readonly missing: string;
  readonly minus: string;
  readonly thousands: string;
  readonly percent: string;
  readonly digits: number;
}

/** For pages and Markdown reports: an en dash for missing values, and a minus sign as wide as a digit. */
export const pageStyle: CellStyle = { missing: "–", minus: "−", thousands: ",", percent: "%", digits: 4 };
/** For a terminal: plain ASCII, because numbers are copied from there into other programs. */
export const terminalStyle: CellStyle = { missing: "-", minus: "-", thousands: "", percent: " %", digits: 3 };

/** Returns the cell as plain text, not escaped. Unknown values and numbers that are not finite become a dash. */
export function cellText(
  cell: BlockCell,
  { as, digits }: Omit<BlockColumn, "name">,
  style: CellStyle = pageStyle,
): string {
  if (cell === null || cell === undefined) return style.missing;
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  if (typeof cell === "string") return cell;
  const decimals = digits ?? style.digits;
  if (typeof cell !== "number") {
    return cell.every(Number.isFinite)
      ? cell.map((end) => signed(end.toFixed(decimals), style)).join(" … ")
      : style.missing;
  }
  if (!Number.isFinite(cell)) return style.missing;
  switch (as) {
    case "count":
      return signed(
        Number.isInteger(cell) ? String(cell).replace(/\B(?=(\d{3})+$)/g, style.thousands) : String(cell),
        style,
      );
    case "measure":
      return signed(cell.toFixed(decimals), style);
    case "change": {
      const text = signed(cell.toFixed(decimals), style);
      return cell > 0 && Number(text) > 0 ? `+${text}` : text;
    }
    case "probability":
      return probabilityText(cell);
    case "share":
      return `${signed((cell * 100).toFixed(digits ?? 1), style)}${style.percent}`;
    default:
      return signed(String(cell), style);
  }
}

export function probabilityText(p: number): string {
  return p < 0.0001 ? "<.0001" : p.toFixed(4);
}

function signed(digits: string, { minus }: CellStyle): string {
  return digits.startsWith("-") ? (Number(digits) === 0 ? digits.slice(1) : minus + digits.slice(1)) : digits;
}
