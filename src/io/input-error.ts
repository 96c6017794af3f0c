/** Errors and limits for reading files, and errors for writing them. */
import { type ErrorCode, messageOf, SemqrelError } from "../core/errors.ts";
import { type FileToWrite, writeFiles } from "../core/files/write-file.ts";
import { isNoValue, isNumber, quoted } from "../core/text/wording.ts";

/** @param what - the problem and its remedy, with a full stop at the end */
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
  const what = "it changed while it was being read. Wait until it is complete, and run the command again.";
  return inputError("FILE_UNREADABLE", source, what, line === undefined ? {} : { line });
}

export function numberCell(cell: string, role: string, source: string, line: number): number {
  const text = cell.trim();
  if (text === "") return Number.NaN;
  if (isNumber(text)) return Number(text);
  throw rowError(source, line, noNumber(role, cell));
}

/** Returns NaN for an empty cell and for words that mean "not rated". */
export function ratingCell(cell: string, role: string, source: string, line: number): number {
  return isUnrated(cell) ? Number.NaN : numberCell(cell, role, source, line);
}

export function isUnrated(text: string): boolean {
  const cell = text.trim();
  return isNoValue(cell) || /^(?:unrated|not rated|unrateable)$/i.test(cell);
}

/** Matches a number such as 1,234, whose comma may separate thousands or decimals. */
export const thousands = /^\s*[-+]?[1-9]\d{0,2}(?:,\d{3})+\s*$/;

const unratedCell = "Leave the cell empty if there is no rating.";
/** For formats whose lines cannot have empty fields. */
export const unratedLine = "Leave the line out if there is no rating.";

export function noNumber(role: string, cell: string, unrated = unratedCell): string {
  return `the ${role} ${quoted(cell)} is not a number. ${numberRemedy(role, cell.trim(), unrated)}`;
}

export const oneRatingPerRow =
  "Export a row for each rating, with the number in its own column: from Label Studio as JSON-MIN or CSV, from Argilla as CSV";

function numberRemedy(role: string, text: string, unrated: string): string {
  if (thousands.test(text)) {
    const whole = text.replaceAll(",", "");
    return text.split(",").length > 2
      ? `Write ${whole}.`
      : `Write ${whole} or ${text.replace(",", ".")}, whichever is meant.`;
  }
  if (/^[-+]?\d+,\d+$/.test(text)) return `Write a point instead of the comma: ${text.replace(",", ".")}.`;
  const isRating = /^(?:label|rating)/.test(role);
  if (isRating && isUnrated(text)) return unrated;
  if (isRating && /^\[?\{/.test(text)) return `${oneRatingPerRow}.`;
  if (!isRating || !/^\p{L}/u.test(text)) return "Write a number such as 2 or 0.5.";
  return `Write a number for each word, such as 0 for bad and 3 for good. ${unrated}`;
}

const reasons: Readonly<Record<string, string>> = {
  EISDIR: "it is a folder",
  ENOTDIR: "one of its folders is a file",
};

/** Writes all of the files or none. @param output - the path that the user gave */
export function writeWhole(files: readonly FileToWrite[], output: string): void {
  if (output === "-") {
    const message = "Cannot write -: standard output cannot be used here. Choose another path.";
    throw new SemqrelError("OUTPUT_UNWRITABLE", message, { details: { file: output } });
  }
  try {
    writeFiles(files);
  } catch (cause) {
    if (cause instanceof SemqrelError) throw cause;
    const { code, path } = cause as NodeJS.ErrnoException;
    const reason = path === output ? reasons[code ?? ""] : undefined;
    const why = output === "" ? "the path is empty" : (reason ?? messageOf(cause));
    const message = `Cannot write ${output}: ${why}. Nothing was changed; choose another path.`;
    throw new SemqrelError("OUTPUT_UNWRITABLE", message, { details: { file: output }, cause });
  }
}

const MIB = 1 << 20;
/** Files that unpack to fewer bytes than this may expand by any factor. */
const UNPACKED_BYTES = 256 * MIB;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;

export const inputBounds = {
  /** Maximum bytes of a line. A row of CSV may have several lines. */
  line: { most: 64 * MIB, what: "a line is longer than 64 MiB. Write one row or one response per line." },
  row: {
    most: 16 * MIB,
    what: "the row is longer than 16 MiB, perhaps because a quote in it is never closed. Close it, or shorten the row.",
  },
  document: {
    most: 256 * MIB,
    what: "a JSON document is longer than 256 MiB. Write one row or one response per line.",
  },
  columns: { most: 100_000, what: "it has more than 100,000 columns. Remove those that you do not need." },
  /** Number of lists and objects in a JSON text. Each may need a hundred times the memory of its brackets. */
  brackets: { most: 5_000_000, what: "a JSON text has more than 5,000,000 lists and objects. Save it in parts." },
  pipe: { most: 4096 * MIB, what: "it is larger than 4 GiB. Save it to a file, and give the file." },
  /** Unpacked bytes per packed byte of gzip or Parquet. */
  expansion: { most: 1000, what: "it unpacks to more than 1,000 times its size. Compress the rows you need." },
};

let areLifted = false;

/** Disables the limits for this process, because the user trusts its input. @param lifted - if false, restores them */
export function liftInputBounds(lifted = true): void {
  areLifted = lifted;
}

export function boundOf(bound: keyof typeof inputBounds): number {
  return areLifted ? Number.POSITIVE_INFINITY : inputBounds[bound].most;
}

export function requireWithin(bound: keyof typeof inputBounds, amount: number, source: string, line?: number): void {
  const most = boundOf(bound);
  if (amount <= most) return;
  const lift = `${inputBounds[bound].what} For a file that you trust, give --no-input-bounds.`;
  throw inputError("INVALID_FORMAT", source, lift, { ...(line === undefined ? {} : { line }), bound, most });
}

export function requireExpansion(packedBytes: number, unpackedBytes: number, source: string): void {
  if (unpackedBytes > UNPACKED_BYTES) requireWithin("expansion", unpackedBytes / Math.max(1, packedBytes), source);
}

/** Call before parsing JSON. Brackets inside strings count, too. @param line - 1-based, if known */
export function requireBrackets(text: string, source: string, line?: number): void {
  if (text.length <= inputBounds.brackets.most) return;
  let brackets = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPENING_BRACKET || code === OPENING_BRACE) brackets++;
  }
  requireWithin("brackets", brackets, source, line);
}
