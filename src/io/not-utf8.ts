/** What can a user do about bytes that are not UTF-8? */
import type { SemqrelError } from "../core/errors.ts";
import { inputError } from "./input-error.ts";

/**
 * @param line  1-based, of the wrong byte; null where it is not known
 * @param bytes from the beginning of the file, or of a line
 */
export function notUtf8(source: string, line: number | null, bytes: Uint8Array, cause?: unknown): SemqrelError {
  const where = line === null ? {} : { line };
  return inputError("INVALID_ENCODING", source, `the bytes are not UTF-8${advice(bytes)}`, { ...where, cause });
}

function advice(bytes: Uint8Array): string {
  if (startsAsUtf16(bytes)) return " (they look like UTF-16). Save the file as UTF-8.";
  if (bytes.some(isControl)) return ", and no text either. Give a text file, or Parquet.";
  return (
    ". Say what they are, such as --encoding windows-1252 (what Excel and others call CSV or ANSI), " +
    "or save the file as UTF-8 (in Excel: CSV UTF-8)."
  );
}

/** By the byte order mark. */
export function startsAsUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** UTF-16 of a text that is mostly Latin has a zero byte in every character; null for other bytes. */
export function wideEncodingOf(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const zeros = [0, 0];
  bytes.forEach((byte, place) => {
    if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > bytes.length / 4 && even < odd / 10) return "utf-16le";
  return even > bytes.length / 4 && odd < even / 10 ? "utf-16be" : null;
}

/** No text has these: all below a space but white space and the escape of terminals. */
function isControl(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b;
}
