/** How does a command get its model? It opens the model itself, and closes it again, unless it is given open tools. */
import type { ModelSettings } from "../command/shared-settings.ts";
import { defaultCacheFolder } from "../core/files/cache-folder.ts";
import type { Tools } from "../core/ports.ts";
import type { Warning } from "../core/warnings.ts";
import { readingAs } from "../io/encoding.ts";
import type { AdapterOptions, OpenedTools } from "./open-tools.ts";

/** Returns the folder for vectors and indexes; null for none. */
export function cacheFolderOf({ cache = true }: Pick<ModelSettings, "cache">): string | null {
  if (cache === false) return null;
  return cache === true ? defaultCacheFolder(process.env) : cache;
}

/**
 * The tools that are given, or new ones.
 *
 * @param further what the tools need beside the model; without it they build no index
 * @throws SemqrelError as `openTools`
 */
export async function openModel(
  settings: ModelSettings,
  further: Pick<AdapterOptions, "exact" | "indexesFolder"> = { exact: true },
): Promise<OpenedTools> {
  const { tools, cache: _, ...options } = settings;
  if (tools !== undefined) return { tools, close: async () => {} };
  // Imported here, because measure and compare rarely need a model.
  const { openTools } = await import("./open-tools.ts");
  return openTools({ ...options, cacheFolder: cacheFolderOf(settings), ...further });
}

/** Runs the work with the model, and closes it. Warnings about the machine come before those of the work. */
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
