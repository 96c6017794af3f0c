/** Finds and cleans the cache folder. Removes only the files and folders listed in `parts`. */
import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { invalidOption, messageOf, SemqrelError } from "../errors.ts";
import { namesIn, temporaryPath } from "./folders.ts";

const parts = {
  vectors: ["vectors.bin", "vectors.bin.lock", "vectors.bin.damaged"],
  // `exact-search-said` records that the warning about exact search was printed.
  indexes: ["indexes", "exact-search-said"],
  models: ["models", "verified-models.json"],
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

export function defaultCacheFolder(environment: Environment): string {
  return environment["SEMQREL_CACHE"] || join(userFolder(environment, "XDG_CACHE_HOME", ".cache"), "semqrel");
}

/** Returns the variable's path, or `belowHome` in the home folder if the path is empty or relative, as XDG requires. */
export function userFolder(environment: Environment, variable: string, belowHome: string): string {
  const given = environment[variable] ?? "";
  if (isAbsolute(given)) return given;
  const home = environment["HOME"] ?? "";
  return join(isAbsolute(home) ? home : ownHome(), belowHome);
}

function ownHome(): string {
  try {
    // `homedir` returns the HOME of the process, even if that is empty. `userInfo` does not use HOME.
    return isAbsolute(homedir()) ? homedir() : userInfo().homedir;
  } catch (cause) {
    const message = "Choosing a cache folder: this user has no home folder. Set HOME or SEMQREL_CACHE.";
    throw invalidOption(message, {}, cause);
  }
}

export function cacheSizes(folder: string): Record<keyof typeof parts, number> {
  const sizeOf = (part: keyof typeof parts) =>
    parts[part].reduce((sum, entry) => sum + sizeBytesBelow(join(folder, entry)), 0);
  return { vectors: sizeOf("vectors"), indexes: sizeOf("indexes"), models: sizeOf("models") };
}

export function cleanCache(folder: string, models: boolean): string[] {
  const entries = [...parts.vectors, ...parts.indexes, ...(models ? parts.models : [])];
  const there = entries.map((entry) => join(folder, entry)).filter((path) => existsSync(path));
  for (const path of there) removeAll(path);
  return there;
}

function sizeBytesBelow(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.size;
  return namesIn(path).reduce((sum, entry) => sum + sizeBytesBelow(join(path, entry)), 0);
}

/** Renames the path first, because a run that is still writing there could fill it again during the removal. */
function removeAll(path: string): void {
  const aside = temporaryPath(path);
  try {
    renameSync(path, aside);
    rmSync(aside, { recursive: true, force: true });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return;
    throw new SemqrelError(
      "OUTPUT_UNWRITABLE",
      `Removing ${path}: ${messageOf(cause)}. Run this as a user who can write to its folder.`,
      { details: { file: path }, cause },
    );
  }
}
