/**
 * How does a sentence model turn titles into vectors, fast?
 * Equal token ids are computed once; a batch holds titles of one length, so nothing is padded and a vector never
 * depends on the titles beside it.
 */
import { createHash } from "node:crypto";
import { at } from "../../core/at.ts";
import { messageOf, SemqrelError } from "../../core/errors.ts";
import type { Embedder, EmbedOptions } from "../../core/ports.ts";
import { rowsByKey } from "../../core/rows-by-key.ts";
import { TitleFlag } from "../../core/types.ts";
import type { ModelFolder } from "./model-folder.ts";
import { type OnnxSession, openOnnxSession } from "./onnx-session.ts";
import { loadTokenizer, type TokenisedTitle } from "./tokenizer.ts";

export interface SentenceEmbedderOptions {
  /** Threads within one operator, >= 1. */
  readonly threads: number;
}

/** Enough to keep the cores busy, few enough to stay in their caches and in 600 MB. */
const BATCH_TOKENS = 1024;

/** Loads tokenizer and session with the first title: a warm cache needs neither. */
export function sentenceEmbedder(model: ModelFolder, options: SentenceEmbedderOptions): Embedder {
  let loaded: ReturnType<typeof load> | null = null;
  return {
    model: model.identity,
    async embed(titles, embedOptions = {}) {
      loaded ??= load(model, options.threads);
      const { tokenizer, session } = await loaded;
      const tokenised = titles.map((title) => tokenizer.tokenise(title));
      const tokenKeys = tokenised.map(({ ids }) => tokenKey(ids));
      const { dimensions } = model.identity;
      const vectors = new Float32Array(titles.length * dimensions);
      let done = 0;
      for (const batch of batches(tokenised, tokenKeys, model.identity.precision)) {
        // The runtime computes on this thread: only a turn of the event loop lets Ctrl-C through.
        await new Promise((resolve) => setImmediate(resolve));
        throwIfAborted(embedOptions);
        const ids = batch.map((places) => at(tokenised, at(places, 0)).ids);
        const rows = await runBatch(session, ids, dimensions, model.pooling);
        batch.forEach((places, row) => {
          for (const place of places)
            vectors.set(rows.subarray(row * dimensions, (row + 1) * dimensions), place * dimensions);
          done += places.length;
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
    },
  };
}

/** @throws SemqrelError INTERRUPTED */
export function throwIfAborted(options: EmbedOptions): void {
  if (options.signal?.aborted) throw new SemqrelError("INTERRUPTED", "Embedding: interrupted.");
}

async function load(model: ModelFolder, threads: number) {
  try {
    return {
      tokenizer: await loadTokenizer(model.folder, model.identity.maxTokens),
      session: await openOnnxSession(model.onnxPath, threads),
    };
  } catch (cause) {
    const { folder } = model;
    const message = `Opening the model in ${folder}: ${messageOf(cause)}. Check it with: semqrel model verify.`;
    throw new SemqrelError("MODEL_DAMAGED", message, { details: { folder }, cause });
  }
}

/** 128 bits of the ids' hash. */
function tokenKey(ids: readonly number[]): string {
  return createHash("sha256").update(Int32Array.from(ids)).digest("base64url").slice(0, 22);
}

/** @returns by batch and row of it: all titles with the same token ids */
function batches(tokenised: readonly TokenisedTitle[], tokenKeys: readonly string[], precision: string) {
  const rows = [...rowsByKey(tokenKeys).values()];
  return [...rowsByKey(rows.map((places) => at(tokenised, at(places, 0)).ids.length))]
    .sort(([one], [other]) => one - other)
    .flatMap(([length, ofLength]) => {
      // An int8 model scales its activations over the batch, so that a title keeps its vector only alone.
      const size = precision === "float32" ? Math.max(1, Math.floor(BATCH_TOKENS / length)) : 1;
      return Array.from({ length: Math.ceil(ofLength.length / size) }, (_, batch) =>
        ofLength.slice(batch * size, (batch + 1) * size).map((row) => at(rows, row)),
      );
    });
}

async function runBatch(
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
      for (let place = 0; place < dimensions; place++) {
        sum[place] = (sum[place] as number) + (hidden[begin + place] as number);
      }
    }
    let squares = 0;
    for (let place = 0; place < dimensions; place++) squares += (sum[place] as number) ** 2;
    // The mean's divisor cancels against the norm.
    const norm = Math.sqrt(squares) || 1;
    for (let place = 0; place < dimensions; place++) rows[row * dimensions + place] = (sum[place] as number) / norm;
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
