/** Which distinct words does a text hold? */

/** Runs of letters, marks and digits; scripts that put no space between words have one word a character. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}])+/gu;

/**
 * Each word once, in lower case and NFKC, in order of first appearance. No stop list and no stemming: any language.
 * Empty for a text without letters and digits.
 */
export function distinctWords(text: string): ReadonlySet<string> {
  return new Set(text.normalize("NFKC").toLowerCase().match(word));
}
