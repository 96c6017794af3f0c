/** How much may a file make semqrel hold at once? A file made to harm ends with an error before memory does. */
import { inputError } from "./input-error.ts";

const MIB = 1 << 20;
/** Expansion is asked about only beyond this. */
const UNPACKED_BYTES = 256 * MIB;

export const inputBounds = {
  /** Bytes of a line. */
  line: { most: 64 * MIB, what: "a line is longer than 64 MiB. Write one row, or one response, a line." },
  columns: { most: 100_000, what: "it has more than 100,000 columns. Leave out those that nothing reads." },
  /** Bytes out of gzip or Parquet for a byte in. */
  expansion: { most: 1000, what: "it unpacks to more than 1,000 times its size. Compress the rows you need." },
};

/**
 * @param line 1-based, where it is known
 * @throws SemqrelError INVALID_FORMAT   details: { file, line?, bound, most }
 */
export function requireWithin(bound: keyof typeof inputBounds, amount: number, source: string, line?: number): void {
  const { most, what } = inputBounds[bound];
  if (amount <= most || /^(1|true|yes)$/i.test(process.env["SEMQREL_NO_INPUT_BOUNDS"] ?? "")) return;
  const lift = `${what} For a file that you trust, set SEMQREL_NO_INPUT_BOUNDS=1.`;
  throw inputError("INVALID_FORMAT", source, lift, { ...(line === undefined ? {} : { line }), bound, most });
}

/** @param taken packed bytes, of gzip or Parquet, @param given bytes that they make */
export function requireExpansion(taken: number, given: number, source: string): void {
  if (given > UNPACKED_BYTES) requireWithin("expansion", given / Math.max(1, taken), source);
}
