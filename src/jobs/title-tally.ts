/**
 * How many distinct and odd titles does a job have, when each block knows only its own?
 * Sorted fingerprints are merged without being in memory together.
 */
import { createHash } from "node:crypto";
import { at } from "../core/at.ts";
import { titleOddities } from "../core/titles/oddities.ts";
import { TitleFlag } from "../core/types.ts";

type TitleKind = keyof typeof titleOddities;
type Kind = "truncated-titles" | "unknown-tokens" | TitleKind;

const titleKinds = Object.keys(titleOddities) as TitleKind[];
/** Warnings that count distinct titles; the place of each is its bit in a record. */
const kinds: readonly Kind[] = ["truncated-titles", "unknown-tokens", ...titleKinds];

/** Fingerprint, then one byte with a bit for each of `kinds`. */
const HASH_BYTES = 16;
const RECORD_BYTES = HASH_BYTES + 1;

/** Sorted. @param flags by title: bits of `TitleFlag` */
export function titleRecords(titles: readonly string[], flags: Uint8Array): Uint8Array {
  const records = titles.map((title, place) => {
    const record = Buffer.alloc(RECORD_BYTES);
    createHash("sha256").update(title, "utf16le").digest().copy(record, 0, 0, HASH_BYTES);
    const flag = at(flags, place);
    const isOdd = [
      (flag & TitleFlag.truncated) !== 0,
      (flag & TitleFlag.unknownToken) !== 0,
      ...titleKinds.map((kind) => titleOddities[kind](title)),
    ];
    record[HASH_BYTES] = isOdd.reduce((bits, is, bit) => bits | (is ? 1 << bit : 0), 0);
    return record;
  });
  return Buffer.concat(records.sort(Buffer.compare));
}

export interface TitleTally {
  readonly distinct: number;
  readonly odd: Readonly<Record<Kind, number>>;
}

/** @param parts as `titleRecords` gives them */
export function tallyTitles(parts: readonly Buffer[]): TitleTally {
  const counts = kinds.map(() => 0);
  let distinct = 0;
  let previous: Buffer | null = null;
  for (const record of mergeSorted(parts.map(records), Buffer.compare)) {
    const isKnown = previous !== null && previous.compare(record, 0, HASH_BYTES, 0, HASH_BYTES) === 0;
    previous = record;
    if (isKnown) continue;
    distinct++;
    for (const bit of counts.keys()) counts[bit] = at(counts, bit) + ((at(record, HASH_BYTES) >> bit) & 1);
  }
  const odd = Object.fromEntries(kinds.map((kind, bit) => [kind, counts[bit]])) as TitleTally["odd"];
  return { distinct, odd };
}

function* records(bytes: Buffer): Iterable<Buffer> {
  for (let begin = 0; begin < bytes.length; begin += RECORD_BYTES) yield bytes.subarray(begin, begin + RECORD_BYTES);
}

/**
 * Makes one sequence of sorted ones, by a heap of their heads; equal items come in the order of the sequences.
 *
 * Cost O(items log sequences); holds one item of each.
 */
export function* mergeSorted<Item>(
  sequences: readonly Iterable<Item>[],
  compare: (one: Item, other: Item) => number,
): Iterable<Item> {
  const heads: { item: Item; sequence: number; rest: Iterator<Item> }[] = [];
  const isBefore = (one: number, other: number) => {
    const [first, second] = [at(heads, one), at(heads, other)];
    const order = compare(first.item, second.item);
    return order < 0 || (order === 0 && first.sequence < second.sequence);
  };
  const sink = (from: number) => {
    for (let place = from; ; ) {
      let least = place;
      for (const child of [2 * place + 1, 2 * place + 2]) {
        if (child < heads.length && isBefore(child, least)) least = child;
      }
      if (least === place) return;
      [heads[place], heads[least]] = [at(heads, least), at(heads, place)];
      place = least;
    }
  };
  for (const [sequence, items] of sequences.entries()) {
    const rest = items[Symbol.iterator]();
    const { value, done } = rest.next();
    if (!done) heads.push({ item: value, sequence, rest });
  }
  for (let place = (heads.length >> 1) - 1; place >= 0; place--) sink(place);
  for (let top = heads[0]; top !== undefined; top = heads[0]) {
    yield top.item;
    const { value, done } = top.rest.next();
    if (!done) top.item = value;
    else {
      heads[0] = at(heads, heads.length - 1);
      heads.pop();
    }
    sink(0);
  }
}
