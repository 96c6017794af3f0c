/** How does a verb get its model? It opens the model itself, and closes it again, unless it is given open tools. */
import { defaultCacheFolder } from "../core/files/cache-folder.ts";
import type { Progress } from "../core/ports.ts";
import type { Warning } from "../core/warnings.ts";
import { type EncodingChoice, readingAs } from "../io/encoding.ts";
import type { LabelTools } from "../label/label-options.ts";
import type { AdapterOptions, OpenedTools } from "../label/open-tools.ts";

/** How a verb reads, shows that it works, and is stopped. */
export interface WorkSettings extends EncodingChoice {
  /** Is told how far the work is. @default nothing is shown */
  readonly progress?: Progress;
  /** Stops the work with an error of the code INTERRUPTED. @default nothing stops it */
  readonly signal?: AbortSignal;
}

/** The model of a verb that compares titles by meaning. */
export interface ModelSettings extends WorkSettings {
  /** A folder, or the hub id of a model fetched before. @default "all-MiniLM-L6-v2", which comes along */
  readonly model?: string;
  /** Threads of the model. @default the machine's cores */
  readonly threads?: number;
  /** Whether vectors and indexes are kept between runs, or the folder to keep them in. @default true: the user's cache folder */
  readonly cache?: boolean | string;
  /** `transformers.js` runs the model in that library; `hash` replaces the model in tests. @default "model" */
  readonly embedder?: "model" | "transformers.js" | "hash";
  /** Tools that are open already, for several calls with one model. They stay open. @default opened here */
  readonly tools?: LabelTools;
}

/** The folder that vectors and indexes are kept in; null keeps none. */
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
  // Here and not above: measure and compare seldom need a model.
  const { openTools } = await import("../label/open-tools.ts");
  return openTools({ ...options, cacheFolder: cacheFolderOf(settings), ...further });
}

/** Runs the work with the model, and closes what it opened. Warnings about the machine come before those of the work. */
export async function withModel<Found extends { readonly warnings: readonly Warning[] }>(
  settings: ModelSettings,
  work: (tools: LabelTools) => Promise<Found>,
): Promise<Found> {
  const { tools, close } = await openModel(settings);
  try {
    const found = await readingAs(settings, () => work(tools));
    return { ...found, warnings: [...tools.warnings(), ...found.warnings] };
  } finally {
    await close();
  }
}
