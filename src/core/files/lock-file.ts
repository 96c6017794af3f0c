/** Locks files so that one process at a time owns them. If the owner has died, another process takes over its lock. */
import { closeSync, fstatSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { attempt, unlessCode } from "../attempt.ts";
import { processPlace, temporaryPath } from "./folders.ts";
import { openPlain, readOpen } from "./read-whole.ts";

interface LockOwner {
  readonly pid: number;
  readonly host: string;
  readonly place: string;
  /** Start time of the process, because `pid` may be reused; "" if unknown. */
  readonly started: string;
}

type LockAttempt =
  | { readonly isHeld: true; readonly release: () => void }
  | { readonly isHeld: false; readonly owner: LockOwner };

/** Time between two beats. A beat tells other machines that the owner is alive. Beats may pause during large writes. */
const BEAT_MILLISECONDS = 10_000;
/** An owner on another machine counts as dead if its file was not modified for this long. */
export const QUIET_MILLISECONDS = 300_000;
const UNWRITTEN_MILLISECONDS = 1000;
const PAUSE_MILLISECONDS = 20;

/**
 * Takes the lock unless its owner is alive. A dead owner is recognised at once if it ran on this machine, otherwise
 * after five minutes. Releasing the lock removes the file. Throws errors of `fs`.
 */
export function takeLock(path: string, unwrittenMilliseconds = UNWRITTEN_MILLISECONDS): LockAttempt {
  const { pid } = process;
  const own = JSON.stringify({ pid, host: hostname(), place: processPlace, started: startOf(pid) } satisfies LockOwner);
  for (let waited = 0, stamp = ""; ; ) {
    const held = makeLock(path, own);
    if (held !== null) return held;
    const found = readIfThere(path);
    if (found === null) continue;
    // Waits the full time for each new lock, because its owner may still be writing it.
    if (found.stamp !== stamp) waited = 0;
    stamp = found.stamp;
    const owner = ownerIn(found.text);
    if (owner === null && waited < unwrittenMilliseconds) {
      waited += PAUSE_MILLISECONDS;
      pause();
    } else if (owner !== null && isAlive(owner, path)) {
      return { isHeld: false, owner };
    } else {
      takeAway(path, found);
    }
  }
}

export async function waitForLock(path: string, milliseconds: number): Promise<(() => void) | null> {
  for (let waited = 0; ; waited += PAUSE_MILLISECONDS) {
    const lock = takeLock(path);
    if (lock.isHeld) return lock.release;
    if (waited >= milliseconds) return null;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
}

function makeLock(path: string, own: string): LockAttempt | null {
  const descriptor = unlessCode("EEXIST", () => openSync(path, "wx"));
  if (descriptor === null) return null;
  // Writes the same bytes again. This sets the modification time by the disk's clock, which all machines share.
  const beat = () => writeSync(descriptor, own, 0);
  try {
    beat();
  } catch (error) {
    closeSync(descriptor);
    rmSync(path, { force: true });
    throw error;
  }
  const timer = setInterval(() => {
    try {
      beat();
    } catch {
      // Ignored, because a failing disk is reported when the larger files are written.
    }
  }, BEAT_MILLISECONDS);
  timer.unref();
  let isReleased = false;
  return {
    isHeld: true,
    release() {
      if (isReleased) return;
      isReleased = true;
      clearInterval(timer);
      closeSync(descriptor);
      if (readIfThere(path)?.text === own) rmSync(path, { force: true });
    },
  };
}

/** Removes a dead owner's lock if it is unchanged. A second lock, PATH.heir, lets one process at a time do this. */
function takeAway(path: string, dead: FoundLock): void {
  const heir = takeLock(`${path}.heir`);
  if (!heir.isHeld) {
    pause();
    return;
  }
  try {
    const found = readIfThere(path);
    if (found?.text === dead.text && found.stamp === dead.stamp) rmSync(path, { force: true });
  } finally {
    heir.release();
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MILLISECONDS);
}

interface FoundLock {
  readonly text: string;
  /** Inode and modification time, which distinguish two empty locks. */
  readonly stamp: string;
}

function readIfThere(path: string): FoundLock | null {
  const descriptor = unlessCode("ENOENT", () => openPlain(path));
  if (descriptor === null) return null;
  try {
    const { ino, mtimeMs } = fstatSync(descriptor);
    return { text: readOpen(descriptor, path).toString("utf8"), stamp: `${ino} ${mtimeMs}` };
  } finally {
    closeSync(descriptor);
  }
}

function ownerIn(text: string): LockOwner | null {
  return attempt(() => {
    const { pid, host, place, started } = JSON.parse(text);
    const isOwner = Number.isInteger(pid) && [host, place, started].every((part) => typeof part === "string");
    return isOwner ? { pid, host, place, started } : null;
  });
}

/** Returns the start time of a process, as boot id and ticks since boot; "ended" for a zombie; "" if unknown. */
function startOf(pid: number): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field, the program's name in parentheses, may contain spaces. The start time is the 22nd field.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "ended" : `${boot} ${fields[19]}`;
  } catch {
    return "";
  }
}

function isAlive({ pid, place, started }: LockOwner, path: string): boolean {
  if (place !== processPlace) return !isQuiet(path);
  if (!isRunning(pid)) return false;
  const now = startOf(pid);
  return now === "" || started === "" || now === started;
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A permission error means that the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function isQuiet(path: string): boolean {
  const probe = temporaryPath(path);
  try {
    closeSync(openSync(probe, "wx"));
    const beaten = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return statSync(probe).mtimeMs - beaten > QUIET_MILLISECONDS;
  } finally {
    rmSync(probe, { force: true });
  }
}
