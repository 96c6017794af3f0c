/**
 * How is a difference shown, and how its bounds?
 */

/** With its sign, but for one whose digits are all 0. */
export function signed(value: number, decimals: number): string {
  const text = unsignedZero(value, decimals);
  return Number(text) > 0 ? `+${text}` : text;
}

/** As `toFixed`, but never `-0.000`. */
export function unsignedZero(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : text;
}
