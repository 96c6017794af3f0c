/**
 * Under which name without white space does something stand in a file of fields?
 */

/** Gives the SHA-256 of a text in hexadecimal: pure code touches no crypto library. */
export type Hash = (text: string) => string;

/** The input's id where it is one word, else the first 16 hexadecimal digits of the text's hash. */
export function oneWordKey(id: string | null, text: string, hash: Hash): string {
  return id !== null && id !== "" && !/\s/.test(id) ? id : hash(text).slice(0, 16);
}
