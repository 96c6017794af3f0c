/** Finds what may surprise the model or a program that reads titles later. */
import { isFormulaLike } from "../text/escape.ts";
import { hasMarkup, looksMisread } from "./clean-title.ts";

/** By kind of warning, in the order in which they are printed. */
export const titleOddities = {
  "misread-titles": looksMisread,
  "not-english": (title: string) => !isMostlyLatin(title),
  "control-characters": hasControlCharacters,
  "formula-like": isFormulaLike,
  markup: hasMarkup,
} as const;

/** Maximum results that a list may have lost after it was numbered. */
const MOST_LOST = 100;

/** Returns the number before a title such as "3. Pears" if it may be its position (from 1), and the rest. */
export function numberedTitle(title: string, place: number): { readonly number: number; readonly rest: string } | null {
  const [begin = "", digits] = /^\s*[#([]?(\d{1,7})(?:[.):\]]+\s*|\s+(?:[-–—|]\s+)?)(?=\S)/.exec(title) ?? [];
  const number = Number(digits);
  return number >= place && number <= place + MOST_LOST ? { number, rest: title.slice(begin.length) } : null;
}

/** Returns the last part of a title with its separator, such as " | Name of the site"; "" if there is none. */
export function endingOf(title: string): string {
  return /^.*\S(\s(?:[-–—|·•»]|::)\s\S.*)$/s.exec(title)?.[1] ?? "";
}

export function isAddress(text: string): boolean {
  return /^\s*https?:\/\/\S+\s*$/i.test(text);
}

export function hasLetters(title: string): boolean {
  return /\p{L}/u.test(title);
}

/** Includes marks for text direction, but not tab and line breaks, which CSV can contain. */
export function hasControlCharacters(title: string): boolean {
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(title);
}

/** A rough sign, not a language detector: true for French, false for Russian and Chinese. */
export function isMostlyLatin(title: string): boolean {
  // Enough for most titles, and faster than checking every letter.
  if (/^[ -~]*$/.test(title)) return true;
  const letters = title.match(/\p{L}/gu) ?? [];
  return 2 * letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length >= letters.length;
}
