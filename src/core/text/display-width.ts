/**
 * How many columns of a terminal does a text take?
 */
import { graphemes } from "./graphemes.ts";

// Not U+FF61 to U+FFDC: half-width kana and Hangul, which take one.
const wide =
  /(?![\uff61-\uffdc])(?:\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|[\u3000-\u303f\uff01-\uff60\uffe0-\uffe6])/u;

/** One column each: ASCII, Latin letters with their marks in them, dashes, quotes, "…", bars. Graphemes take time. */
const plain = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2013-\u2026\u2580-\u259f]*$/;

/** East Asian characters and emoji take two (half-width forms one), everything else that is seen takes one. */
export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const one of graphemes(text)) width += wide.test(one) ? 2 : 1;
  return width;
}
