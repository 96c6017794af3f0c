/**
 * What in a title may surprise a program that reads it later?
 */

/** Control characters but tab and line breaks, which CSV carries well; also those that turn the writing direction. */
export function hasControlCharacters(title: string): boolean {
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(title);
}

/** A spreadsheet would run the cell as a formula. */
export function isFormulaLike(cell: string): boolean {
  return /^[=+\-@\t\r]/.test(cell);
}
