/** How is a number written where thousands stand below each other? */

/** 3 digits and no leading zero: `.613`, `−.050`, `1`, `1.25`; finite. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  const digits = size
    .toFixed(3)
    .replace(/^0\./, ".")
    .replace(/\.000$/, "");
  const text = digits === "" ? "0" : digits;
  return value < 0 && Number(text) > 0 ? `−${text}` : text;
}
