/** Embeds only titles without a stored vector. Stores vectors block by block, so an interrupted run loses one block. */
import { createHash } from "node:crypto";
import { at } from "../../core/at.ts";
import { SemqrelError, throwIfAborted } from "../../core/errors.ts";
import type { Embedder } from "../../core/ports.ts";
import { quoted } from "../../core/text/wording.ts";
import { type EmbeddedTitles, TitleFlag } from "../../core/types.ts";
import { cosine } from "../../maths/numbers.ts";
import type { VectorStore } from "./vector-store.ts";

const BLOCK_TITLES = 1024;
/** Version of stored entries. Increase it if the layout of an entry, its flags, the pooling or the batching changes. */
const ENTRY_VERSION = 3;

const PAGE_TITLES = 4096;

export interface KeptEntries {
  /** Returns entries in the order of the keys; undefined for unknown keys. */
  get(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]>;
  put(entries: readonly (readonly [key: Uint8Array, value: Uint8Array])[]): Promise<void>;
}

export function cachedEmbedder(embedder: Embedder, store: VectorStore): Embedder {
  return keepingEmbedder(embedder, {
    get: async (keys) => keys.map((key) => store.get(key)),
    put: (entries) => store.put(entries),
  });
}

/** Keys in `kept` are hashes of model, precision, maximum length and title. A damaged entry counts as missing. */
export function keepingEmbedder(embedder: Embedder, kept: KeptEntries): Embedder {
  const { model } = embedder;
  const prefix = `${ENTRY_VERSION}\n${model.sha256}\n${model.precision}\n${model.maxTokens}\n`;
  const keyOf = (title: string) => createHash("sha256").update(prefix).update(title).digest();
  let isChecked = false;
  return {
    model,
    async embed(titles, options = {}) {
      const { dimensions } = model;
      const all: GrowingTitles = {
        dimensions,
        vectors: new Float32Array(titles.length * dimensions),
        tokenKeys: new Array<string>(titles.length).fill(""),
        tokenCounts: new Int32Array(titles.length),
        flags: new Uint8Array(titles.length),
      };
      const missing: number[] = [];
      const canaries: number[] = [];
      for (let begin = 0; begin < titles.length; begin += PAGE_TITLES) {
        throwIfAborted(options.signal, "Embedding");
        const keys = titles.slice(begin, begin + PAGE_TITLES).map(keyOf);
        const entries = await kept.get(keys);
        for (const [number, entry] of entries.entries()) {
          const isKnown = entry !== undefined && decodeEntry(at(keys, number), entry, all, begin + number);
          if (!isKnown) missing.push(begin + number);
          else if (canaries.length < CANARIES) canaries.push(begin + number);
        }
      }
      // Refuses a changed model, because its vectors must not be mixed with the stored vectors.
      if (!isChecked && missing.length > 0 && canaries.length > 0) {
        await requireSameVectors(embedder, titles, canaries, all);
        isChecked = true;
      }
      let done = titles.length - missing.length;
      options.onProgress?.(done);
      for (let begin = 0; begin < missing.length; begin += BLOCK_TITLES) {
        throwIfAborted(options.signal, "Embedding");
        const indexes = missing.slice(begin, begin + BLOCK_TITLES);
        const onProgress = (computed: number) => options.onProgress?.(done + computed);
        const block = await embedder.embed(
          indexes.map((index) => at(titles, index)),
          { ...options, onProgress },
        );
        done += indexes.length;
        for (const [number, index] of indexes.entries()) copyTitle(block, number, all, index);
        const keys = indexes.map((index) => keyOf(at(titles, index)));
        await kept.put(keys.map((key, number) => [key, encodeEntry(key, block, number)]));
      }
      return all;
    },
  };
}

/** Number of known titles that are embedded again, to check that the model is unchanged. */
const CANARIES = 3;
/** Minimum cosine of two machines' vectors of the same title. Machines round differently, above all with int8. */
const leastCosineOf = (precision: string) => (precision === "float32" ? 0.9999 : 0.98);

