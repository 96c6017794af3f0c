/** Turns titles into vectors on the page, in one WebAssembly thread. Only this file imports onnxruntime-web. */
import * as runtime from "onnxruntime-web";
import { at } from "../../core/at.ts";
import type { Embedder } from "../../core/ports.ts";
import { type ModelIdentity, TitleFlag } from "../../core/types.ts";
import * as classes from "../../model/embed/bundled-tokenizers.ts";
import { embedInBatches, type ModelRunner, runBatch } from "../../model/embed/embed-in-batches.ts";
import type { OnnxSession } from "../../model/embed/onnx-session.ts";
import { makeTokenizer } from "../../model/embed/tokenizer.ts";

/** Number of titles to embed before storing; small, so that little is lost if the page is closed. */
const BLOCK_TITLES = 128;

/** @param folder - address of the folder that has the page @param model - identity of the model in `folder/model/` */
export function pageEmbedder(folder: string, model: ModelIdentity): Embedder {
  let loading: Promise<ModelRunner> | null = null;
  let opening: ReturnType<typeof openKeptVectors> | null = null;
  return {
    model,
    async embed(titles, options = {}) {
      const { dimensions } = model;
      const vectors = new Float32Array(titles.length * dimensions);
      const tokenKeys = titles.map(() => "");
      const tokenCounts = new Int32Array(titles.length);
      const flags = new Uint8Array(titles.length);
      opening ??= openKeptVectors(model.sha256);
      const kept = await opening;
      const known = (await kept?.get(titles)) ?? [];
      const missing: number[] = [];
      for (const place of titles.keys()) {
        const entry = known[place];
        if (entry === undefined) {
          missing.push(place);
          continue;
        }
        vectors.set(entry.vector, place * dimensions);
        tokenKeys[place] = entry.tokenKey;
        tokenCounts[place] = entry.tokenCount;
        flags[place] = entry.flags | TitleFlag.fromCache;
      }
      let done = titles.length - missing.length;
      options.onProgress?.(done);
      for (let begin = 0; begin < missing.length; begin += BLOCK_TITLES) {
        loading ??= load(folder, model);
        const places = missing.slice(begin, begin + BLOCK_TITLES);
        const texts = places.map((place) => at(titles, place));
        const help = { tokenKey: (ids: readonly number[]) => ids.join(","), pause: () => Promise.resolve() };
        const block = await embedInBatches(texts, await loading, model, help, {
          onProgress: (computed) => options.onProgress?.(done + computed),
        });
        const made = places.map((place, number) => {
          const vector = block.vectors.slice(number * dimensions, (number + 1) * dimensions);
          vectors.set(vector, place * dimensions);
          tokenKeys[place] = at(block.tokenKeys, number);
          tokenCounts[place] = at(block.tokenCounts, number);
          flags[place] = at(block.flags, number);
          const entry = { vector, tokenKey: at(block.tokenKeys, number), tokenCount: at(block.tokenCounts, number) };
          return [at(titles, place), { ...entry, flags: at(block.flags, number) }] as const;
        });
        await kept?.put(made);
        done += places.length;
      }
      return { dimensions, vectors, tokenKeys, tokenCounts, flags };
    },
  };
}

async function load(folder: string, model: ModelIdentity): Promise<ModelRunner> {
  const fetched = async (file: string) => {
    const response = await fetch(`${folder}${file}`);
    if (!response.ok) throw new TypeError(`${file} cannot be read (${response.status})`);
    return response;
  };
  const json = async (file: string) => (await fetched(`model/${file}`)).json();
  const { tokenise } = makeTokenizer(
    classes,
    await json("tokenizer.json"),
    await json("tokenizer_config.json"),
    model.maxTokens,
  );
  runtime.env.wasm.numThreads = 1;
  runtime.env.wasm.wasmPaths = folder;
  const bytes = await (await fetched("model/onnx/model.onnx")).arrayBuffer();
  const session = await runtime.InferenceSession.create(bytes, {
    executionProviders: ["wasm"],
    graphOptimizationLevel: "all",
  });
  const [output = ""] = session.outputNames;
  const own: OnnxSession = {
    inputs: session.inputNames,
    async run(inputs, shape) {
      const feeds = Object.entries(inputs).map(([name, data]) => [
        name,
        data instanceof Float32Array
          ? new runtime.Tensor("float32", data, shape)
          : new runtime.Tensor("int64", data, shape),
      ]);
      return (await session.run(Object.fromEntries(feeds)))[output]?.data as Float32Array;
    },
  };
  return { tokenise, run: (_, ids) => runBatch(own, ids, model.dimensions, "mean") };
}

/** Embeds without a model. All similarities are 0, so only equal titles match. */
export const equalTitles: Embedder = {
  model: { name: "none: equal titles alone", sha256: "", dimensions: 1, precision: "float32", maxTokens: 0 },
  async embed(titles, options = {}) {
    options.onProgress?.(titles.length);
    return {
      dimensions: 1,
      vectors: new Float32Array(titles.length),
      tokenKeys: [...titles],
      tokenCounts: new Int32Array(titles.length),
      flags: new Uint8Array(titles.length),
    };
  },
};

const STORE = "vectors";

interface KeptVector {
  readonly vector: Float32Array;
  readonly tokenKey: string;
  readonly tokenCount: number;
  readonly flags: number;
}

/** Returns null if the browser stores nothing, as in some private windows. @param model - hash of the model's files */
async function openKeptVectors(model: string) {
  try {
    const opening = indexedDB.open("semqrel", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    const database = await resultOf(opening);
    const keyOf = (title: string) => `${model}\n${title}`;
    return {
      get(titles: readonly string[]) {
        const store = database.transaction(STORE).objectStore(STORE);
        return Promise.all(titles.map((title) => resultOf<KeptVector | undefined>(store.get(keyOf(title)))));
      },
      put(entries: readonly (readonly [title: string, kept: KeptVector])[]) {
        const transaction = database.transaction(STORE, "readwrite");
        for (const [title, kept] of entries) transaction.objectStore(STORE).put(kept, keyOf(title));
        return new Promise<void>((resolve) => {
          transaction.oncomplete = () => resolve();
          // Ignores a full disk. The vectors are then computed again next time.
          transaction.onabort = () => resolve();
        });
      },
    };
  } catch {
    return null;
  }
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
