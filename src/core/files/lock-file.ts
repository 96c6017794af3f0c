/**
 * How does one process at a time own something on the disk?
 * An exclusive file names its owner; what a process left that is dead is taken over.
 */
import { closeSync, fstatSync, openSync, readFileSync, readlinkSync, rmSync, statSync, writeSync } from "node:fs";
import { hostname } from "node:os";

/** A process, as others can tell whether it lives. */
export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** Where its number means something: host and, where there are such, space of process numbers. */
  readonly place: string;
  /** Tells it from a later process of the same number; "" where the system does not say. */
  readonly started: string;
}

export type LockAttempt =
  | { readonly isHeld: true; readonly release: () => void }
  /** Somebody else's. */
  | { readonly isHeld: false; readonly owner: LockOwner };

/** An owner elsewhere is known by its beats alone; while files are written there may be none for a while. */
const BEAT_MILLISECONDS = 10_000;
const QUIET_MILLISECONDS = 300_000;
const UNWRITTEN_MILLISECONDS = 1000;
const PAUSE_MILLISECONDS = 20;

/**
 * Takes the lock where nobody living has it. The file goes when it is released; its folder has to be there.
 * A dead owner is recognised at once on its own machine, elsewhere after five minutes. Throws the error of `fs`.
 *
 * @param unwrittenMilliseconds the most that may lie between the making of a lock and its first bytes
 */
export function takeLock(path: string, unwrittenMilliseconds = UNWRITTEN_MILLISECONDS): LockAttempt {
  const own = JSON.stringify(thisProcess());
  for (let waited = 0; ; ) {
    const held = makeLock(path, own);
    if (held !== null) return held;
    const found = readIfThere(path);
    if (found === null) continue;
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

/**
 * As `takeLock`, but waits for its turn.
 * @returns null where the time was not enough; what releases the lock otherwise
 */
export async function waitForLock(path: string, milliseconds: number): Promise<(() => void) | null> {
  for (let waited = 0; ; waited += PAUSE_MILLISECONDS) {
    const attempt = takeLock(path);
    if (attempt.isHeld) return attempt.release;
    if (waited >= milliseconds) return null;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
}

/** Null where there is one already. */
function makeLock(path: string, own: string): LockAttempt | null {
  let descriptor: number;
  try {
    descriptor = openSync(path, "wx");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return null;
    throw error;
  }
  // The same bytes again: only the time of the file changes, and it is the disk's time, whichever machine looks at it.
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
      // A disk that fails is noticed by those who write more than this.
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

/**
 * Away with a dead owner's lock. Only one process at a time may do so, the one that has the lock of the heirs (and of a
 * dead heir's, its heirs'): so whoever sees the dead owner's bytes there still may take them away.
 */
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
  /** Which file it is, and when it was last written: a lock that was taken meanwhile may be as empty as the one before. */
  readonly stamp: string;
}

function readIfThere(path: string): FoundLock | null {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, "r");
    const { ino, mtimeMs } = fstatSync(descriptor);
    return { text: readFileSync(descriptor, "utf8"), stamp: `${ino} ${mtimeMs}` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

function ownerIn(text: string): LockOwner | null {
  try {
    const { pid, host, place, started } = JSON.parse(text);
    const isOwner = Number.isInteger(pid) && [host, place, started].every((part) => typeof part === "string");
    return isOwner ? { pid, host, place, started } : null;
  } catch {
    return null;
  }
}

function thisProcess(): LockOwner {
  const host = hostname();
  let space = "";
  try {
    // Containers may share the name of a host and still have process numbers of their own.
    space = readlinkSync("/proc/self/ns/pid");
  } catch {}
  return { pid: process.pid, host, place: `${host} ${space}`, started: startOf(process.pid) };
}

/** Boot and time since it, as Linux tells them; "" where it does not. */
function startOf(pid: number): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the name of the program, in parentheses, and may hold anything; the start is the 22nd.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A process that ended and was not waited for is there in name only.
    return fields[0] === "Z" ? "ended" : `${boot} ${fields[19]}`;
  } catch {
    return "";
  }
}

function isAlive({ pid, place, started }: LockOwner, path: string): boolean {
  if (place !== thisProcess().place) return !isQuiet(path);
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process may not be asked, but it is there.
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const now = startOf(pid);
  return now === "" || started === "" || now === started;
}

/** Whether the lock's owner has not been heard of for long, by the clock of the disk. */
function isQuiet(path: string): boolean {
  const probe = `${path}.${process.pid}.tmp`;
  try {
    closeSync(openSync(probe, "w"));
    const beaten = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return statSync(probe).mtimeMs - beaten > QUIET_MILLISECONDS;
  } finally {
    rmSync(probe, { force: true });
  }
}
