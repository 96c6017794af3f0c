/** Which number do these bytes write? */
import { isNumber } from "../core/text/numbers.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
/** Exact powers of ten: a whole number below 2^53 divided by one of them is rounded once, so correctly. */
const powers = Float64Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/**
 * Decimal numbers (`-1.5`, `.5`, `2e-3`); NaN for everything else, infinities too. Up to 15 digits without exponent are
 * read without making a string.
 */
export function parseNumber(bytes: Uint8Array, begin: number, end: number): number {
  let at = begin;
  const sign = bytes[at];
  if (sign === 0x2d || sign === 0x2b) at++;
  let whole = 0;
  let digits = 0;
  let decimals = 0;
  let afterPoint = false;
  for (; at < end; at++) {
    const digit = (bytes[at] as number) - 0x30;
    if (digit >= 0 && digit <= 9) {
      whole = whole * 10 + digit;
      digits++;
      if (afterPoint) decimals++;
    } else if (digit === -2 && !afterPoint) afterPoint = true;
    else return parseSlowly(bytes, begin, end);
  }
  if (digits === 0) return Number.NaN;
  if (digits > 15) return parseSlowly(bytes, begin, end);
  const size = decimals === 0 ? whole : whole / (powers[decimals] as number);
  return sign === 0x2d ? -size : size;
}

function parseSlowly(bytes: Uint8Array, begin: number, end: number): number {
  const text = decoder.decode(bytes.subarray(begin, end));
  return isNumber(text) ? Number(text) : Number.NaN;
}
