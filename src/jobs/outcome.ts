/**
 * The outcome of a block as bytes. The first line has the names and lengths of the sections that follow. A section is
 * JSON, lines, or binary records.
 */

import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { at } from "../core/at.ts";
import { messageOf, SemqrelError } from "../core/errors.ts";
import type { IndexReport } from "../core/ports.ts";
import { titleOddities } from "../core/titles/oddities.ts";
import { type ModelIdentity, type RunTimings, type TitleCounts, TitleFlag } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import type { MeasuredRun } from "../label/folder/measured-run.ts";
import type { DoubleChecks } from "../label/pipeline.ts";

/** Results of a block with all references (`whole`), with only one (`alone`), or with all but one (`without`). */
export interface BlockPart {
  readonly kind: "whole" | "alone" | "without";
  readonly engine: string;
  readonly measured: MeasuredRun;
  readonly looked: readonly Warning[];
  readonly conflicts: { readonly count: number; readonly examples: readonly string[] };
  readonly mergedLabels: readonly number[];
  readonly kept: readonly string[];
  /** Prefix of the names of the part's sections; null if the part has no rows. */
  readonly sections: number | null;
}

export interface BlockFacts {
  readonly parts: readonly BlockPart[];
  readonly doubleChecks: DoubleChecks;
  readonly model: ModelIdentity;
}

/** Facts about the machine, which do not affect results. `timings` and `indexes` have one entry per part. */
export interface BlockMachine {
  readonly titles: TitleCounts;
  readonly timings: readonly RunTimings[];
  readonly indexes: readonly IndexReport[];
  readonly warnings: readonly Warning[];
}

/** Returns JSON in which typed arrays are objects that name their type, and NaN is null. */
export function packValues(values: BlockFacts | BlockMachine): string {
  return JSON.stringify(values, (_, value) => {
    if (value instanceof Float64Array) return { float64: [...value] };
    return value instanceof Int32Array ? { int32: [...value] } : value;
  });
}

export function unpackValues<Values extends BlockFacts | BlockMachine>(bytes: Buffer): Values {
  return JSON.parse(bytes.toString("utf8"), (_, value) => {
    if (value?.float64) return Float64Array.from(value.float64 as (number | null)[], (one) => one ?? Number.NaN);
    return value?.int32 ? Int32Array.from(value.int32) : value;
  });
}

export function packOutcome(sections: readonly [name: string, content: string | Uint8Array][]): Uint8Array {
  const contents = sections.map(([, content]) => (typeof content === "string" ? Buffer.from(content) : content));
  const lengths = sections.map(([name], place) => [name, at(contents, place).length]);
  return Buffer.concat([Buffer.from(`${JSON.stringify({ schema: SCHEMA, sections: lengths })}\n`), ...contents]);
}

const SCHEMA = "semqrel.outcome/3";
const PIECE = 1 << 16;

export type StoredOutcome = ReturnType<typeof openOutcome>;

export function openOutcome(path: string) {
  const places = placesOf(path);
  const placeOf = (section: string) => places.get(section) ?? { begin: 0, length: 0 };
  return {
    bytes: (section: string) => readAt(path, placeOf(section).begin, placeOf(section).length),
    /** Returns lines without line ends. Each call reads them from the file. */
    lines: (section: string) => linesAt(path, placeOf(section)),
  };
}

interface Place {
  readonly begin: number;
  readonly length: number;
}

function placesOf(path: string): Map<string, Place> {
  let head = "";
  for (let begin = 0; !head.includes("\n"); begin += PIECE) {
    const piece = readAt(path, begin, PIECE);
    head += piece.toString("latin1");
    if (piece.length < PIECE) break;
  }
  const end = head.indexOf("\n");
  try {
    const { schema, sections } = JSON.parse(Buffer.from(head.slice(0, end), "latin1").toString("utf8"));
    if (schema !== SCHEMA) throw new SyntaxError(`its schema is ${schema}`);
    let begin = end + 1;
    return new Map(
      (sections as [string, number][]).map(([name, length]) => {
        const place = { begin, length };
        begin += length;
        return [name, place];
      }),
    );
  } catch (cause) {
    const message = `Reading ${path}: it is not an outcome of a block (${messageOf(cause)}). Run again without --resume.`;
    throw new SemqrelError("INVALID_FORMAT", message, { details: { file: path }, cause });
  }
}

function* linesAt(path: string, { begin, length }: Place): Iterable<string> {
  let rest: Buffer = Buffer.alloc(0);
  for (let done = 0; done < length; ) {
    const piece = readAt(path, begin + done, Math.min(PIECE, length - done));
    if (piece.length === 0) return;
    done += piece.length;
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let from = 0;
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, from)) {
      yield bytes.toString("utf8", from, end);
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
}

/** Opens the file for each piece, because many outcomes are read at once, and the number of open files is limited. */
function readAt(path: string, begin: number, length: number): Buffer {
  const descriptor = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(length);
    let read = 0;
    while (read < length) {
      const got = readSync(descriptor, bytes, read, length - read, begin + read);
      if (got === 0) break;
      read += got;
    }
    return bytes.subarray(0, read);
  } finally {
    closeSync(descriptor);
  }
}

type TitleKind = keyof typeof titleOddities;
type Kind = "truncated-titles" | "unknown-tokens" | TitleKind;

const titleKinds = Object.keys(titleOddities) as TitleKind[];
/** Kinds of warnings that count distinct titles. The index of a kind is its bit in a record. */
const kinds: readonly Kind[] = ["truncated-titles", "unknown-tokens", ...titleKinds];

/** A record is a hash of the title, then one byte with a bit for each of `kinds`. */
const HASH_BYTES = 16;
const RECORD_BYTES = HASH_BYTES + 1;

/** Returns the sorted records of titles. @param flags - bits of `TitleFlag`, for each title */
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

/** Merges sorted sequences in a stable order. Keeps one item of each in memory. Cost O(items log sequences). */
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
