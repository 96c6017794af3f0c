/** Does a text write a number, and how is a difference written? */

/** Whether it is a decimal number (`-1.5`, `.5`, `2e-3`), however large; `Number` takes more. */
export function isDecimal(text: string): boolean {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text);
}

/** Whether it is one that a double holds: `1e999` is none. */
export function isNumber(text: string): boolean {
  return isDecimal(text) && Number.isFinite(Number(text));
}

/** With its sign, unless all digits are 0. */
export function signed(value: number, decimals: number): string {
  const text = unsignedZero(value, decimals);
  return Number(text) > 0 ? `+${text}` : text;
}

/** As `toFixed`, but never `-0.000`. */
export function unsignedZero(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : text;
}
