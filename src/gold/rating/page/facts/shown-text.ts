/** How is a text from elsewhere shown, so that it deceives nobody and leaves room for others? */

const shownCharacters = 300;

/** Marks that turn the writing direction of what follows become U+FFFD: a title must not show itself mirrored. */
export function unturned(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}

/**
 * @returns the beginning of a long text and its length in characters; null where it is shown whole: nobody wants a
 *   button for the last few words
 */
export function cutText(text: string): { readonly beginning: string; readonly characters: number } | null {
  const characters = [...text];
  if (characters.length <= shownCharacters * 1.2) return null;
  return { beginning: `${characters.slice(0, shownCharacters).join("")}…`, characters: characters.length };
}

/** @returns without its protocol, and not longer than a line or two; null where a browser would not open it as a page */
export function shownAddress(url: string | null): string | null {
  if (url === null || !/^https?:\/\//i.test(url)) return null;
  return unturned(url)
    .replace(/^https?:\/\//i, "")
    .slice(0, 200);
}
