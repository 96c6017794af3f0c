/** Opens the model, the cache and the indexes for a run. Warns if the cache or HNSW indexes cannot be used. */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { invalidOption, messageOf } from "../core/errors.ts";
import { type Clock, type Progress, silentProgress, type Tools } from "../core/ports.ts";
import type { Warning } from "../core/warnings.ts";
import { cachedEmbedder } from "./embed/cached-embedder.ts";
import { hashEmbedder } from "./embed/hash-embedder.ts";
import { bundledModel, openModelFolder } from "./embed/model-folder.ts";
import { sentenceEmbedder } from "./embed/sentence-embedder.ts";
import { loadStockLibrary } from "./embed/stock-pipeline.ts";
import { exactIndexes } from "./index/exact.ts";
import { findHnsw } from "./index/hnsw.ts";
import { storedIndexes } from "./index/index-store.ts";

export interface AdapterOptions {
  /** The bundled model's name, a folder, or the hub id of a fetched model. @default the bundled model */
  readonly model?: string;
  /** Folder that keeps vectors and results of verifications for later runs; null keeps nothing. @default null */
  readonly cacheFolder?: string | null;
  /** Folder that keeps HNSW indexes for later runs; null keeps nothing. @default null */
  readonly indexesFolder?: string | null;
  /** Compares all points, which is slower for large jobs than an HNSW index. @default false */
  readonly exact?: boolean;
  /** Threads of the model. @default number of cores */
  readonly threads?: number;
  /** `transformers.js` runs the model with this library; `hash` is for tests. @default "model" */
  readonly embedder?: "model" | "transformers.js" | "hash";
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
}

export interface OpenedTools {
  readonly tools: Tools;
  /** Closes the file of stored vectors. */
  close(): Promise<void>;
}

export const clock: Clock = { seconds: () => performance.now() / 1000 };

export async function openTools(options: AdapterOptions = {}): Promise<OpenedTools> {
  const warnings: Warning[] = [];
  const cacheFolder = options.cacheFolder ?? null;
  const { embedder, store } = await openEmbedder(options, cacheFolder, warnings);
  const { hnsw, missing } = options.exact ? { hnsw: null, missing: null } : findHnsw();
  if (missing !== null && isFirstTime(cacheFolder)) {
    warnings.push({ kind: "exact-search-instead", reason: `${missing.fact} ${missing.remedy}` });
  }
  const openIndexes = (folder: string | null, dataset: string) =>
    hnsw === null ? exactIndexes() : storedIndexes({ hnsw, folder, dataset, model: embedder.model });
  return {
    tools: {
      embedder,
      indexes: (dataset) => openIndexes(options.indexesFolder ?? null, dataset),
      passingIndexes: () => openIndexes(null, ""),
      clock,
      progress: options.progress ?? silentProgress,
      signal: options.signal ?? new AbortController().signal,
      warnings: () => warnings,
    },
    close: async () => store?.close(),
  };
}

/** Whether to warn about missing HNSW. Warns once per cache folder, because runs without HNSW are only slower. */
function isFirstTime(cacheFolder: string | null): boolean {
  if (cacheFolder === null) return true;
  try {
    mkdirSync(cacheFolder, { recursive: true });
    writeFileSync(join(cacheFolder, "exact-search-said"), "", { flag: "wx" });
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code !== "EEXIST";
  }
}

async function openEmbedder(options: AdapterOptions, cacheFolder: string | null, warnings: Warning[]) {
  if (options.embedder === "hash") return { embedder: hashEmbedder(), store: null };
  const threads = options.threads ?? availableParallelism();
  if (!Number.isInteger(threads) || threads < 1) {
    throw invalidOption(`Opening the model: the number of threads is ${threads}. Give a whole number >= 1.`);
  }
  const model = await openModelFolder(options.model ?? bundledModel, cacheFolder);
  const library = options.embedder === "transformers.js" ? await loadStockLibrary() : null;
  const embedder = sentenceEmbedder(model, { threads, library });
  if (cacheFolder === null) return { embedder, store: null };
  const warn = (why: string) => warnings.push({ kind: "cache-unavailable", reason: `${cacheFolder}: ${why}` });
  try {
    const { openVectorStore } = await import("./embed/vector-store.ts");
    const { store, setAside } = await openVectorStore(join(cacheFolder, "vectors.bin"), warn);
    if (setAside !== null) warnings.push({ kind: "cache-rebuilt", reason: setAside });
    return { embedder: cachedEmbedder(embedder, store), store };
  } catch (cause) {
    warn(messageOf(cause));
    return { embedder, store: null };
  }
}
