/**
 * How is the user's text quoted in a message?
 */

/** Longer ones would bury what the message says. */
const MOST_CHARACTERS = 200;

/** In quotation marks; a long one is cut, and its length said. No character is cut in two. */
export function quoted(text: string): string {
  if (text.length <= MOST_CHARACTERS) return `"${text}"`;
  const shown = text.slice(0, MOST_CHARACTERS).replace(/[\ud800-\udbff]$/, "");
  return `"${shown}…" (${text.length} characters)`;
}
