/**
 * Which numbers, negations and markers does a title name?
 * Two titles that differ in one of them are mostly two works, however similar they are: "Part I" and "Part II".
 */
import { cleanTitle } from "../../core/titles/clean-title.ts";

const cardinals = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
/** "I" is a word, "V" and "X" are names: only behind a word such as "part", or as the last word, they are numbers. */
const romans = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];
const unclearRomans = ["i", "v", "x"];
const numbered = /^(?:part|vol|volume|type|phase|chapter|stage|section)$/;

const negation =
  /\b(?:no|not|non|never|without|neither|nor|cannot|\w+n't|lacks?|lacking|absence|fail(?:s|ed|ure)?|ineffective)\b/;
const marker =
  /\b(?:erratum|errata|corrigendum|correction|retraction|retracted|withdrawn|comments? on|reply to|response to|rejoinder|review of|editorial)\b/;

/** Keys that refuse a match if both say something and differ. */
export const titleMarks: readonly ((title: string) => string)[] = [
  // A title without a number says nothing about numbers: a subtitle may have been left out.
  (title) => [...new Set(numbersIn(wordsOf(title)))].sort().join(" "),
  (title) => (negation.test(lower(title)) ? "negated" : "plain"),
  (title) => marker.exec(lower(title))?.[0] ?? "none",
];

function lower(title: string): string {
  return cleanTitle(title).toLowerCase();
}

function wordsOf(title: string): string[] {
  return lower(title).match(/\d+(?:[.,]\d+)*|[a-z]+/g) ?? [];
}

function numbersIn(words: readonly string[]): string[] {
  return words.flatMap((word, place) => {
    if (/^\d/.test(word)) return word.replaceAll(",", "");
    for (const names of [cardinals, ordinals]) {
      if (names.includes(word)) return String(names.indexOf(word) + 1);
    }
    const isClear =
      !unclearRomans.includes(word) || numbered.test(words[place - 1] ?? "") || place === words.length - 1;
    return romans.includes(word) && isClear ? String(romans.indexOf(word) + 1) : [];
  });
}
