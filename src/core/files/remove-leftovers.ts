/**
 * Where do the temporary files go that a killed process left?
 * Whoever writes in the same folder next takes them away.
 */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** Of another machine a file that is still written to is known by its time alone. */
const QUIET_MILLISECONDS = 300_000;
const temporary = /\.(\d+)\.tmp$/;
const swept = new Set<string>();

/**
 * Removes `*.PID.tmp` of processes that are gone, where nothing was written to them for five minutes. A folder is looked
 * through once in the life of this process; what cannot be removed stays.
 *
 * @param now by the clock of the disk, in milliseconds: the time of a file that was just written
 */
export function removeLeftovers(folder: string, now: number): void {
  if (swept.has(folder)) return;
  swept.add(folder);
  try {
    for (const name of readdirSync(folder)) {
      const pid = Number(temporary.exec(name)?.[1] ?? 0);
      if (pid === 0 || isThere(pid)) continue;
      const path = join(folder, name);
      const found = statSync(path, { throwIfNoEntry: false });
      if (found?.isFile() && now - found.mtimeMs > QUIET_MILLISECONDS) rmSync(path, { force: true });
    }
  } catch {
    // Somebody else's folder, or gone: what was to be written there is written.
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process may not be asked, but it is there.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
