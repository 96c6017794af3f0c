import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { attempt } from "../../core/attempt.ts";
import { SemqrelError } from "../../core/errors.ts";
import { nearFile } from "../../core/files/folders.ts";
import { applicationId, hasShown, ratingSchema, schemaVersion, shownColumn } from "./rating-rows.ts";
import { requireSound } from "./require-sound.ts";
import {
  databaseErrorCode,
  explainDatabaseError,
  SqlConnection,
  type SqlDatabase,
  unusableDatabase,
} from "./sql-connection.ts";

export interface OpenOptions {
  readonly create: boolean;
  readonly readOnly?: boolean;
  /** How long a call waits if another program has locked the database. @default 5000 */
  readonly waitMilliseconds?: number;
  /** File to open: a temporary one while a new database is filled. Error messages name `path`. @default `path` */
  readonly file?: string;
}

const BUSY_MILLISECONDS = 5000;
const PAUSE_MILLISECONDS = 20;

export const howToFill = "Fill it with `semqrel rate POOL --db` or `semqrel rate --import FILE --db`.";

/** Opens a database. Every commit is written to the disk. */
export function openRatingDatabase(
  path: string,
  { create, readOnly = false, waitMilliseconds = BUSY_MILLISECONDS, file = path }: OpenOptions,
): SqlConnection {
  if (!create && sizeOf(file) === null) {
    const message = `Opening the ratings database ${path}: there is no such file.${nearFile(path) || " semqrel rate creates it when people rate a pool."}`;
    throw new SemqrelError("FILE_NOT_FOUND", message, { details: { path } });
  }
  const found = attempt(() => statSync(file));
  if (found !== null && !found.isFile() && !found.isDirectory()) {
    const what = "it is a pipe or a device. Give the file that semqrel rate wrote, such as ratings.db.";
    throw unusableDatabase(path, "not-a-database", what);
  }
  const begun = performance.now();
  for (;;) {
    try {
      return prepared(path, { create, readOnly, waitMilliseconds, file });
    } catch (error) {
      // While another process creates or removes the files of WAL mode, SQLite reports "locked" without waiting.
      const isLocked = error instanceof SemqrelError && error.details["reason"] === "locked";
      if (!isLocked || performance.now() - begun >= waitMilliseconds) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MILLISECONDS);
    }
  }
}

function prepared(path: string, { create, readOnly, waitMilliseconds, file }: Required<OpenOptions>): SqlConnection {
  const mode = file === path ? "WAL" : "DELETE";
  const sql = connect(path, file, readOnly, waitMilliseconds);
  try {
    sql.exec(`PRAGMA busy_timeout = ${waitMilliseconds}`);
    if (isEmpty(sql) && create && !readOnly) {
      sql.exec(`PRAGMA journal_mode = ${mode}`);
      sql.transaction("IMMEDIATE", () => {
        // Another server may have created the tables meanwhile.
        if (isEmpty(sql)) sql.exec(ratingSchema);
      });
    }
    requireOurs(sql);
    requireSound(sql);
    if (!readOnly) prepareWriting(sql, mode);
  } catch (error) {
    sql.close();
    throw error;
  }
  return sql;
}

function connect(path: string, file: string, readOnly: boolean, timeout: number): SqlConnection {
  let open: new (path: string, options: { readonly timeout: number }) => SqlDatabase;
  try {
    // Loaded here, not imported, because the package is native and does not exist for every machine.
    open = createRequire(import.meta.url)("libsql");
  } catch (cause) {
    const message = "Loading libsql: it is not installed, or has no build for this machine.";
    throw new SemqrelError("NATIVE_MODULE_MISSING", message, { cause });
  }
  // libsql does not read every relative path as a file name: `:memory:` means a database in memory.
  const absolute = resolve(file);
  try {
    if (!readOnly) return new SqlConnection(path, new open(absolute, { timeout }));
    const address = pathToFileURL(absolute).href;
    const database = new open(`${address}?mode=ro`, { timeout });
    if (canRead(database)) return new SqlConnection(path, database);
    // In a read-only folder, SQLite only reads a WAL database if told that the file is immutable.
    const isQuiet = (sizeOf(`${absolute}-wal`) ?? 0) === 0;
    return new SqlConnection(path, new open(`${address}?${isQuiet ? "immutable=1" : "mode=ro"}`, { timeout }));
  } catch (cause) {
    throw explainDatabaseError(path, cause);
  }
}

/** Returns the size; null if there is no such file; NaN if permission is missing. SQLite then reports the problem. */
function sizeOf(path: string): number | null {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? null;
  } catch {
    return Number.NaN;
  }
}

/** Closes the database if it cannot be read. */
function canRead(database: SqlDatabase): boolean {
  try {
    database.prepare("SELECT count(*) FROM sqlite_schema").get([]);
    return true;
  } catch (error) {
    database.close();
    // SQLite reports SQLITE_READONLY (8) or SQLITE_CANTOPEN (14) if it would have to create a -shm file.
    const code = databaseErrorCode(error);
    if (code === 8 || code === 14) return false;
    throw error;
  }
}

function isEmpty(sql: SqlConnection): boolean {
  return sql.one("SELECT 1 FROM sqlite_schema LIMIT 1") === null;
}

function requireOurs(sql: SqlConnection): void {
  const { path } = sql;
  if (isEmpty(sql)) throw unusableDatabase(path, "empty", `it is empty. ${howToFill}`);
  const application = Number(sql.one("PRAGMA application_id")?.["application_id"]);
  const version = Number(sql.one("PRAGMA user_version")?.["user_version"]);
  if (application !== applicationId) {
    throw unusableDatabase(path, "other-program", "it belongs to another program. Give the database another name.");
  }
  if (version > schemaVersion) {
    const what = `it has version ${version}, but this semqrel reads version ${schemaVersion}. Use the semqrel that wrote it, or a newer one.`;
    throw unusableDatabase(path, "newer-version", what, { details: { version } });
  }
}

function prepareWriting(sql: SqlConnection, mode: "WAL" | "DELETE"): void {
  // A copied file may have another journal mode. `synchronous` and `foreign_keys` are not stored in the file.
  sql.exec(`PRAGMA journal_mode = ${mode}; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON`);
  // Writes now, so that a read-only file fails here, not at the first rating.
  const insert = "INSERT INTO setting (name, value) VALUES ('id', ?) ON CONFLICT DO UPDATE SET value = value";
  sql.transaction("IMMEDIATE", () => {
    if (sql.one(hasShown) === null) sql.exec(`ALTER TABLE pair ADD COLUMN ${shownColumn}`);
    sql.run(insert, randomBytes(16).toString("hex"));
  });
}
