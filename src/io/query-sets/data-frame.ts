/** Which column of a pandas table has the queries? It calls a column without a name by its place: `,0` or `0`. */
import { headCells, headColumns } from "../tables/head-columns.ts";
import { isAmong, isRowNumbers } from "../tables/recognise-columns.ts";

/** A column that `reset_index` named may be a user's own, so that its cells decide. */
function mayBeRowNumbers(name: string): boolean {
  return isRowNumbers(name) || /^(?:index|level_\d+)$/i.test(name);
}

interface DataFrame {
  readonly text: string | null;
  readonly hasRowNumbers: boolean;
  /** False for a single column that has commas or quotes as plain text: each line is a query. */
  readonly isDelimited: boolean;
}

/** Null if the first line may be a query. @param further names of columns that are not queries */
export function dataFrameIn(head: string, further: readonly string[]): DataFrame | null {
  const names = headColumns(head) ?? [];
  const text = frameText(names, further);
  const numbered = names.filter(mayBeRowNumbers);
  if (numbered.length > 0) {
    const hasRowNumbers = numbered.every((name) => areNumbers(headCells(head, name)));
    return hasRowNumbers && names.length > 1 ? { text, hasRowNumbers, isDelimited: true } : null;
  }
  if (text === null) return null;
  const lines = head.split(/\r?\n/, 100).filter((line) => line.trim() !== "");
  const isSingle = names.length === 1;
  const cells = isSingle ? lines.slice(1) : headCells(head, text);
  const numbers = cells.filter((cell) => areNumbers([cell])).length;
  // Among numbers, a number is a query like the others.
  if (2 * numbers >= cells.length) return null;
  const isDelimited = !isSingle || lines.every((line) => /^(?:"(?:[^"]|"")*"|[^",]*)$/.test(line));
  return { text, hasRowNumbers: false, isDelimited };
}

/** The only column beside row numbers and `further` ones, if its name or the row numbers show a data frame. */
export function frameText(names: readonly string[], further: readonly string[]): string | null {
  const isFurther = isAmong(further);
  const others = names.filter((name) => !mayBeRowNumbers(name) && !isFurther(name));
  const [text = "", ...more] = others;
  const isFrame = isColumnPlace(text) || names.some(mayBeRowNumbers);
  return isFrame && text !== "" && more.length === 0 ? text : null;
}

/** Whether a name is the place of a column in a data frame. A longer number may be a query, such as 1984. */
export function isColumnPlace(name: string): boolean {
  return /^\d$/.test(name);
}

function areNumbers(cells: readonly string[]): boolean {
  return cells.length > 0 && cells.every((cell) => /^\s*"?-?\d+(?:[.,]\d+)?"?\s*$/.test(cell));
}
