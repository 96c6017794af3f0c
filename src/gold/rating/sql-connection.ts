import { closeSync, openSync, readSync } from "node:fs";
import { attempt } from "../../core/attempt.ts";
import { type ErrorContext, SemqrelError } from "../../core/errors.ts";
import { isFolder } from "../../core/files/folders.ts";
import { shellWord } from "../../core/text/escape.ts";

export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** The part of libsql's synchronous interface that is used. */
export interface SqlDatabase {
  readonly inTransaction: boolean;
  exec(sql: string): unknown;
  prepare(sql: string): SqlStatement;
  close(): unknown;
}
interface SqlStatement {
  /** Takes values in one array, because libsql reads a single null as an object of named values. */
  run(values: readonly SqlValue[]): unknown;
  get(values: readonly SqlValue[]): unknown;
  all(values: readonly SqlValue[]): unknown[];
  /** Throws an error without a code if a text is not UTF-8. */
  iterate(values: readonly SqlValue[]): Iterable<unknown>;
}

/** A row from libsql. The methods `get` and `all` of libsql return bytes as different types. */
type RawRow = Readonly<Record<string, SqlValue | ArrayBuffer | Uint8Array>>;

/**
 * Selects a text column as bytes, to be decoded in this module. libsql would end the process if it decoded text that
 * is not UTF-8, as in a damaged file. The default name of the column `pair.title` is `title`.
 */
export function asText(column: string, name = column.slice(column.indexOf(".") + 1)): string {
  return `CAST(${column} AS BLOB) AS ${name}`;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes bytes to text; undefined if they are not UTF-8. Returns other values unchanged. */
export function decoded(value: RawRow[string] | undefined): SqlValue | undefined {
  if (!(value instanceof ArrayBuffer || value instanceof Uint8Array)) return value;
  try {
    return decoder.decode(value);
  } catch {
    return undefined;
  }
}

/** Every method throws SemqrelError DATABASE_UNUSABLE if SQLite fails. */
export class SqlConnection {
  readonly path: string;
  readonly #database: SqlDatabase;
  readonly #statements = new Map<string, SqlStatement>();

  constructor(path: string, database: SqlDatabase) {
    this.path = path;
    this.#database = database;
  }

  one(sql: string, ...values: readonly SqlValue[]): SqlRow | null {
    return this.#guarded(() => {
      const row = this.#statement(sql).get(values) as RawRow | undefined;
      return row === undefined ? null : this.#decoded(row);
    });
  }

  all(sql: string, ...values: SqlValue[]): SqlRow[] {
    return this.#guarded(() => (this.#statement(sql).all(values) as RawRow[]).map((row) => this.#decoded(row)));
  }

  /** Yields row by row, with text as bytes. No other statement may run meanwhile. */
  *raw(sql: string): Iterable<RawRow> {
    try {
      yield* this.#statement(sql).iterate([]) as Iterable<RawRow>;
    } catch (error) {
      throw explainDatabaseError(this.path, error);
    }
  }

  run(sql: string, ...values: SqlValue[]): void {
    this.#guarded(() => this.#statement(sql).run(values));
  }

  exec(sql: string): void {
    this.#guarded(() => this.#database.exec(sql));
  }

  /** All or nothing. Joins a transaction that is already open. `IMMEDIATE` waits for the write lock first. */
  transaction<T>(mode: "IMMEDIATE" | "DEFERRED", work: () => T): T {
    if (this.#database.inTransaction) return work();
    return this.#guarded(() => {
      this.#database.exec(`BEGIN ${mode}`);
      try {
        const result = work();
        this.#database.exec("COMMIT");
        return result;
      } catch (error) {
        // If the disk is full, SQLite has already rolled back.
        if (this.#database.inTransaction) this.#database.exec("ROLLBACK");
        throw error;
      }
    });
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #statement(sql: string): SqlStatement {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #decoded(row: RawRow): SqlRow {
    const made: Record<string, SqlValue> = {};
    for (const [name, value] of Object.entries(row)) {
      if (typeof value === "string") throw new TypeError(`The column ${name} was read as text. Use asText.`);
      const text = decoded(value);
      if (text === undefined) {
        const what = `it is damaged: column ${name} of a row is not text in UTF-8. ${howToSave}`;
        throw unusableDatabase(this.path, "damaged", what);
      }
      made[name] = text;
    }
    return made;
  }

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw explainDatabaseError(this.path, error);
    }
  }
}

/** `details.reason` of DATABASE_UNUSABLE. After `locked` and `full`, the same call may succeed later. */
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
  'Restore a copy, or repair it as docs/ratings-database.md describes ("When it is damaged"). Nothing was changed.';

const locked = "another program has locked it. Close that program, then try again.";
const notWritable =
  "it cannot be opened or written to. Check that its folder exists and that you can write to file and folder.";
const notADatabase =
  "it is not an SQLite database. Give one that semqrel rate wrote, or a new name. To add ratings from elsewhere, run semqrel rate --import FILE.";
/** Reasons and explanations by primary result code of SQLite, https://www.sqlite.org/rescode.html. */
const known: ReadonlyMap<number, readonly [UnusableReason, string]> = new Map([
  [3, ["not-writable", notWritable]],
  [5, ["locked", locked]],
  [6, ["locked", locked]],
  [8, ["not-writable", notWritable]],
  // Code 10 may also mean a full disk, on which SQLite cannot create the file that readers and writers share.
  [10, ["failed", "the disk failed or is full. Free some space, then try again."]],
  [1, ["damaged", `it is damaged: a table or column is missing. ${howToSave}`]],
  [11, ["damaged", `it is damaged. ${howToSave}`]],
  [13, ["full", "the disk is full. Free some space, then try again."]],
  [14, ["not-writable", notWritable]],
  [26, ["not-a-database", notADatabase]],
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

/** Turns an error of SQLite into DATABASE_UNUSABLE. Returns other errors unchanged. */
export function explainDatabaseError(path: string, error: unknown): unknown {
  const code = databaseErrorCode(error);
  if (code === null || !(error instanceof Error)) return error;
  const [reason, what] = known.get(code) ?? ["failed", `SQLite says "${error.message}".`];
  let meant = what;
  if (reason === "not-a-database" || reason === "not-writable") {
    // `isFolder` throws if this user has no access to the parent folder.
    if (attempt(() => isFolder(path))) {
      meant = "it is a folder. Give the file that semqrel rate wrote, such as ratings.db.";
    } else if (isPool(path)) {
      meant = `it is a pool. Rate it first: semqrel rate ${shellWord(path)} --db ratings.db`;
    }
  }
  return unusableDatabase(path, reason, meant, { cause: error });
}

/** Recognises a pool by its first field, because a pool may be large. */
function isPool(path: string): boolean {
  const file = attempt(() => openSync(path, "r"));
  if (file === null) return false;
  const head = Buffer.alloc(16);
  // If the file cannot be read, the head stays empty.
  attempt(() => readSync(file, head));
  closeSync(file);
  return /^\{\s*"query"/.test(head.toString("latin1"));
}

export function databaseErrorCode(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  // If libsql cannot even open the file, the code is at the end of the message.
  if (/ConnectionFailed/.test(error.message)) return Number(/(\d+)"?\)?$/.exec(error.message)?.[1] ?? 14) & 0xff;
  return "rawCode" in error && typeof error.rawCode === "number" ? error.rawCode & 0xff : null;
}
