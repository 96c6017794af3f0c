/**
 * How many columns of a terminal does a text take?
 */

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const wide =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|[\u3000-\u303f\uff01-\uff60]/u;

/** East Asian characters and emoji take two, everything else that is seen takes one. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}
