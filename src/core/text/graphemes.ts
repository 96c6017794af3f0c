/**
 * Which characters does a reader see?
 */

/** Made at its first use, which takes as long as ten files: most commands only print ASCII. */
let segmenter: Intl.Segmenter | null = null;

/** Letters with their marks, emoji with theirs: one element each; joined they are the text. */
export function graphemes(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
