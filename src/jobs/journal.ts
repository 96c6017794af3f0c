/**
 * Records the progress of a job, so that --resume can continue it. The work folder `OUT/.semqrel` has plan.json
 * (everything that determines the result), outcomes/ (one file per block) and journal (one line per outcome, with its
 * sha256). The folder stays valid if the process is killed at any time. Only one process at a time may use it.
 */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../core/attempt.ts";
import { messageOf, SemqrelError } from "../core/errors.ts";
import { isFile, makeFolder } from "../core/files/folders.ts";
import { takeLock } from "../core/files/lock-file.ts";
import { readWholeText, sha256, sha256File } from "../core/files/read-whole.ts";
import { writeFiles } from "../core/files/write-file.ts";
import type { ModelIdentity } from "../core/types.ts";
import { WORK_FOLDER } from "../io/labels/label-manifest.ts";
import type { BlockTicket } from "./block.ts";

export interface JobIdentity {
  readonly version: string;
  readonly model: Pick<ModelIdentity, "name" | "sha256" | "precision">;
  /** JSON values of the options that affect the result, by names such as `--depth`. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly inputs: readonly { readonly path: string; readonly sha256: string }[];
}

export interface OutcomeStore {
  has(ticket: BlockTicket): boolean;
  /** The promise resolves as soon as the outcome is on disk. */
  save(ticket: BlockTicket, outcome: Uint8Array): Promise<void>;
  path(ticket: BlockTicket): string;
}

/** Returns a store for a run that cannot be resumed. @param folder - is emptied */
export function passingOutcomes(folder: string): OutcomeStore {
  rmSync(folder, { recursive: true, force: true });
  const path = ({ number, key }: BlockTicket) => join(folder, `${number}-${key.slice(0, 16)}.outcome`);
  return {
    has: (ticket) => existsSync(path(ticket)),
    save: async (ticket, outcome) => writeFiles([{ path: path(ticket), content: outcome }]),
    path,
  };
}

type Entry = { readonly key: string; readonly sha256: string };

const PLAN_SCHEMA = "semqrel.job/1";
const ours = ["lock", "plan.json", "journal", "outcomes"];

/** Returns whether a file of this name may be left from a job. If an open file is removed, NFS names it `.nfs…`. */
function isMade(name: string): boolean {
  return [...ours, "blocks", "inputs"].includes(name) || /^(exchange-|\.nfs)/.test(name);
}

/** A run calls `begin`, saves outcomes, calls `finish` when its files are written, and `close` in any case. */
export function openJournal(out: string, { resume }: { readonly resume: boolean }) {
  const folder = join(out, WORK_FOLDER);
  const planPath = join(folder, "plan.json");
  const release = takeFolder(out, folder);
  const removeAllBut = (kept: readonly string[]) => {
    for (const name of readdirSync(folder)) {
      if (!kept.includes(name)) rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
    }
  };
  const removeFolder = () => {
    try {
      removeAllBut(["lock"]);
      release();
      rmdirSync(folder);
    } catch {
      // Fails if the folder has other files, or if another process has taken the lock. The folder then stays.
      release();
    }
  };
  const isResumed = resume && existsSync(planPath);
  let isClosed = false;
  try {
    // Removes the plan first, so that --resume never finds a plan whose other files were removed.
    if (!isResumed) rmSync(planPath, { force: true });
    removeAllBut(isResumed ? ours : ["lock"]);
  } catch (cause) {
    release();
    throw unwritable(folder, cause);
  }
  return {
    /** Folder for all temporary files, including output that is later moved to OUT. Names in `ours` are reserved. */
    folder,
    isResumed,
    async begin(identity: JobIdentity) {
      const plan = planOf(identity);
      if (isResumed) requireSamePlan(folder, readPlan(planPath), plan);
      try {
        if (!isResumed) writeFiles([{ path: planPath, content: [`${JSON.stringify(plan, null, 1)}\n`] }]);
        return await openOutcomes(folder);
      } catch (cause) {
        throw unwritable(folder, cause);
      }
    },
    finish() {
      isClosed = true;
      removeFolder();
    },
    /** Releases the lock, but keeps the folder of an unfinished job. May be called twice. */
    close() {
      if (isClosed) return;
      isClosed = true;
      if (!existsSync(planPath)) return removeFolder();
      // Removes files that --resume creates again. This may fail while a killed process still has a file open.
      attempt(() => removeAllBut(ours));
      release();
    },
  };
}

function takeFolder(out: string, folder: string): () => void {
  for (let attempts = 1; ; attempts++) {
    try {
      makeFolder(folder);
      const foreign = readdirSync(folder);
      if (foreign.length > 0 && !foreign.some((name) => isMade(name))) {
        const what = `it contains ${foreign[0]}, which is not part of a job. Move it away or choose another folder with --out.`;
        throw unusable(folder, what, { folder });
      }
      const lock = takeLock(join(folder, "lock"));
      if (lock.isHeld) return lock.release;
      const { pid, host } = lock.owner;
      const what =
        `process ${pid} on ${host} is working there. Wait for it, stop it, or choose another folder with --out. ` +
        `If it no longer runs, remove ${join(folder, "lock")}.`;
      throw unusable(out, what, { folder, owner: { pid, host } });
    } catch (cause) {
      // Another process that has just finished may have removed the folder.
      if ((cause as NodeJS.ErrnoException).code === "ENOENT" && attempts < 5) continue;
      throw unwritable(folder, cause);
    }
  }
}

