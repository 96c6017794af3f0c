/** When are two titles, cells or identifiers the same, and under which name does one stand in a file? */
import { isNumber } from "../text/numbers.ts";

/** The key of the exact comparison: only `toLowerCase()`, so that numbers are those of the notebook. */
export function titleKey(title: string): string {
  return title.toLowerCase();
}

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

const doiPattern = /^(?:(?:https?:\/\/)?(?:www\.|dx\.)?doi\.org\/|doi:\s*)?(10\.\d{4,9}\/\S+)$/i;
const isbnPattern = /^(?:isbn(?:-1[03])?:?\s*)?((?:97[89][- ]?)?\d(?:[- ]?\d){8}[- ]?[\dx])$/i;
const urlPattern = /^https?:\/\/(?:www\.)?([^/?#]+)([^#]*)/i;

/**
 * One form for the many ways to write a DOI, ISBN or URL. "" stays "" and equals nothing.
 * DOI: without resolver and prefix, lower case (ISO 26324). ISBN: 13 digits. URL: without scheme, `www.`,
 * fragment and closing slash, host in lower case. Anything else: trimmed.
 */
export function identifierKey(identifier: string): string {
  const trimmed = identifier.trim();
  const doi = doiPattern.exec(trimmed);
  if (doi?.[1] !== undefined) return `doi:${doi[1].toLowerCase()}`;
  const isbn = isbnPattern.exec(trimmed);
  if (isbn?.[1] !== undefined) {
    const digits = isbn[1].replace(/[- ]/g, "").toUpperCase();
    if (digits.length === 13) return digits === isbn13(digits.slice(0, 12)) ? `isbn:${digits}` : trimmed;
    return isIsbn10(digits) ? `isbn:${isbn13(`978${digits.slice(0, 9)}`)}` : trimmed;
  }
  const url = urlPattern.exec(trimmed);
  if (url?.[1] !== undefined) return `url:${url[1].toLowerCase()}${(url[2] ?? "").replace(/\/$/, "")}`;
  return trimmed;
}

/** Check digits keep plain numbers of ten digits from being read as an ISBN. */
function isIsbn10(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < 10; place++) sum += (10 - place) * (digits[place] === "X" ? 10 : Number(digits[place]));
  return sum % 11 === 0;
}

/** The first twelve digits with their check digit. */
function isbn13(twelve: string): string {
  let sum = 0;
  for (let place = 0; place < 12; place++) sum += Number(twelve[place]) * (place % 2 === 0 ? 1 : 3);
  return twelve + ((10 - (sum % 10)) % 10);
}

/** Gives the SHA-256 of a text in hexadecimal: pure code touches no crypto library. */
export type Hash = (text: string) => string;

/** Whether text formats can hold a name as it is: NUL would make their files binary. */
export function isOneWord(name: string): boolean {
  return /^[^\s\0]+$/.test(name);
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
