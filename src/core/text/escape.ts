/** Makes the user's text harmless in a terminal, page or spreadsheet. */

/** Replaces control characters, line breaks and marks for text direction with U+FFFD. Keeps the length. */
export function replaceControlCharacters(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}

/** Replaces NUL (PostgreSQL rejects it, libsql cuts text there) and lone surrogates (not in UTF-8) with U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll("\u0000", "\ufffd").replace(/\p{Surrogate}/gu, "\ufffd");
}

/** Removes invisible characters: zero-width spaces and joiners, soft hyphens, variation selectors. */
export function withoutInvisible(text: string): string {
  return text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, "");
}

/** Returns the text in Unicode NFC without invisible characters, trimmed, with single spaces. */
export function plainSpelling(text: string): string {
  return withoutInvisible(text.normalize("NFC")).replace(/\s+/g, " ").trim();
}

/** Returns a function that maps all names with the same `plainSpelling` to the one that it received first. */
export function firstSpelling(): (name: string) => string {
  const firstOf = new Map([["", ""]]);
  return (name) => {
    const known = firstOf.get(name);
    if (known !== undefined) return known;
    const plain = plainSpelling(name);
    const first = firstOf.get(plain) ?? name;
    firstOf.set(plain, first).set(name, first);
    return first;
  };
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function isFormulaLike(cell: string): boolean {
  return /^[=+\-@\t\r]/.test(cell);
}

/** Puts `'` before `=A1` and `'=A1`, because `unescapeFormula` removes one `'` from such cells. */
export function escapeFormula(cell: string): string {
  return isFormulaLike(cell.replace(/^'+/, "")) ? `'${cell}` : cell;
}

export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && isFormulaLike(cell.replace(/^'+/, "")) ? cell.slice(1) : cell;
}

/** Quotes a path for a command. A path that begins with a dash gets `./`, so that it is not read as an option. */
export function shellWord(path: string): string {
  return quotedForShell(/^-./.test(path) ? `./${path}` : path);
}

export function quotedForShell(text: string): string {
  return /^[\w./~:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Escapes control characters, such as `\x1b` and `\u202e`, so that data cannot control the terminal or break lines. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (sign) => {
    const code = sign.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, "0")}`;
  });
}
