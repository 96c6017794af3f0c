/** How are statements run, once and for all prepared, with errors that say which file they are about? */
import { explainDatabaseError } from "./database-error.ts";

export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** What is used of libsql's synchronous interface. */
export interface SqlDatabase {
  readonly inTransaction: boolean;
  exec(sql: string): unknown;
  prepare(sql: string): SqlStatement;
  close(): unknown;
}
export interface SqlStatement {
  /** All values as one array: a single null would be taken for an object with names. */
  run(values: readonly SqlValue[]): unknown;
  get(values: readonly SqlValue[]): unknown;
  all(values: readonly SqlValue[]): unknown[];
}

/** Every method throws SemqrelError DATABASE_UNUSABLE where SQLite fails. */
export class SqlConnection {
  /** The file, for messages. */
  readonly path: string;
  readonly #database: SqlDatabase;
  readonly #statements = new Map<string, SqlStatement>();

  constructor(path: string, database: SqlDatabase) {
    this.path = path;
    this.#database = database;
  }

  /** The first row; null without any. */
  one(sql: string, ...values: readonly SqlValue[]): SqlRow | null {
    return this.#guarded(() => (this.#statement(sql).get(values) as SqlRow | undefined) ?? null);
  }

  all(sql: string, ...values: SqlValue[]): SqlRow[] {
    return this.#guarded(() => this.#statement(sql).all(values) as SqlRow[]);
  }

  run(sql: string, ...values: SqlValue[]): void {
    this.#guarded(() => this.#statement(sql).run(values));
  }

  /** Several statements, without values and rows. */
  exec(sql: string): void {
    this.#guarded(() => this.#database.exec(sql));
  }

  /** All of the work or nothing; inside another transaction it joins that one. `IMMEDIATE` first waits to write. */
  transaction<T>(mode: "IMMEDIATE" | "DEFERRED", work: () => T): T {
    if (this.#database.inTransaction) return work();
    return this.#guarded(() => {
      this.#database.exec(`BEGIN ${mode}`);
      try {
        const result = work();
        this.#database.exec("COMMIT");
        return result;
      } catch (error) {
        // A full disk has rolled it back already.
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

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw explainDatabaseError(this.path, error);
    }
  }
}

/** libsql cuts text off at a NUL, and halves of surrogate pairs have no UTF-8: both become U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll("\u0000", "\ufffd").replace(/\p{Surrogate}/gu, "\ufffd");
}