async function requireSameVectors(
  embedder: Embedder,
  titles: readonly string[],
  indexes: readonly number[],
  known: EmbeddedTitles,
): Promise<void> {
  const { name, dimensions, precision } = embedder.model;
  const again = await embedder.embed(indexes.map((index) => at(titles, index)));
  for (const [number, index] of indexes.entries()) {
    const now = again.vectors.subarray(number * dimensions, (number + 1) * dimensions);
    const before = known.vectors.subarray(index * dimensions, (index + 1) * dimensions);
    // An empty title may have a vector of zeros, whose cosine with itself is 0.
    if (cosine(now, before) >= leastCosineOf(precision) || now.every((value) => value === 0)) continue;
    const message =
      `Computing vectors with ${name}: the vector of ${quoted(at(titles, index))} differs from the stored one. ` +
      "The model's files or the stored vectors have changed. Run semqrel system model verify. If the model is intact, remove the stored " +
      "vectors: semqrel system cache clean.";
    throw new SemqrelError("MODEL_DAMAGED", message, { details: { title: at(titles, index) } });
  }
}

type GrowingTitles = EmbeddedTitles & { tokenKeys: string[] };

/** Offsets in an entry. Sizes in bytes: flags 1, token count 2, token key 22, checksum 8. The vector is at the end. */
const HEAD = { flags: 0, tokenCount: 2, tokenKey: 4, checksum: 28, vector: 36 } as const;
const TOKEN_KEY_LENGTH = 22;

function encodeEntry(key: Uint8Array, titles: EmbeddedTitles, index: number): Uint8Array {
  const { dimensions } = titles;
  const entry = Buffer.alloc(HEAD.vector + 4 * dimensions);
  entry[HEAD.flags] = at(titles.flags, index);
  entry.writeUInt16LE(at(titles.tokenCounts, index), HEAD.tokenCount);
  entry.write(at(titles.tokenKeys, index).slice(0, TOKEN_KEY_LENGTH), HEAD.tokenKey, "latin1");
  for (let number = 0; number < dimensions; number++) {
    entry.writeFloatLE(at(titles.vectors, index * dimensions + number), HEAD.vector + 4 * number);
  }
  checksum(key, entry).copy(entry, HEAD.checksum);
  return entry;
}

/** Whether the entry was stored for this key and is undamaged. */
export function isWholeEntry(key: Uint8Array, bytes: Uint8Array): boolean {
  const entry = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return checksum(key, entry).equals(entry.subarray(HEAD.checksum, HEAD.vector));
}

function decodeEntry(key: Uint8Array, bytes: Uint8Array, into: GrowingTitles, index: number): boolean {
  const { dimensions } = into;
  if (bytes.length !== HEAD.vector + 4 * dimensions || !isWholeEntry(key, bytes)) return false;
  const entry = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  into.flags[index] = at(entry, HEAD.flags) | TitleFlag.fromCache;
  into.tokenCounts[index] = entry.readUInt16LE(HEAD.tokenCount);
  into.tokenKeys[index] = entry.toString("latin1", HEAD.tokenKey, HEAD.tokenKey + TOKEN_KEY_LENGTH);
  // Copies the vector, because Float32Array needs an offset divisible by 4. Assumes a little-endian machine.
  into.vectors.set(new Float32Array(Uint8Array.from(entry.subarray(HEAD.vector)).buffer), index * dimensions);
  return true;
}

/** The checksum also covers the key, because damage may move an entry to another key. */
function checksum(key: Uint8Array, entry: Buffer): Buffer {
  const hash = createHash("sha256").update(key).update(entry.subarray(0, HEAD.checksum));
  return hash
    .update(entry.subarray(HEAD.vector))
    .digest()
    .subarray(0, HEAD.vector - HEAD.checksum);
}

function copyTitle(from: EmbeddedTitles, number: number, into: GrowingTitles, index: number): void {
  const { dimensions } = from;
  into.vectors.set(from.vectors.subarray(number * dimensions, (number + 1) * dimensions), index * dimensions);
  into.tokenKeys[index] = at(from.tokenKeys, number);
  into.tokenCounts[index] = at(from.tokenCounts, number);
  into.flags[index] = at(from.flags, number);
}
