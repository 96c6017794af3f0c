/** Why can a ratings database not be used? */
import { closeSync, openSync, readSync } from "node:fs";
import { attempt } from "../../core/attempt.ts";
import { type ErrorContext, SemqrelError } from "../../core/errors.ts";
import { isFolder } from "../../core/files/folders.ts";
import { shellWord } from "../../core/text/escape.ts";

/** `details.reason` of DATABASE_UNUSABLE. After `locked` and `full` the same call may succeed later. */
type UnusableReason =
  | "locked"
  | "full"
  | "not-writable"
  | "damaged"
  | "not-a-database"
  | "other-program"
  | "newer-version"
  | "other-pool"
  | "empty"
  | "failed";

export const howToSave =
  "Go back to a copy, or mend it: see docs/ratings-database.md, When it is damaged. Nothing was changed.";

/** Primary result codes of SQLite, https://www.sqlite.org/rescode.html. */
const locked = "another program has locked it. End what it does there, then try again.";
const notWritable =
  "it cannot be opened or written to. Look whether its folder exists, and whether folder and file may be written to.";
const known: ReadonlyMap<number, readonly [UnusableReason, string]> = new Map([
  [3, ["not-writable", notWritable]],
  [5, ["locked", locked]],
  [6, ["locked", locked]],
  [8, ["not-writable", notWritable]],
  // A full disk has also no room for the file that readers and writers share.
  [10, ["failed", "the disk failed, or is full. Look whether it has room, then try again."]],
  [1, ["damaged", `it is damaged: a table or column is not there. ${howToSave}`]],
  [11, ["damaged", `it is damaged. ${howToSave}`]],
  [13, ["full", "the disk is full. Make room, then try again."]],
  [14, ["not-writable", notWritable]],
  [
    26,
    [
      "not-a-database",
      "it is no SQLite database. Give one that semqrel rate wrote, or a new name; ratings from elsewhere go into it with semqrel rate --import FILE.",
    ],
  ],
]);

export function unusableDatabase(
  path: string,
  reason: UnusableReason,
  what: string,
  context: ErrorContext = {},
): SemqrelError {
  return new SemqrelError("DATABASE_UNUSABLE", `Opening the ratings database ${path}: ${what}`, {
    ...context,
    details: { path, reason, ...context.details },
  });
}

/** An error of SQLite becomes DATABASE_UNUSABLE; any other stays as it is. */
export function explainDatabaseError(path: string, error: unknown): unknown {
  const code = databaseErrorCode(error);
  if (code === null || !(error instanceof Error)) return error;
  const [reason, what] = known.get(code) ?? ["failed", `SQLite says "${error.message}".`];
  const meant = reason === "not-a-database" || reason === "not-writable" ? whatElse(path) : null;
  return unusableDatabase(path, reason, meant ?? what, { cause: error });
}

/** A sentence for what is often given instead of a database; null for anything else. */
function whatElse(path: string): string | null {
  // In a folder that is closed to this user nothing is known.
  if (attempt(() => isFolder(path)))
    return "it is a folder. Give the file that semqrel rate wrote, such as ratings.db.";
  return isPool(path) ? `it is a pool. Rate it first: semqrel rate ${shellWord(path)} --db ratings.db` : null;
}

/** By its first fields, as a pool may be large. */
function isPool(path: string): boolean {
  const file = attempt(() => openSync(path, "r"));
  if (file === null) return false;
  const head = Buffer.alloc(16);
  // What cannot be read leaves the head empty.
  attempt(() => readSync(file, head));
  closeSync(file);
  return /^\{\s*"query"/.test(head.toString("latin1"));
}

/** Primary result code of SQLite; null for any other error. */
export function databaseErrorCode(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  // Where libsql cannot even open the file, the code stands at the end of the message.
  if (/ConnectionFailed/.test(error.message)) return Number(/(\d+)"?\)?$/.exec(error.message)?.[1] ?? 14) & 0xff;
  return "rawCode" in error && typeof error.rawCode === "number" ? error.rawCode & 0xff : null;
}
