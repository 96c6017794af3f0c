/** How do the flags of a command become the settings of a verb? */
import { defaultCacheFolder } from "../core/files/cache-folder.ts";
import type { CliIo, CommonFlags } from "./io.ts";
import { stderrProgress } from "./terminal/progress.ts";

/** The flags as they are, with the progress and the signal of this process, and its cache folder unless --no-cache. */
export function settingsOf<Flags extends CommonFlags & { readonly cache?: boolean | string }>(flags: Flags, io: CliIo) {
  return {
    ...flags,
    cache: flags.cache !== false && defaultCacheFolder(io.environment),
    progress: stderrProgress(io, flags.quiet === true),
    signal: io.signal,
  };
}
