/** Creating the segmenter takes as long as loading ten files. Most commands print only ASCII and never need it. */
let segmenter: Intl.Segmenter | null = null;

export function graphemes(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

// Excludes U+FF61 to U+FFDC (half-width kana and Hangul), which take one column.
const wide =
  /(?![\uff61-\uffdc])(?:\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|[\u3000-\u303f\uff01-\uff60\uffe0-\uffe6])/u;

/** Texts of one-column characters: ASCII, accented Latin, dashes, quotes, "…", bars. They need no slow `graphemes`. */
const plain = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2013-\u2026\u2580-\u259f]*$/;

/** Returns the width in columns: two for each emoji or full-width East Asian character, one for other characters. */
export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const one of graphemes(text)) width += wide.test(one) ? 2 : 1;
  return width;
}

/** Cuts the middle of a name that is wider than `columns`, because names of engines may differ only at the end. */
export function shortenName(name: string, columns: number): string {
  // Skips the slow measuring for short names, which fit even if all characters are wide.
  if (name.length <= columns / 2) return name;
  if (name.length <= columns * 8 && displayWidth(name) <= columns) return name;
  const head = name.slice(0, columns * 4);
  const tail = name.slice(-columns * 4);
  const front = take(graphemes(head), Math.ceil((columns - 1) / 2));
  const back = take(graphemes(tail).reverse(), Math.floor((columns - 1) / 2)).reverse();
  return `${front.join("").trimEnd()}…${back.join("").trimStart()}`;
}

function take(graphemes: readonly string[], columns: number): string[] {
  const taken: string[] = [];
  let left = columns;
  for (const grapheme of graphemes) {
    left -= displayWidth(grapheme);
    if (left < 0) break;
    taken.push(grapheme);
  }
  return taken;
}
