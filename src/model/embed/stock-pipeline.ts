/**
 * How do most people embed titles in JavaScript?
 * The pipeline of transformers.js, for comparison only. An optional peer: it loads sharp, whose installation downloads
 * from another host than the registry.
 */
import { createRequire } from "node:module";
import { basename, dirname } from "node:path";
import { attempt } from "../../core/attempt.ts";
import type { ModelFolder } from "./model-folder.ts";

export interface StockPipeline {
  embed(titles: readonly string[]): Promise<unknown>;
}

/** Null where the package is not installed or cannot be imported. */
export async function openStockPipeline(model: ModelFolder): Promise<StockPipeline | null> {
  try {
    const { env, pipeline } = await import("@xenova/transformers");
    env.localModelPath = dirname(model.folder);
    env.allowRemoteModels = false;
    const extract = await pipeline("feature-extraction", basename(model.folder), { quantized: false });
    return { embed: (titles) => extract([...titles], { pooling: "mean", normalize: true }) };
  } catch {
    return null;
  }
}

/** Without loading the package, which takes a second and a native module. */
export function hasStockPipeline(): boolean {
  return attempt(() => createRequire(import.meta.url).resolve("@xenova/transformers")) !== null;
}