type Plan = JobIdentity & { readonly schema: string };

/** Returns the plan as it would be read from JSON, so that it can be compared with an earlier plan. */
function planOf(identity: JobIdentity): Plan {
  return JSON.parse(JSON.stringify({ schema: PLAN_SCHEMA, ...identity }));
}

function readPlan(path: string): Plan | null {
  const plan = attempt(() => JSON.parse(readWholeText(path)));
  return plan?.schema === PLAN_SCHEMA ? plan : null;
}

function requireSamePlan(folder: string, earlier: Plan | null, now: Plan): void {
  const changed = earlier === null ? ["its plan.json cannot be read"] : changesBetween(earlier, now);
  if (changed.length === 0) return;
  throw new SemqrelError(
    "DIFFERENT_CONDITIONS",
    `Resuming the job in ${folder}: this is a different job (${changed.join("; ")}). ` +
      "Use the original inputs and options, or run without --resume to start again.",
    { details: { folder, changed } },
  );
}

function changesBetween(earlier: Plan, now: Plan): string[] {
  const changes: string[] = [];
  const compare = (what: string, before: unknown, after: unknown) => {
    const [was, is] = [before, after].map((value) => JSON.stringify(value) ?? "not set");
    if (was !== is) changes.push(`${what} was ${was}, now it is ${is}`);
  };
  compare("semqrel", earlier.version, now.version);
  if (earlier.model.sha256 !== now.model.sha256 || earlier.model.precision !== now.model.precision) {
    const named = ({ name, precision, sha256: sum }: JobIdentity["model"]) =>
      `${name} (${precision}, ${sum.slice(0, 12)})`;
    changes.push(`the model was ${named(earlier.model)}, now it is ${named(now.model)}`);
  }
  for (const name of new Set([...Object.keys(earlier.options), ...Object.keys(now.options)])) {
    compare(name, earlier.options[name], now.options[name]);
  }
  for (let place = 0; place < Math.max(earlier.inputs.length, now.inputs.length); place++) {
    const [before, after] = [earlier.inputs[place], now.inputs[place]];
    if (before === undefined) changes.push(`input ${after?.path} is new`);
    else if (after === undefined) changes.push(`input ${before.path} is missing`);
    else if (before.sha256 === after.sha256) compare("the name of an input", before.path, after.path);
    else if (before.path === after.path) changes.push(`the content of input ${after.path} changed`);
    else changes.push(`input ${before.path} is now ${after.path}, with other content`);
  }
  return changes;
}

async function openOutcomes(folder: string) {
  const outcomes = join(folder, "outcomes");
  const journalPath = join(folder, "journal");
  makeFolder(outcomes);
  const pathOf = (key: string) => join(outcomes, sha256(key));
  const sound = new Map<string, Entry>();
  const text = existsSync(journalPath) ? readWholeText(journalPath) : "";
  for (const entry of entriesIn(text)) {
    const path = pathOf(entry.key);
    if (isFile(path) && (await sha256File(path)) === entry.sha256) sound.set(entry.key, entry);
  }
  // Removes journal lines without an outcome file, and outcome files without a journal line.
  const lines = [...sound.values()].map(lineOf).join("");
  if (lines !== text) writeFiles([{ path: journalPath, content: [lines] }]);
  const known = new Set([...sound.keys()].map(sha256));
  for (const name of readdirSync(outcomes)) if (!known.has(name)) rmSync(join(outcomes, name), { recursive: true });
  return {
    kept: sound.size,
    has: ({ key }: BlockTicket) => sound.has(key),
    path: ({ key }: BlockTicket) => pathOf(key),
    async save({ key }: BlockTicket, outcome: Uint8Array) {
      const entry: Entry = { key, sha256: sha256(outcome) };
      try {
        writeFiles([{ path: pathOf(key), content: outcome }]);
        append(journalPath, lineOf(entry));
      } catch (cause) {
        throw unwritable(folder, cause);
      }
      sound.set(key, entry);
    },
  };
}

/** Starts with a line feed, because a full disk may have cut the previous line. */
function lineOf({ key, sha256: sum }: Entry): string {
  return `\n${JSON.stringify({ key, sha256: sum })}\n`;
}

/** Skips lines that were cut by a kill or a full disk. */
function* entriesIn(text: string): Iterable<Entry> {
  for (const line of text.split("\n")) {
    try {
      const { key, sha256: sum } = JSON.parse(line);
      if (typeof key === "string" && typeof sum === "string") yield { key, sha256: sum };
    } catch {}
  }
}

function append(path: string, text: string): void {
  const descriptor = openSync(path, "a");
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function unwritable(folder: string, cause: unknown): SemqrelError {
  if (cause instanceof SemqrelError) return cause;
  const remedy = "Free some space there and add --resume, or choose another folder with --out.";
  return unusable(folder, `${messageOf(cause)}. ${remedy}`, { folder }, cause);
}

function unusable(where: string, what: string, details: Readonly<Record<string, unknown>>, cause?: unknown) {
  return new SemqrelError("OUTPUT_UNWRITABLE", `Working in ${where}: ${what}`, { details, cause });
}
