/** Opens and closes the model for a command, unless the caller passes open tools. */
import type { ModelSettings } from "../command/shared-settings.ts";
import { defaultCacheFolder } from "../core/files/cache-folder.ts";
import type { Tools } from "../core/ports.ts";
import type { Warning } from "../core/warnings.ts";
import { readingAs } from "../io/encoding.ts";
import type { AdapterOptions, OpenedTools } from "./open-tools.ts";

/** Returns the folder for stored vectors; null if vectors are not stored. */
export function cacheFolderOf({ cache = true }: Pick<ModelSettings, "cache">): string | null {
  if (cache === false) return null;
  return cache === true ? defaultCacheFolder(process.env) : cache;
}

/** Returns the given tools, or opens new ones. @param further - whether and where to index (default: no index) */
export async function openModel(
  settings: ModelSettings,
  further: Pick<AdapterOptions, "exact" | "indexesFolder"> = { exact: true },
): Promise<OpenedTools> {
  const { tools, cache: _, ...options } = settings;
  if (tools !== undefined) return { tools, close: async () => {} };
  // Imported only when needed, because measure and compare rarely need a model.
  const { openTools } = await import("./open-tools.ts");
  return openTools({ ...options, cacheFolder: cacheFolderOf(settings), ...further });
}

/** Runs `work` with the model, then closes the model. Puts warnings about cache and HNSW before those of `work`. */
export async function withModel<Found extends { readonly warnings: readonly Warning[] }>(
  settings: ModelSettings,
  work: (tools: Tools) => Promise<Found>,
): Promise<Found> {
  const { tools, close } = await openModel(settings);
  try {
    const found = await readingAs(settings, () => work(tools));
    return { ...found, warnings: [...tools.warnings(), ...found.warnings] };
  } finally {
    await close();
  }
}
