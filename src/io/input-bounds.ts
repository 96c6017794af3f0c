/** How much may a file make semqrel hold at once? A file made to harm ends with an error before memory does. */
import { inputError } from "./input-error.ts";

const MIB = 1 << 20;
/** Expansion is asked about only beyond this. */
const UNPACKED_BYTES = 256 * MIB;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;

export const inputBounds = {
  /** Bytes of a line, and of a row of CSV. */
  line: { most: 64 * MIB, what: "a line is longer than 64 MiB. Write one row, or one response, a line." },
  row: {
    most: 16 * MIB,
    what: "the row is longer than 16 MiB, as when a quote opened in it is never closed. Close it, or shorten the row.",
  },
  document: {
    most: 256 * MIB,
    what: "a JSON document is longer than 256 MiB. Write one row, or one response, a line.",
  },
  columns: { most: 100_000, what: "it has more than 100,000 columns. Leave out those that nothing reads." },
  /** Lists and objects of a JSON text, which take up to a hundred times the memory of their brackets. */
  brackets: { most: 5_000_000, what: "a JSON text has more than 5,000,000 lists and objects. Save it in parts." },
  pipe: { most: 4096 * MIB, what: "it gives more than 4 GiB. Write it to a file, and give that." },
  /** Bytes out of gzip or Parquet for a byte in. */
  expansion: { most: 1000, what: "it unpacks to more than 1,000 times its size. Compress the rows you need." },
};

let areLifted = false;

/** For this process, whose user trusts what it reads. @param lifted @default true */
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

/** @param taken packed bytes, of gzip or Parquet, @param given bytes that they make */
export function requireExpansion(taken: number, given: number, source: string): void {
  if (given > UNPACKED_BYTES) requireWithin("expansion", given / Math.max(1, taken), source);
}

/** Before JSON is parsed. Brackets in texts count, too. @param line 1-based, where it is known */
export function requireBrackets(text: string, source: string, line?: number): void {
  if (text.length <= inputBounds.brackets.most) return;
  let brackets = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPENING_BRACKET || code === OPENING_BRACE) brackets++;
  }
  requireWithin("brackets", brackets, source, line);
}
