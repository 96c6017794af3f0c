/** What separates the cells of a table? */
import { filledLines, separatorLine } from "./split-lines.ts";

/** A tab before others: names of columns may hold the others. */
const delimiters = ["\t", ",", ";", "|"] as const;
/** A cell in quotes, with what separates it from the cell before. */
const quotedCells = /(^|[\t,;|])[ ]*"(?:[^"]|"")*"(?=[ ]*(?:[\t,;|\r\n]|$))/gm;

/**
 * The delimiter that a line `sep=;` names; else the one by which most lines have as many cells as the first line, and of
 * several the one by which these are most.
 *
 * @param head  the beginning of the text
 * @param among those that may be meant
 */
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

/** The text with a letter for each cell in quotes. */
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

/** The cells of one line, quotes taken off. */
export function cellsOf(line: string, delimiter: string): string[] {
  const bare = inPattern(delimiter);
  const cell = new RegExp(`${bare}(?: *"((?:[^"]|"")*)" *(?=${bare}|$)|([^${bare}]*))`, "g");
  return [...`${delimiter}${line}`.matchAll(cell)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );
}

/** A delimiter as a regular expression has it. */
export function inPattern(delimiter: string): string {
  return delimiter.replace(/[|^$.*+?()[\]{}\\]/, "\\$&");
}
