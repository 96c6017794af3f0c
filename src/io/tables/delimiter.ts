/** Which lines does a text have, and what separates the cells of a table? */

/** A tab before others: names of columns may hold the others. */
const delimiters = ["\t", ",", ";", "|"] as const;
/** A cell in quotes, with what separates it from the cell before. */
const quotedCells = /(^|[\t,;|])[ ]*"(?:[^"]|"")*"(?=[ ]*(?:[\t,;|\r\n]|$))/gm;

/** What `sep=;` names; else what gives most lines as many cells as the first, and of several what gives most cells. */
export function delimiterOf(head: string, among: readonly string[] = delimiters): string {
  const [, named] = separatorLine.exec(head) ?? [];
  if (named !== undefined) return named;
  const lines = filledLines(withoutQuotedCells(head));
  const found = among.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length);
    return { delimiter, cells: counts[0] ?? 1, lines: counts.filter((count) => count === counts[0]).length };
  });
  const [best] = found
    .filter(({ cells }) => cells > 1)
    .sort((one, other) => other.lines - one.lines || other.cells - one.cells);
  return best?.delimiter ?? (among.includes(",") ? "," : (among[0] ?? ","));
}

export function withoutQuotedCells(head: string): string {
  return head.replace(quotedCells, "$1x");
}

/** The quote of cells; null where quotes are ordinary characters: with tabs, except in a spreadsheet's export. */
export function quoteOf(head: string, delimiter: string): '"' | null {
  return delimiter !== "\t" || hasQuotedCells(head) ? '"' : null;
}

/**
 * True where the names or the first row have a cell in quotes, with quotes inside doubled; or where in any row such a
 * cell goes on in the next line, without a tab: after a cell that only begins with a quote there is no such line.
 */
function hasQuotedCells(head: string): boolean {
  if (/(?:^|\t)"(?:[^"\t\n]|"")*\n(?:[^"\t]|"")*"(?=\t|\r?\n|$)/m.test(head)) return true;
  const lines = filledLines(head).slice(0, 2);
  return lines.some((line) => line.split("\t").some((cell) => /^"(?:[^"]|"")*"$/.test(cell)));
}

export function cellsOf(line: string, delimiter: string): string[] {
  const bare = inPattern(delimiter);
  const cell = new RegExp(`${bare}(?: *"((?:[^"]|"")*)" *(?=${bare}|$)|([^${bare}]*))`, "g");
  return [...`${delimiter}${line}`.matchAll(cell)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );
}

export function inPattern(delimiter: string): string {
  return delimiter.replace(/[|^$.*+?()[\]{}\\]/, "\\$&");
}

/** The line in which Excel names the delimiter of a table. It is given as a blank line, so that line numbers stay. */
export const separatorLine = /^sep=(.)(?=\r*(?:\n|$))/i;

/** Each line without its end (\n, \r\n or \r\r\n), with its 1-based number; a last line without end counts. */
export async function* splitLines(pieces: AsyncIterable<string>): AsyncIterable<{ text: string; line: number }> {
  let rest = "";
  let line = 0;
  const lineOf = (text: string) => {
    const bare = withoutReturns(text);
    return { text: line++ === 0 ? bare.replace(separatorLine, "") : bare, line };
  };
  for await (const piece of pieces) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) yield lineOf(text);
  }
  if (rest !== "") yield lineOf(rest);
}

/** In a loop: a pattern for the end of a text looks at every return again and again. */
function withoutReturns(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\r") end--;
  return end === text.length ? text : text.slice(0, end);
}

export function firstLines(head: string, most: number): string[] {
  return head.replace(separatorLine, "").split("\n", most).map(withoutReturns);
}

/** The first lines of a text that hold anything but blanks and delimiters. */
export function filledLines(head: string, most = 100): string[] {
  return firstLines(head, most).filter((line) => !/^[\s,;|]*$/.test(line));
}

export function firstLine(head: string): string {
  return filledLines(head)[0] ?? "";
}

/** Whether a line of a TREC file is a comment for certain. A name may begin with `#`. */
export function isComment(line: string): boolean {
  return /^#+(?:\s|$)/.test(line);
}

/** Of TREC files: the fields of the first line that holds any. A line that begins with `#` counts where no other does. */
export function firstFields(head: string): string[] {
  const lines = head.split("\n").filter((text) => text.trim() !== "" && !isComment(text));
  const line = lines.find((text) => !text.startsWith("#")) ?? lines[0] ?? "";
  return line.trim().split(/\s+/);
}
