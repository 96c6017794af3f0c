/** What stands at a path, and how is a folder made with those above it? */
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { nearestName } from "../text/suggestion.ts";

/** Follows links. False for a folder, a pipe, or a link to nothing. */
export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Follows links. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** What a folder holds; nothing where there is none, as another process may have removed it. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** ` Did you mean "a/lists.csv"?` for a name beside a path where nothing is; else "". */
export function nearFile(path: string): string {
  try {
    const near = nearestName(
      basename(path),
      readdirSync(dirname(path)).filter((name) => name !== basename(path)),
    );
    return near === null ? "" : ` Did you mean "${join(dirname(path), near.name)}"?`;
  } catch {
    return "";
  }
}

/**
 * As `mkdirSync` with `recursive`, which never returns below /proc, where folders refuse others inside with ENOENT.
 * @returns the uppermost folder that was made; undefined where the folder was there
 */
export function makeFolder(path: string, mode?: number): string | undefined {
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder) && dirname(folder) !== folder; folder = dirname(folder)) {
    missing.unshift(folder);
  }
  // A file in its place is for Node to refuse.
  if (missing.length === 0) return mkdirSync(path, { recursive: true });
  return missing.filter((folder) => isMade(folder, mode))[0];
}

/** False where another process was faster. */
function isMade(folder: string, mode: number | undefined): boolean {
  try {
    mkdirSync(folder, { mode });
    return true;
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === "EEXIST" && existsSync(folder);
    if (isThere && statSync(folder).isDirectory()) return false;
    throw error;
  }
}
