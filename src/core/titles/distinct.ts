/** Which distinct titles do several lists hold, and which distinct words a text? */

interface DistinctTitles {
  /** Each title once, in order of first appearance. */
  readonly titles: readonly string[];
  /** For each list given, by row: the place of its title in `titles`. */
  readonly titleOfRow: readonly Int32Array[];
}

/** Titles are the same when they are the same characters. Each is embedded once. Cost O(rows). */
export function distinctTitles(lists: readonly (readonly string[])[]): DistinctTitles {
  const places = new Map<string, number>();
  const titleOfRow = lists.map((titles) =>
    Int32Array.from(titles, (title) => {
      const known = places.get(title);
      if (known !== undefined) return known;
      places.set(title, places.size);
      return places.size - 1;
    }),
  );
  return { titles: [...places.keys()], titleOfRow };
}

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
