/**
 * How many distinct titles does a job have, and how many of them are odd, when each block knows its own alone?
 * By sorted fingerprints, which merge without being in memory together.
 */
import { createHash } from "node:crypto";
import { isMostlyLatin } from "../text/is-mostly-latin.ts";
import { hasControlCharacters, hasMarkup, isFormulaLike } from "../text/oddities.ts";
import { TitleFlag } from "../types.ts";
import { mergeSorted } from "./merge-sorted.ts";

/** Kinds of warnings that count distinct titles, and the bit of each in a record. */
export const titleOddities = {
  "truncated-titles": 1,
  "unknown-tokens": 2,
  "not-english": 4,
  "control-characters": 8,
  "formula-like": 16,
  markup: 32,
} as const;

/** Fingerprint, then one byte of `titleOddities`. */
const HASH_BYTES = 16;
const RECORD_BYTES = HASH_BYTES + 1;

/** Records of the titles, sorted. @param flags by title: bits of `TitleFlag` */
export function titleRecords(titles: readonly string[], flags: Uint8Array): Uint8Array {
  const records = titles.map((title, place) => {
    const record = Buffer.alloc(RECORD_BYTES);
    createHash("sha256").update(title, "utf16le").digest().copy(record, 0, 0, HASH_BYTES);
    const flag = flags[place] ?? 0;
    record[HASH_BYTES] =
      ((flag & TitleFlag.truncated) !== 0 ? titleOddities["truncated-titles"] : 0) |
      ((flag & TitleFlag.unknownToken) !== 0 ? titleOddities["unknown-tokens"] : 0) |
      (isMostlyLatin(title) ? 0 : titleOddities["not-english"]) |
      (hasControlCharacters(title) ? titleOddities["control-characters"] : 0) |
      (isFormulaLike(title) ? titleOddities["formula-like"] : 0) |
      (hasMarkup(title) ? titleOddities.markup : 0);
    return record;
  });
  return Buffer.concat(records.sort(Buffer.compare));
}

export interface TitleTally {
  readonly distinct: number;
  readonly odd: Readonly<Record<keyof typeof titleOddities, number>>;
}

/** @param parts as `titleRecords` gives them */
export function tallyTitles(parts: readonly Buffer[]): TitleTally {
  const odd = {
    "truncated-titles": 0,
    "unknown-tokens": 0,
    "not-english": 0,
    "control-characters": 0,
    "formula-like": 0,
    markup: 0,
  };
  let distinct = 0;
  let previous: Buffer | null = null;
  for (const record of mergeSorted(parts.map(records), Buffer.compare)) {
    const isKnown = previous !== null && previous.compare(record, 0, HASH_BYTES, 0, HASH_BYTES) === 0;
    previous = record;
    if (isKnown) continue;
    distinct++;
    for (const [kind, bit] of Object.entries(titleOddities)) {
      if (((record[HASH_BYTES] ?? 0) & bit) !== 0) odd[kind as keyof typeof odd]++;
    }
  }
  return { distinct, odd };
}

function* records(bytes: Buffer): Iterable<Buffer> {
  for (let begin = 0; begin < bytes.length; begin += RECORD_BYTES) yield bytes.subarray(begin, begin + RECORD_BYTES);
}
