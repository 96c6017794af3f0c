/**
 * When do two cells say the same?
 */
import { isNumber } from "../text/is-number.ts";

/**
 * A key that is equal for cells with the same text but for white space around it, and for numbers of the same size:
 * `2001`, ` 2001.0` and `2.001e3`. Whole numbers above 2^53 - 1, such as long ids, stay texts: a float would make
 * different ones equal.
 *
 * @returns "" for an empty cell
 */
export function valueKey(cell: string): string {
  const text = cell.trim();
  const value = Number(text);
  // A sum with 0 makes -0 a 0.
  return isNumber(text) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value + 0) : text;
}
