/**
 * Embeds titles with a sentence model. Titles with equal token ids are computed once. All titles of a batch have the
 * same length, so nothing is padded and a vector never depends on other titles.
 */
import { at } from "../../core/at.ts";
import { throwIfAborted } from "../../core/errors.ts";
import type { EmbedOptions } from "../../core/ports.ts";
import { rowsByKey } from "../../core/rows-by-key.ts";
import { type EmbeddedTitles, type ModelIdentity, TitleFlag } from "../../core/types.ts";
import type { OnnxSession } from "./onnx-session.ts";
import type { TokenisedTitle } from "./tokenizer.ts";

export interface ModelRunner {
  tokenise(title: string): TokenisedTitle;
  /** @param ids - one list for each title, all of the same length @returns vectors of norm 1, one after the other */
  run(titles: readonly string[], ids: readonly (readonly number[])[]): Promise<Float32Array>;
}

/** Maximum tokens per batch. Fewer would not keep all cores busy; more would exceed the caches and 600 MB of memory. */
const BATCH_TOKENS = 1024;

export interface BatchHelp {
  /** Returns equal keys only for equal ids. */
  readonly tokenKey: (ids: readonly number[]) => string;
  /** Called before each batch, so that other work can run. */
  readonly pause: () => Promise<void>;
}

export async function embedInBatches(
  titles: readonly string[],
  runner: ModelRunner,
  identity: ModelIdentity,
  { tokenKey, pause }: BatchHelp,
  embedOptions: EmbedOptions = {},
): Promise<EmbeddedTitles> {
  const tokenised = titles.map((title) => runner.tokenise(title));
  const tokenKeys = tokenised.map(({ ids }) => tokenKey(ids));
  const { dimensions } = identity;
  const vectors = new Float32Array(titles.length * dimensions);
  let done = 0;
  for (const batch of batches(tokenised, tokenKeys, identity.precision)) {
    await pause();
    throwIfAborted(embedOptions.signal, "Embedding");
    const firsts = batch.map((indexes) => at(indexes, 0));
    const rows = await runner.run(
      firsts.map((index) => at(titles, index)),
      firsts.map((index) => at(tokenised, index).ids),
    );
    batch.forEach((indexes, row) => {
      for (const index of indexes)
        vectors.set(rows.subarray(row * dimensions, (row + 1) * dimensions), index * dimensions);
      done += indexes.length;
    });
    embedOptions.onProgress?.(done);
  }
  return {
    dimensions,
    vectors,
    tokenKeys,
    tokenCounts: Int32Array.from(tokenised, ({ ids }) => ids.length),
    flags: Uint8Array.from(tokenised, flagsOf),
  };
}

/** A batch is a list of groups. A group has the indexes of all titles with equal token ids. */
function batches(tokenised: readonly TokenisedTitle[], tokenKeys: readonly string[], precision: string) {
  const rows = [...rowsByKey(tokenKeys).values()];
  return [...rowsByKey(rows.map((indexes) => at(tokenised, at(indexes, 0)).ids.length))]
    .sort(([one], [other]) => one - other)
    .flatMap(([length, ofLength]) => {
      // An int8 model scales its activations over the batch, so each batch has only one title.
      const size = precision === "float32" ? Math.max(1, Math.floor(BATCH_TOKENS / length)) : 1;
      return Array.from({ length: Math.ceil(ofLength.length / size) }, (_, batch) =>
        ofLength.slice(batch * size, (batch + 1) * size).map((row) => at(rows, row)),
      );
    });
}

export async function runBatch(
  session: OnnxSession,
  ids: readonly (readonly number[])[],
  dimensions: number,
  pooling: "mean" | "cls",
): Promise<Float32Array> {
  const { length } = at(ids, 0);
  const flat = BigInt64Array.from(ids.flat(), BigInt);
  const feeds: Record<string, BigInt64Array> = {};
  for (const name of session.inputs) {
    if (name === "input_ids") feeds[name] = flat;
    else feeds[name] = new BigInt64Array(flat.length).fill(name === "attention_mask" ? 1n : 0n);
  }
  const hidden = await session.run(feeds, [ids.length, length]);
  const rows = new Float32Array(ids.length * dimensions);
  const sum = new Float64Array(dimensions);
  for (let row = 0; row < ids.length; row++) {
    sum.fill(0);
    for (let token = 0; token < (pooling === "cls" ? 1 : length); token++) {
      const begin = (row * length + token) * dimensions;
      for (let dimension = 0; dimension < dimensions; dimension++) {
        sum[dimension] = (sum[dimension] as number) + (hidden[begin + dimension] as number);
      }
    }
    let squares = 0;
    for (let dimension = 0; dimension < dimensions; dimension++) squares += (sum[dimension] as number) ** 2;
    // The sum is not divided by the number of tokens, because it is normalised anyway.
    const norm = Math.sqrt(squares) || 1;
    for (let dimension = 0; dimension < dimensions; dimension++)
      rows[row * dimensions + dimension] = (sum[dimension] as number) / norm;
  }
  return rows;
}

function flagsOf({ isTruncated, hasUnknown, isUnreadable }: TokenisedTitle): number {
  return (
    (isTruncated ? TitleFlag.truncated : 0) |
    (hasUnknown ? TitleFlag.unknownToken : 0) |
    (isUnreadable ? TitleFlag.unreadable : 0)
  );
}
