/** How are counts, names and the user's text put into a sentence? */

/** `1 query`, `2 queries`. @param many @default `one` with an s */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The first of them between commas: `a, b, c and 4 more`. @param most >= 1 @default 3 */
export function someOf(names: readonly string[], most = 3): string {
  const rest = names.length > most ? ` and ${names.length - most} more` : "";
  return `${names.slice(0, most).join(", ")}${rest}`;
}

const MOST_CHARACTERS = 100;

/** The text in quotation marks. A long one, which would bury the message, is cut, and its length is said. */
export function quoted(text: string): string {
  if (text.length <= MOST_CHARACTERS) return `"${text}"`;
  const shown = text.slice(0, MOST_CHARACTERS).replace(/[\ud800-\udbff]$/, "");
  return `"${shown}…" (${text.length} characters)`;
}

/** Those that apply, in their order; false stands for one that does not. */
export function textsOf(...texts: readonly (string | false)[]): string[] {
  return texts.filter((text) => text !== false);
}

/** The text, with a full stop where it has no mark at its end. */
export function asSentence(text: string): string {
  return /[.?!…]$/.test(text) ? text : `${text}.`;
}

/** Letters for a place, where a name is too long. @param place from 0 @returns `A` to `Z`, then `AA`, `AB` … as spreadsheets name columns */
export function letterOf(place: number): string {
  const before = Math.floor(place / 26);
  return (before > 0 ? letterOf(before - 1) : "") + String.fromCharCode(65 + (place % 26));
}
