/** How is the user's text shown in a terminal, a page or a spreadsheet so that it does nothing there? */

/** Each control character, line break and mark that turns the writing direction becomes U+FFFD; the length stays. */
export function replaceControlCharacters(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}

/** Without what nobody sees in a text: zero-width spaces and joiners, soft hyphens, selectors of variants. */
export function withoutInvisible(text: string): string {
  return text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, "");
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function isFormulaLike(cell: string): boolean {
  return /^[=+\-@\t\r]/.test(cell);
}

/** Also quotes a cell that looks as if it had such a quote, so that `unescapeFormula` gives back every cell. */
export function escapeFormula(cell: string): string {
  return isFormulaLike(cell.replace(/^'+/, "")) ? `'${cell}` : cell;
}

export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && isFormulaLike(cell.replace(/^'+/, "")) ? cell.slice(1) : cell;
}

export function shellWord(text: string): string {
  return /^[\w./~:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Data inside a message cannot steer the terminal, start a line or turn the writing direction: `\x1b`, `\u202e`. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (sign) => {
    const code = sign.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, "0")}`;
  });
}
