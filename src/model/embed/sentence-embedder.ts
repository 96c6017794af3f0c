/**
 * How does a sentence model turn titles into vectors, fast?
 * Equal token ids are computed once; a batch holds titles of one length, so nothing is padded and a vector never
 * depends on the titles beside it.
 */
import { createHash } from "node:crypto";
import { at } from "../../core/at.ts";
import { messageOf, SemqrelError } from "../../core/errors.ts";
import { sha256 } from "../../core/files/read-whole.ts";
import type { Embedder, EmbedOptions } from "../../core/ports.ts";
import { rowsByKey } from "../../core/rows-by-key.ts";
import { type ModelIdentity, TitleFlag } from "../../core/types.ts";
import type { ModelFolder } from "./model-folder.ts";
import { type OnnxSession, openOnnxSession } from "./onnx-session.ts";
import { loadTokenizer, type TokenisedTitle } from "./tokenizer.ts";

export interface SentenceEmbedderOptions {
  /** Threads within one operator, >= 1. */
  readonly threads: number;
  /** Runs the model instead of semqrel's own session, with as many threads as it likes. @default none */
  readonly library?: ModelLibrary | null;
}

/** A library that tokenises titles and runs the model by itself. */
export interface ModelLibrary {
  /** Its package and version. */
  readonly name: string;
  open(model: ModelFolder): Promise<ModelRunner>;
}

/** A model that is loaded. */
export interface ModelRunner {
  tokenise(title: string): TokenisedTitle;
  /** @param ids of each title, equally many @returns the titles' vectors of length 1, one after the other */
  run(titles: readonly string[], ids: readonly (readonly number[])[]): Promise<Float32Array>;
}

/** Enough to keep the cores busy, few enough to stay in their caches and in 600 MB. */
const BATCH_TOKENS = 1024;

/** Loads tokenizer and session with the first title: a warm cache needs neither. */
export function sentenceEmbedder(model: ModelFolder, options: SentenceEmbedderOptions): Embedder {
  let loaded: Promise<ModelRunner> | null = null;
  return {
    model: options.library ? identityWith(options.library, model.identity) : model.identity,
    async embed(titles, embedOptions = {}) {
      loaded ??= load(model, options);
      const runner = await loaded;
      const tokenised = titles.map((title) => runner.tokenise(title));
      const tokenKeys = tokenised.map(({ ids }) => tokenKey(ids));
      const { dimensions } = model.identity;
      const vectors = new Float32Array(titles.length * dimensions);
      let done = 0;
      for (const batch of batches(tokenised, tokenKeys, model.identity.precision)) {
        // The runtime computes on this thread: only a turn of the event loop lets Ctrl-C through.
        await new Promise((resolve) => setImmediate(resolve));
        throwIfAborted(embedOptions);
        const firsts = batch.map((places) => at(places, 0));
        const rows = await runner.run(
          firsts.map((place) => at(titles, place)),
          firsts.map((place) => at(tokenised, place).ids),
        );
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

/** Has another sum, so that vectors, indexes and calibrations of the two are never mixed. */
function identityWith(library: ModelLibrary, { name, sha256: sum, ...rest }: ModelIdentity): ModelIdentity {
  const both = { name: `${name} in ${library.name}`, sha256: sha256(`${sum}  ${library.name}\n`) };
  return { ...both, ...rest, library: library.name };
}

async function load(model: ModelFolder, { threads, library }: SentenceEmbedderOptions): Promise<ModelRunner> {
  try {
    return await (library ? library.open(model) : openOwnSession(model, threads));
  } catch (cause) {
    if (cause instanceof SemqrelError) throw cause;
    const { folder } = model;
    const how = library ? ` with ${library.name}` : "";
    const message = `Opening the model in ${folder}${how}: ${messageOf(cause)}. Check it with: semqrel system model verify.`;
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

async function openOwnSession(model: ModelFolder, threads: number): Promise<ModelRunner> {
  const { folder, identity, onnxPath, pooling } = model;
  const { tokenise } = await loadTokenizer(folder, identity.maxTokens);
  const session = await openOnnxSession(onnxPath, threads);
  return { tokenise, run: (_, ids) => runBatch(session, ids, identity.dimensions, pooling) };
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
