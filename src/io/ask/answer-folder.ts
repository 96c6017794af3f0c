/** Stores the answers of a server, one file per answer. Only one process at a time may write. */
import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type ErrorContext, messageOf, SemqrelError } from "../../core/errors.ts";
import { makeFolder } from "../../core/files/folders.ts";
import { takeLock } from "../../core/files/lock-file.ts";
import { readWhole, sha256 } from "../../core/files/read-whole.ts";
import { writeFiles } from "../../core/files/write-file.ts";
import { isObject } from "../tables/json-place.ts";
import { readAnswer } from "./ask.ts";

export type AnswerFolder = ReturnType<typeof openAnswerFolder>;

const answerName = /-[0-9a-f]{24}\.json$/;
/** Matches temporary files, the lock, and `lock.heir`, which a process holds while it removes a dead process's lock. */
const passingName = /\.tmp$|^lock(?:\.heir)*$/;

/** @param plan - name of the file that records requests @param isFresh - whether to delete the plan and all answers */
export function openAnswerFolder(
  folder: string,
  { isReading, plan, isFresh = false }: { isReading: boolean; plan?: string; isFresh?: boolean },
) {
  const release = isReading ? () => {} : takeFolder(folder, plan);
  try {
    // Deletes the plan first, so that a killed process leaves no plan without answers.
    if (!isReading && isFresh && plan !== undefined) rmSync(join(folder, plan), { force: true });
    const isGone = (name: string) => name.endsWith(".tmp") || (isFresh && answerName.test(name));
    const gone = isReading ? [] : readdirSync(folder).filter(isGone);
    for (const name of gone) rmSync(join(folder, name), { force: true });
  } catch (cause) {
    release();
    throw asUnwritable(folder, cause);
  }
  return {
    names: () => readdirSync(folder).filter((name) => answerName.test(name)),
    /** Returns an answer with its request; undefined if it is missing or damaged. */
    read(name: string) {
      const path = join(folder, name);
      if (!existsSync(path)) return undefined;
      const read = readAnswer(readWhole(path), "", 0);
      return read.kind === "json" && isObject(read.value) ? read.value : undefined;
    },
    write(name: string, text: string): void {
      try {
        writeFiles([{ path: join(folder, name), content: [text] }]);
      } catch (cause) {
        throw asUnwritable(folder, cause);
      }
    },
    /** Releases the lock, and removes the folder if it is empty. May be called twice. */
    close(): void {
      release();
      try {
        if (!isReading) rmdirSync(folder);
      } catch {
        // The folder is not empty.
      }
    },
  };
}

export function answerFileName(shown: string, question: unknown): string {
  const begin = shown
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  return `${begin || "query"}-${sha256(JSON.stringify(question)).slice(0, 24)}.json`;
}

/** Returns request and answer as one line, so that `cat *.json` gives JSON Lines. Keeps all digits of the answer. */
export function answerLine(asked: object, text: string): string {
  return `${JSON.stringify(asked).slice(0, -1)},"response":${text.trim().replace(/[\r\n]+/g, " ")}}\n`;
}

function takeFolder(folder: string, plan: string | undefined): () => void {
  try {
    makeFolder(folder);
    const isOwn = (name: string) => name === plan || answerName.test(name) || passingName.test(name);
    const foreign = readdirSync(folder).find((name) => !isOwn(name));
    if (foreign !== undefined) {
      const problem = `it contains ${foreign}, but answers need their own folder. Choose another with --raw.`;
      throw unwritable(folder, problem);
    }
    const attempt = takeLock(join(folder, "lock"));
    if (attempt.isHeld) return attempt.release;
    const { pid, host } = attempt.owner;
    const remedy = `Wait for it, stop it, or choose another folder with --raw. If it no longer runs, remove ${join(folder, "lock")}.`;
    const details = { owner: { pid, host } };
    throw unwritable(folder, `process ${pid} on ${host} is using it. ${remedy}`, { details });
  } catch (cause) {
    throw asUnwritable(folder, cause);
  }
}

function asUnwritable(folder: string, cause: unknown): SemqrelError {
  if (cause instanceof SemqrelError) return cause;
  const remedy = "Free some space there, or choose another folder with --raw. Stored answers are kept.";
  return unwritable(folder, `${messageOf(cause)}. ${remedy}`, { cause });
}

function unwritable(folder: string, problem: string, { details, cause }: ErrorContext = {}): SemqrelError {
  const context = { details: { folder, ...details }, cause };
  return new SemqrelError("OUTPUT_UNWRITABLE", `Working in ${folder}: ${problem}`, context);
}
