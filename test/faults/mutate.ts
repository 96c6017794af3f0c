/** Damages files, or replaces parts, in the ways in which this happens. */
import { sha256 } from "../../src/core/files/read-whole.ts";
import { seededRandom } from "../../src/maths/random.ts";

/** 0 <= number < 1. */
type Random = () => number;

type Mutation = (bytes: Buffer, random: Random, other: Buffer) => Buffer;

/** Long enough to notice a reader that takes quadratic time for a line. */
const endless = 2_000_000;

const oddTexts = [
  ...'\0|\ufeff|\r|\r\n|\n\n\n|\u2028|\t|"|""|\'|,|;|:|{|}|[|]|{}|[]|null|true|-|#|\\|\\u0000|\\ud800|%|=SUM(A1)'.split(
    "|",
  ),
  ..."0|-1|-0|1e999|-1e999|NaN|Infinity|1e-400|99999999999999999999|0x10|1_000|2147483648|4294967296|1.5|+3|１２".split(
    "|",
  ),
  ..."__proto__|constructor|toString|hasOwnProperty|length|query|rank|title|id|grade|\ud83d\ude00|e\u0301|\u202e|ß".split(
    "|",
  ),
];

const mutations: readonly Mutation[] = [
  // Single bits and bytes.
  (bytes, random) => edited(bytes, 1 + below(8, random), random, (byte) => byte ^ (1 << below(8, random))),
  (bytes, random) => edited(bytes, 1 + below(40, random), random, () => below(256, random)),
  (bytes, random) => edited(bytes, 1 + below(4, random), random, () => 0),
  // Cut off, or without the beginning.
  (bytes, random) => bytes.subarray(0, below(bytes.length + 1, random)),
  (bytes, random) => bytes.subarray(below(bytes.length + 1, random)),
  // Spans deleted, repeated, moved, or replaced by those of another file.
  (bytes, random) => replaced(bytes, spanOf(bytes, random), Buffer.alloc(0)),
  (bytes, random) => {
    const span = spanOf(bytes, random);
    return replaced(bytes, [span[1], span[1]], repeated(bytes.subarray(...span), 1 + below(50, random)));
  },
  (bytes, random) => replaced(bytes, spanOf(bytes, random), bytes.subarray(...spanOf(bytes, random))),
  (bytes, random, other) => replaced(bytes, spanOf(bytes, random), other.subarray(...spanOf(other, random))),
  (bytes, random, other) =>
    Buffer.concat([bytes.subarray(0, below(bytes.length, random)), other.subarray(below(other.length, random))]),
  // Lines in another order, repeated or removed.
  (bytes, random) => ofLines(bytes, (lines) => lines.sort(() => random() - 0.5)),
  (bytes, random) => ofLines(bytes, (lines) => lines.flatMap((line) => (random() < 0.3 ? [line, line] : [line]))),
  (bytes, random) => ofLines(bytes, (lines) => lines.filter(() => random() < 0.7)),
  // Unusual texts in any place, or instead of a word.
  (bytes, random) => {
    const at = below(bytes.length + 1, random);
    return replaced(bytes, [at, at], Buffer.from(oneOf(oddTexts, random)));
  },
  (bytes, random) => ofWords(bytes, random, () => oneOf(oddTexts, random)),
  (bytes, random) => ofWords(bytes, random, () => "9".repeat(below(400, random))),
  // Other encodings.
  (bytes, random) => Buffer.from(bytes.toString("utf8"), random() < 0.5 ? "utf16le" : "latin1"),
  (bytes, random) => Buffer.concat([Buffer.from(random() < 0.5 ? [0xff, 0xfe] : [0xef, 0xbb, 0xbf]), bytes]),
  (bytes, random) => Buffer.from(bytes.toString("utf8").replaceAll("\n", random() < 0.5 ? "\r\n" : "\r")),
  // Endless lines and nestings.
  (bytes, random) => {
    const at = below(bytes.length + 1, random);
    return replaced(
      bytes,
      [at, at],
      Buffer.from(oneOf(["x", '"', ",", " ", '{"a":', "[", "\\", "\n", "1"], random).repeat(endless / 10)),
    );
  },
  (bytes, random) => {
    if (random() < 0.8) return bytes;
    return ofWords(bytes, random, () => "word ".repeat(endless / 5));
  },
];

/** The same bytes with one to three changes; cut if too long. @param other - any other file */
export function mutate(bytes: Buffer, random: Random, other: Buffer): Buffer {
  let made = bytes;
  for (let count = 1 + below(3, random); count > 0; count--) made = oneOf(mutations, random)(made, random, other);
  return made.subarray(0, 4 * endless);
}

/** Random numbers for one case. Neighbouring seeds would give similar first numbers. */
export function randomOfCase(seed: number, number: number): Random {
  return seededRandom(Number.parseInt(sha256(`${seed} ${number}`).slice(0, 8), 16));
}

/** 0 if there is nothing to choose from. */
export function below(count: number, random: Random): number {
  return Math.floor(random() * count);
}

export function oneOf<Item>(items: readonly Item[], random: Random): Item {
  return items[below(items.length, random)] as Item;
}

function edited(bytes: Buffer, count: number, random: Random, edit: (byte: number) => number): Buffer {
  const made = Buffer.from(bytes);
  for (let time = 0; time < count; time++) {
    const at = below(made.length, random);
    const byte = made[at];
    if (byte !== undefined) made[at] = edit(byte);
  }
  return made;
}

/** Usually short ones. */
function spanOf(bytes: Buffer, random: Random): [from: number, to: number] {
  const from = below(bytes.length, random);
  return [from, Math.min(bytes.length, from + 1 + below(bytes.length * random() ** 3, random))];
}

function replaced(bytes: Buffer, [from, to]: readonly [number, number], by: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)]);
}

function repeated(bytes: Buffer, times: number): Buffer {
  return Buffer.concat(
    Array.from({ length: Math.min(times, 1 + Math.floor(endless / (bytes.length + 1))) }, () => bytes),
  );
}

function ofLines(bytes: Buffer, change: (lines: string[]) => string[]): Buffer {
  return Buffer.from(change(bytes.toString("latin1").split("\n")).join("\n"), "latin1");
}

function ofWords(bytes: Buffer, random: Random, change: () => string): Buffer {
  const words = bytes.toString("utf8").split(/\b/);
  words[below(words.length, random)] = change();
  return Buffer.from(words.join(""));
}
