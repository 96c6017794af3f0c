/** Where does a sentence end? */

/** The text with a full stop, where it does not end otherwise. */
export function sentence(text: string): string {
  return /[.?!…]$/.test(text) ? text : `${text}.`;
}
