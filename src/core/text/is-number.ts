/**
 * Does a text write a number?
 */

/** Whether it is a decimal number (`-1.5`, `.5`, `2e-3`), however large; not all else that `Number` takes. */
export function isDecimal(text: string): boolean {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text);
}

/** Whether it is one that a double holds: `1e999` is none. */
export function isNumber(text: string): boolean {
  return isDecimal(text) && Number.isFinite(Number(text));
}
