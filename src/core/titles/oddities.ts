/** Finds titles that the model, or a program that reads them later, may misread. */
import { isFormulaLike } from "../text/escape.ts";
import { hasMarkup, looksMisread } from "./clean-title.ts";

/** A test of titles for each kind of warning, in the order in which the warnings are printed. */
export const titleOddities = {
  "misread-titles": looksMisread,
  "not-english": (title: string) => !isMostlyLatin(title),
  "control-characters": hasControlCharacters,
  "formula-like": isFormulaLike,
  markup: hasMarkup,
} as const;

/** Maximum number of results that may have been removed from a list after it was numbered. */
const MOST_LOST = 100;

/** Splits a title such as "3. Pears" into number and rest; null if the number cannot be the title's position. */
export function numberedTitle(title: string, position: number) {
  const [begin = "", digits] = /^\s*[#([]?(\d{1,7})(?:[.):\]]+\s*|\s+(?:[-–—|]\s+)?)(?=\S)/.exec(title) ?? [];
  const number = Number(digits);
  return number >= position && number <= position + MOST_LOST ? { number, rest: title.slice(begin.length) } : null;
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

/** Finds control characters and marks for text direction. Ignores tabs and line breaks, which CSV can contain. */
export function hasControlCharacters(title: string): boolean {
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(title);
}

/** Returns whether at least half of the letters are Latin: true for English and French, false for Chinese. */
export function isMostlyLatin(title: string): boolean {
  // Decides most titles faster than checking every letter.
  if (/^[ -~]*$/.test(title)) return true;
  const letters = title.match(/\p{L}/gu) ?? [];
  return 2 * letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length >= letters.length;
}
