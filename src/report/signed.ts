/**
 * How is a difference shown?
 */

/** With its sign, but for one whose digits are all 0. */
export function signed(value: number, decimals: number): string {
  const rounded = Number(value.toFixed(decimals));
  return `${rounded > 0 ? "+" : ""}${(rounded === 0 ? 0 : value).toFixed(decimals)}`;
}
