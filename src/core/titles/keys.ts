import { plainSpelling, withoutInvisible } from "../text/escape.ts";
import { isNoValue, isNumber } from "../text/wording.ts";

/** Returns the text in one spelling; "" if it only says that there is no value. */
export function filledCell(cell: string): string {
  const text = plainSpelling(cell);
  return isNoValue(text) ? "" : text;
}

/**
 * Returns the text of `filledCell`. A number gets one form: ` 2001.0` and `2.001e3` become `2001`. Numbers above
 * 2^53 - 1 stay as written, because doubles would make different ids equal.
 */
export function valueKey(cell: string): string {
  const text = filledCell(cell);
  const value = Number(text);
  // Adding 0 turns -0 into 0.
  return isNumber(text) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value + 0) : text;
}

/** Returns a text in NFKC without invisible characters, with one kind of dash, two kinds of quotes, single spaces. */
export function withOneTypography(text: string): string {
  return withoutInvisible(text.normalize("NFKC"))
    .replace(/[\p{Pd}\u2212]+/gu, "-")
    .replace(/``|''|[“”„‟″«»〝〞]/g, '"')
    .replace(/[‘’‚‛′`´ʼ]/g, "'")
    .replace(/[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]+/g, "")
    .replace(/[\s\x85]+/g, " ")
    .trim();
}

/** A longer name is probably a whole text without line breaks, not the name of a column. */
const longestName = 1000;

export function columnKey(name: string): string {
  if (name.length > longestName) return name;
  return name.toLowerCase().replace(/[\s_-]+/g, "");
}

/** Returns the SHA-256 of a text in hexadecimal. Passed as a parameter, because pure code imports no crypto library. */
export type Hash = (text: string) => string;

/** Returns whether a name fits into a field of a text file: no white space or control characters, and not only `#`. */
export function isOneWord(name: string): boolean {
  return /^(?!#+$)[^\s\0-\x20]+$/.test(name);
}

export function oneWordKey(id: string | null, text: string, hash: Hash): string {
  return id !== null && isOneWord(id) ? id : hash(text).slice(0, 16);
}

/** Returns a 53-bit hash of a title. Two titles of a list are very unlikely to share it. */
export function titleNumber(title: string): number {
  if (title === "") return 0;
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < title.length; index++) {
    const code = title.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 2 ** 32 * (low & 0x1fffff) + (high >>> 0) || 1;
}

/** Matches runs of letters, marks and digits. In scripts without spaces, each character is a word. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}])+/gu;

/** Returns the words of a text in any language, in lower case and NFKC. Keeps stop words, and does not stem. */
export function distinctWords(text: string): ReadonlySet<string> {
  return new Set(text.normalize("NFKC").toLowerCase().match(word));
}
