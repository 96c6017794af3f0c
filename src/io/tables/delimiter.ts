/** Splits text into lines and cells. */
import { isUsual } from "./recognise-columns.ts";

/** The tab comes first, because names of columns may contain the other delimiters. */
const delimiters = ["\t", ",", ";", "|"] as const;
/** Matches a quoted cell and the delimiter before it. */
const quotedCells = /(^|[\t,;|])[ ]*"(?:[^"]|"")*"(?=[ ]*(?:[\t,;|\r\n]|$))/gm;

/**
 * Returns the delimiter from a line such as `sep=;`. Without such a line, returns the delimiter with which the largest
 * number of lines has as many cells as line 1. In a tie, prefers more usual column names in line 1, then more cells.
 */
export function delimiterOf(head: string, among: readonly string[] = delimiters): string {
  const [, named] = separatorLine.exec(head) ?? [];
  if (named !== undefined) return named;
  const lines = filledLines(withoutQuotedCells(head));
  const found = among.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length);
    const known = (lines[0] ?? "").split(delimiter).filter(isUsual).length;
    return { delimiter, cells: counts[0] ?? 1, known, lines: counts.filter((count) => count === counts[0]).length };
  });
  const [best] = found
    .filter(({ cells }) => cells > 1)
    .sort((one, other) => other.lines - one.lines || other.known - one.known || other.cells - one.cells);
  return best?.delimiter ?? (among.includes(",") ? "," : (among[0] ?? ","));
}

export function withoutQuotedCells(head: string): string {
  return head.replace(quotedCells, "$1x");
}

/** Returns null if quotes are ordinary characters, as in TSV that no spreadsheet exported. */
export function quoteOf(head: string, delimiter: string, hasHeader = true): '"' | null {
  return delimiter !== "\t" || hasQuotedCells(head, hasHeader) ? '"' : null;
}

/** Matches a quoted cell of TSV, which may have line breaks. */
const quotedTsvCell = /(?<=^|\t)"(?:[^"\t]|"")*"(?=\t|\r*$)/gm;
/** Matches the cells of `quotedTsvCell`, and text with tabs between two quotes, which may be one cell or several. */
const quotedCellWithTabs = /(?<=^|\t)"(?:(?:[^"\n]|"")*|(?:[^"\t]|"")*)"(?=\t|\r*$)/gm;
/** Matches a quoted cell that is cut off by the end of the head. */
const cutCell = /(?<=^|[\t\n])"(?:[^"]|"")*$/;

/**
 * Returns whether quotes enclose cells. Some programs quote all column names, some at least one cell in every row, and
 * some only cells that need quotes. Without column names, quotes in every row may belong to the texts.
 */
function hasQuotedCells(head: string, hasHeader: boolean): boolean {
  const isQuoted = (cell: string) => /^"(?:[^"]|"")*"$/.test(cell);
  const [names = [], ...rows] = filledLines(head).map((line) => line.split("\t"));
  if (names.every(isQuoted)) return true;
  const quotedCell = rows.some((row) => row.length > names.length) ? quotedCellWithTabs : quotedTsvCell;
  const others = head.replace(quotedCell, "").replace(cutCell, "");
  if (others.includes('"')) return false;
  const cells = (head.match(quotedCell) ?? []).map((cell) => cell.slice(1, -1));
  // Excel puts every cell that contains a comma in quotes. If a comma is outside quotes, Excel did not write the file.
  // Commas inside quotes are then no evidence that the quotes enclose cells.
  const marks = [",", ";"].filter((mark) => !others.includes(mark));
  const needQuotes = cells.some((cell) => /""|[\n\t]/.test(cell) || marks.some((mark) => cell.includes(mark)));
  return needQuotes || (hasHeader && rows.length > 0 && rows.every((row) => row.some(isQuoted)));
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

/** Matches the line in which Excel names the delimiter. It is replaced by a blank line, to keep line numbers. */
export const separatorLine = /^sep=(.)(?=\r*(?:\n|$))/i;

/** Yields each line without its end (\n, \r\n or \r\r\n), with its 1-based number. The last line may lack an end. */
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

/** Removes carriage returns at the end. A pattern would test each return repeatedly. */
function withoutReturns(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\r") end--;
  return end === text.length ? text : text.slice(0, end);
}

export function firstLines(head: string, most: number): string[] {
  return head.replace(separatorLine, "").split("\n", most).map(withoutReturns);
}

/** Returns the first lines that contain more than blanks and delimiters. */
export function filledLines(head: string, most = 100): string[] {
  return firstLines(head, most).filter((line) => !/^[\s,;|]*$/.test(line));
}

export function firstLine(head: string): string {
  return filledLines(head)[0] ?? "";
}

/** Returns whether a line of a TREC file is certainly a comment. A name may also start with `#`. */
export function isComment(line: string): boolean {
  return /^#+(?:\s|$)/.test(line);
}

/** Far more fields than a line of TREC has. Limits the work if each format checks one very long line. */
export const MOST_FIELDS = 1000;

/** Returns the fields of a TREC file's first filled line. Skips lines that start with `#` unless all do. */
export function firstFields(head: string): string[] {
  const lines = head.split("\n");
  const isFilled = (text: string) => text.trim() !== "" && !isComment(text);
  const line = lines.find((text) => isFilled(text) && !text.startsWith("#")) ?? lines.find(isFilled) ?? "";
  return line.trim().split(/\s+/, MOST_FIELDS);
}
