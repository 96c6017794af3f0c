/** Opens the queue's database. Retries after lost connections. Errors say what to do. */
import { invalidOption, SemqrelError, throwIfAborted } from "../../core/errors.ts";
import { quoted } from "../../core/text/wording.ts";
import type { PostgresAddress } from "./postgres-address.ts";
import {
  type ClientConfig,
  loadPostgresDrivers,
  type Pool,
  type PoolClient,
  type PostgresDrivers,
} from "./postgres-drivers.ts";

export interface DatabaseOptions {
  /** Schema of semqrel's tables. @default "semqrel" */
  readonly schema?: string;
  /** Seconds to keep trying if the connection is lost or no server answers. @default 60 */
  readonly patienceSeconds?: number;
  /** Shows a remark, such as that no server answers yet. */
  readonly remark?: (text: string) => void;
  readonly signal?: AbortSignal;
}

export interface QueueDatabase {
  readonly drivers: PostgresDrivers;
  readonly pool: Pool;
  readonly schema: string;
  readonly jobsSchema: string;
  readonly shown: string;
  /** Runs the action in a transaction, and again after a lost connection. @param doing - first words of messages */
  attempt<Result>(
    doing: string,
    action: (client: PoolClient) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  patiently<Result>(doing: string, action: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  close(): Promise<void>;
}

const USUAL_PATIENCE_SECONDS = 60;
/** Short, because a person waits for the answer of `system queue`. */
const PATIENCE_OF_COMMANDS_SECONDS = 5;
const FIRST_PAUSE_MILLISECONDS = 250;
const LONGEST_PAUSE_MILLISECONDS = 5000;

export async function openQueueDatabase(address: PostgresAddress, options: DatabaseOptions = {}) {
  const { schema = "semqrel", patienceSeconds = USUAL_PATIENCE_SECONDS, remark = () => {} } = options;
  if (!/^[a-z_][a-z0-9_]{0,49}$/.test(schema) || schema.startsWith("pg_")) {
    const remedy = "Use up to 50 characters of a-z, 0-9 and _; do not start with a digit or pg_.";
    throw invalidOption(`Opening the queue: ${quoted(schema)} is not a valid schema name. ${remedy}`);
  }
  const shown = String(address);
  const drivers = await loadPostgresDrivers();
  const patience = patienceSeconds * 1000;
  const patiently = async <Result>(
    doing: string,
    action: () => Promise<Result>,
    signal?: AbortSignal,
    onFailure: (cause: unknown) => void = () => {},
  ): Promise<Result> => {
    const begun = performance.now();
    for (let pause = FIRST_PAUSE_MILLISECONDS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLISECONDS)) {
      throwIfAborted(signal, doing);
      try {
        return await action();
      } catch (cause) {
        if (cause instanceof SemqrelError) throw cause;
        if (!isPassing(cause) || performance.now() - begun + pause > patience) throw databaseError(doing, shown, cause);
        onFailure(cause);
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  };
  let hasSaid = false;
  const config = await patiently(
    "Opening the queue",
    () => reachable(drivers, address),
    options.signal,
    (cause) => {
      if (!hasSaid)
        remark(`No server answers at ${shown} (${messageOf(cause)}). Trying for ${patienceSeconds} seconds.`);
      hasSaid = true;
    },
  );
  const pool = new drivers.pg.Pool({ ...config, max: MOST_CONNECTIONS });
  // The pool replaces lost idle connections. Without these listeners, their errors would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const database: QueueDatabase = {
    drivers,
    pool,
    schema,
    jobsSchema: `${schema}_jobs`,
    shown,
    attempt: (doing, action, signal) => patiently(doing, () => inTransaction(pool, action), signal),
    patiently,
    close: () => pool.end(),
  };
  try {
    await patiently("Preparing the queue", () => migrateQueue(database), options.signal);
    return database;
  } catch (cause) {
    await database.close();
    throw cause;
  }
}

export async function inQueueDatabase<Result>(
  address: PostgresAddress,
  options: DatabaseOptions,
  doing: string,
  action: (client: PoolClient, database: QueueDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openQueueDatabase(address, { patienceSeconds: PATIENCE_OF_COMMANDS_SECONDS, ...options });
  try {
    return await database.attempt(doing, (client) => action(client, database));
  } finally {
    await database.close();
  }
}

/** At least three are needed: for the work, for graphile-worker's notifications, and for the heartbeat. */
const MOST_CONNECTIONS = 6;

/** Tries to connect. If neither address nor PGSSLMODE sets a TLS mode, uses TLS if the server supports it. */
async function reachable({ pg }: PostgresDrivers, address: PostgresAddress): Promise<ClientConfig> {
  const config: ClientConfig = {
    ...address.config,
    application_name: "semqrel",
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MILLISECONDS,
    keepAlive: true,
  };
  const tried = async (one: ClientConfig) => {
    const client = new pg.Client(one);
    client.on("error", () => {});
    try {
      await client.connect();
      return one;
    } finally {
      await client.end().catch(() => {});
    }
  };
  if (config.ssl !== undefined || process.env["PGSSLMODE"]) return tried(config);
  try {
    return await tried({ ...config, ssl: { rejectUnauthorized: false } });
  } catch (cause) {
    if (!/does not support SSL/.test(String(cause))) throw cause;
    return tried(config);
  }
}

const CONNECTION_TIMEOUT_MILLISECONDS = 10_000;

async function inTransaction<Result>(pool: Pool, action: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await action(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((cause: Error) => {
      broken = cause;
    });
    throw error;
  } finally {
    client.release(broken ?? false);
  }
}

const passingCodes =
  /^(08|57P0[123]|53300|40|(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$)/;
const passingMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Returns whether a retry may succeed, such as after a lost connection, server restart or conflicting transactions. */
function isPassing(cause: unknown): boolean {
  const { code = "", message = "" } = cause as { code?: string; message?: string };
  return passingCodes.test(code) || passingMessages.test(message);
}

function databaseError(doing: string, shown: string, cause: unknown): SemqrelError {
  const { code = "" } = cause as { code?: string };
  const found = messageOf(cause);
  return new SemqrelError("DATABASE_UNUSABLE", `${doing} at ${shown}: ${whatToDo(code, found)}`, {
    details: { database: shown, code },
    cause,
  });
}

/** If a host has several addresses, the error may have no message, but contain one error per address. */
function messageOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === "") return cause.errors.map(messageOf).join("; ");
  return cause instanceof Error ? cause.message : String(cause);
}

function whatToDo(code: string, found: string): string {
  if (/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|ETIMEDOUT)$/.test(code))
    return `no server answers there (${found}). Start PostgreSQL, or correct the address or PGHOST and PGPORT.`;
  if (/^28/.test(code)) {
    return `the server refuses the connection (${found}). Check user and password in the address, in PGUSER and PGPASSWORD or in ~/.pgpass.`;
  }
  if (/password must be a string/.test(found))
    return "the server asks for a password. Give it in PGPASSWORD or in ~/.pgpass.";
  if (code === "3D000") return `${found}. Create it (createdb), or correct the address or PGDATABASE.`;
  if (code === "42501") {
    return (
      `the user lacks a permission (${found}). Ask an administrator to grant it: GRANT CREATE ON DATABASE … TO …, or run ` +
      "semqrel system queue status once as a user who may create schemas."
    );
  }
  if (/does not support SSL|certificate|self[- ]signed|altnames|SSL|TLS/i.test(found)) {
    return `no TLS connection could be made (${found}). Check sslmode and sslrootcert in the address.`;
  }
  if (/^(08|57P)/.test(code) || /terminated|ECONNRESET|timeout/.test(`${code} ${found}`)) {
    return `the connection was lost and could not be restored (${found}). Finished work is kept. Run the same command again.`;
  }
  return found;
}

/** Steps that create the tables. The step at index n has number n + 1. Released steps must not change. */
const steps: readonly string[] = [
  `
  create table SCHEMA.settings (
    key text primary key,
    content text not null
  );
  -- Input and outcome of one piece of work. Its key depends only on its input, so equal work is done once.
  create table SCHEMA.block (
    key text primary key,
    kind text not null check (kind in ('label', 'titles')),
    version text not null,
    settings text not null references SCHEMA.settings,
    input bytea not null,
    rows integer not null,
    -- The first queries or titles of the block, and their number.
    texts text[] not null,
    texts_count integer not null,
    -- The result. Whether the block waits or runs, and its number of tries, are in graphile-worker's jobs.
    outcome bytea,
    failure jsonb,
    queued_at timestamptz not null default now()
  );
  alter table SCHEMA.block alter column input set storage external, alter column outcome set storage external;
  create table SCHEMA.job (
    key text primary key,
    settings text not null references SCHEMA.settings,
    begun_at timestamptz not null default now()
  );
  create table SCHEMA.job_block (
    job text not null references SCHEMA.job on delete cascade,
    block text not null references SCHEMA.block on delete cascade,
    primary key (job, block)
  );
  create index on SCHEMA.job_block (block);
  create table SCHEMA.worker (
    key text primary key,
    host text not null,
    process integer not null,
    version text not null,
    begun_at timestamptz not null default now(),
    beat_seconds real not null,
    beat_at timestamptz not null default now()
  );
  -- Entries of src/model/embed/cached-embedder.ts: a head with a checksum, then the vector as little-endian float32.
  create table SCHEMA.vector (
    key bytea primary key,
    entry bytea not null
  );
  alter table SCHEMA.vector alter column entry set storage external;
  `,
];

/** A number that no other program is likely to lock. */
export const MIGRATION_LOCK = 7_361_155_021;

async function migrateQueue(database: QueueDatabase): Promise<void> {
  const { pool, schema, jobsSchema, drivers } = database;
  const client = await pool.connect();
  try {
    if ((await versionOf(client, database)) === steps.length) return;
    await client.query("begin isolation level read committed");
    // Other processes that start now wait here, and then find everything done.
    await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    const version = await versionOf(client, database);
    if (version === 0) {
      // Checks whether the schema exists, because even "create schema if not exists" needs the right to create schemas.
      const { rows } = await client.query(
        "select not exists (select from pg_catalog.pg_namespace where nspname = $1) as missing, quote_ident($1) = $1 as plain",
        [schema],
      );
      if (!rows[0].plain) {
        const why = `it is an SQL keyword. Use a name such as ${schema}_queue.`;
        throw invalidOption(`Opening the queue: "${schema}" cannot name its schema, because ${why}`);
      }
      if (rows[0].missing) await client.query(`create schema ${schema}`);
      await client.query(
        `create table if not exists ${schema}.migration (number integer primary key, at timestamptz not null default now())`,
      );
    }
    for (const [place, step] of steps.entries()) {
      if (place < version) continue;
      await client.query(step.replaceAll("SCHEMA", schema));
      await client.query(`insert into ${schema}.migration (number) values ($1)`, [place + 1]);
    }
    // Runs before the commit, on another connection. So if semqrel's tables exist, graphile-worker's exist, too.
    await drivers.graphile.runMigrations({ pgPool: pool, schema: jobsSchema, logger: silentLogger(database) });
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** Discards graphile-worker's log, because semqrel's tables and messages contain the same information. */
export function silentLogger({ drivers }: QueueDatabase) {
  return new drivers.graphile.Logger(() => () => {});
}

/** Returns 0 if there are no tables. Reads pg_tables, because to_regclass may use a cache from before the lock. */
async function versionOf(client: PoolClient, { schema, shown }: QueueDatabase): Promise<number> {
  const { rows: found } = await client.query(
    "select exists (select from pg_catalog.pg_tables where schemaname = $1 and tablename = 'migration') as there",
    [schema],
  );
  if (!found[0].there) return 0;
  const { rows } = await client.query(`select coalesce(max(number), 0) as version from ${schema}.migration`);
  const version = Number(rows[0].version);
  if (version <= steps.length) return version;
  throw new SemqrelError(
    "DATABASE_UNUSABLE",
    `Opening the queue at ${shown}: its tables (schema ${schema}) have version ${version}, but this semqrel only supports version ` +
      `${steps.length}. Update semqrel here, or use another schema with --queue-schema.`,
    { details: { database: shown, schema, version } },
  );
}
