/** What is wrong with a file, with a row, with a cell that should be a number, and with a file that cannot be written? */
import { type ErrorCode, SemqrelError } from "../core/errors.ts";
import { type FileToWrite, writeFiles } from "../core/files/write-file.ts";
import { isNumber, quoted } from "../core/text/wording.ts";

/** @param what with what was expected, and a full stop @param context all but the cause goes into the details */
export function inputError(
  code: ErrorCode,
  source: string,
  what: string,
  { cause, ...details }: { readonly line?: number; readonly cause?: unknown; readonly [detail: string]: unknown } = {},
): SemqrelError {
  const place = details.line === undefined ? source : `${source}:${details.line}`;
  return new SemqrelError(code, `Reading ${place}: ${what}`, { details: { file: source, ...details }, cause });
}

export function rowError(source: string, line: number, what: string): SemqrelError {
  return inputError("INVALID_ROW", source, what, { line });
}

export function changedError(source: string, line?: number): SemqrelError {
  const what = "it was changed while it was read. Wait until it is complete, and run again.";
  return inputError("FILE_UNREADABLE", source, what, line === undefined ? {} : { line });
}

export function numberCell(cell: string, role: string, source: string, line: number): number {
  const text = cell.trim();
  if (text === "") return Number.NaN;
  if (isNumber(text)) return Number(text);
  throw rowError(source, line, noNumber(role, cell));
}

/** The same of a rating; words for no rating count as an empty cell. */
export function ratingCell(cell: string, role: string, source: string, line: number): number {
  return isUnrated(cell) ? Number.NaN : numberCell(cell, role, source, line);
}

/** Whether a text says that nobody rated, as exports write it. */
export function isUnrated(text: string): boolean {
  return /^(?:|null|nil|none|nan|#?n\/?a|n\.a\.|[-–—]+|\?|unrated|not rated|unrateable)$/i.test(text.trim());
}

/** What is wrong with a cell that should be a number, and what to write. */
export function noNumber(role: string, cell: string): string {
  const text = cell.trim();
  const isWord = /^(?:label|rating)/.test(role) && /^\p{L}/u.test(text);
  const remedy = /^[-+]?\d+,\d+$/.test(text)
    ? `Write a point for the comma: ${text.replace(",", ".")}.`
    : isWord
      ? "Write a number for each word, such as 0 for bad and 3 for good. Leave the cell empty if there is no rating."
      : "Write one such as 2 or 0.5.";
  return `the ${role} ${quoted(cell)} is not a number. ${remedy}`;
}

/** Writes all of the files or none. @param output the path that the user gave */
export function writeWhole(files: readonly FileToWrite[], output: string): void {
  try {
    writeFiles(files);
  } catch (cause) {
    if (cause instanceof SemqrelError) throw cause;
    const why = output === "" ? "the path is empty" : reasonOf(cause, output);
    const message = `Writing ${output}: ${why}. Nothing was changed; choose another path.`;
    throw new SemqrelError("OUTPUT_UNWRITABLE", message, { details: { file: output }, cause });
  }
}

function reasonOf(cause: unknown, output: string): string {
  if (!(cause instanceof Error)) return String(cause);
  const { code, path } = cause as NodeJS.ErrnoException;
  return code === "EISDIR" && path === output ? "it is a folder" : cause.message;
}
