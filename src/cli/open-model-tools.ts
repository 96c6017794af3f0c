/**
 * How does a command that embeds titles, and matches none, get its model?
 */
import type { OpenedTools } from "../label/open-tools.ts";
import type { CliIo, CommonFlags } from "./io.ts";
import type { ModelFlags } from "./options/input-options.ts";
import { stderrProgress } from "./terminal/progress.ts";

/** @throws SemqrelError as `openTools` */
export async function openModelTools(flags: ModelFlags & CommonFlags, io: CliIo): Promise<OpenedTools> {
  const { clock, defaultCacheFolder, openTools } = await import("../label/open-tools.ts");
  return openTools({
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.threads === undefined ? {} : { threads: flags.threads }),
    cacheFolder: flags.cache ? defaultCacheFolder(io.environment) : null,
    exact: true,
    embedder: flags.embedder,
    progress: stderrProgress(io, clock, flags.quiet === true),
    signal: io.signal,
  });
}
