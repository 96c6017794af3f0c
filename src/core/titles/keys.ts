/** When do two cells say the same, and what is a document called in a file? */
import { isNumber } from "../text/numbers.ts";

/**
 * The trimmed text, or the number: equal for `2001`, ` 2001.0` and `2.001e3`. Whole numbers above 2^53 - 1, such as long
 * ids, stay texts: a float would make different ones equal.
 */
export function valueKey(cell: string): string {
  const text = cell.trim();
  const value = Number(text);
  // A sum with 0 makes -0 a 0.
  return isNumber(text) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value + 0) : text;
}

/** Gives the SHA-256 of a text in hexadecimal: pure code touches no crypto library. */
export type Hash = (text: string) => string;

/**
 * Whether text formats can hold a name as it is: their readers take all characters up to the space for spaces, as C does,
 * and `#` alone begins a comment.
 */
export function isOneWord(name: string): boolean {
  return /^(?!#+$)[^\s\0-\x20]+$/.test(name);
}

/** The input's id where it is one word, else the first 16 hexadecimal digits of the text's hash. */
export function oneWordKey(id: string | null, text: string, hash: Hash): string {
  return id !== null && isOneWord(id) ? id : hash(text).slice(0, 16);
}

/**
 * 53 bits of the title, to tell many titles apart without keeping them: a whole number 0..2^53 - 1. Two titles of a list
 * have the same one by a tiny chance only; "" alone has 0.
 */
export function titleNumber(title: string): number {
  if (title === "") return 0;
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let place = 0; place < title.length; place++) {
    const code = title.charCodeAt(place);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 2 ** 32 * (low & 0x1fffff) + (high >>> 0) || 1;
}
