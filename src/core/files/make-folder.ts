/**
 * How is a folder made, with those above it?
 */
import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * As `mkdirSync` with `recursive`, which never returns where a folder that is there refuses any other inside with
 * ENOENT, as those below /proc do. A folder that is there is left as it is.
 *
 * @returns the uppermost folder that was made; undefined where none had to be
 * @throws Node's error of the file system
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
