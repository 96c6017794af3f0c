/** How do we talk to the queue's database? Actions are tried again after lost connections, and errors say what to do. */
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { quoted } from "../../core/text/wording.ts";
import type { PostgresAddress } from "./postgres-address.ts";
import {
  type ClientConfig,
  loadPostgresDrivers,
  type Pool,
  type PoolClient,
  type PostgresDrivers,
} from "./postgres-drivers.ts";
import { migrateQueue, type QueuePlace } from "./postgres-schema.ts";

export interface DatabaseOptions {
  /** Of our tables. @default "semqrel" */
  readonly schema?: string;
  /** How long lost connections, and a server that does not answer, are tried again. @default 60 */
  readonly patienceSeconds?: number;
  /** Is told once that no server answers yet. */
  readonly remark?: (text: string) => void;
  /** Ends the waiting for a server. */
  readonly signal?: AbortSignal;
}

export interface QueueDatabase extends QueuePlace {
  /**
   * Runs the action in a transaction; after a lost connection again, with growing pauses.
   * @param doing begins a sentence: "Waiting for blocks"
   * @throws SemqrelError DATABASE_UNUSABLE, INTERRUPTED
   */
  attempt<Result>(
    doing: string,
    action: (client: PoolClient) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /** The same without a transaction. */
  patiently<Result>(doing: string, action: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  close(): Promise<void>;
}

const USUAL_PATIENCE_SECONDS = 60;
/** Somebody waits for the answer of `system queue`. */
const PATIENCE_OF_COMMANDS_SECONDS = 5;
const FIRST_PAUSE_MILLISECONDS = 250;
const LONGEST_PAUSE_MILLISECONDS = 5000;

/** Connects, and makes or updates the queue's tables. @throws SemqrelError DATABASE_UNUSABLE, INVALID_OPTION */
export async function openQueueDatabase(
  address: PostgresAddress,
  options: DatabaseOptions = {},
): Promise<QueueDatabase> {
  const { schema = "semqrel", patienceSeconds = USUAL_PATIENCE_SECONDS, remark = () => {} } = options;
  if (!/^[a-z_][a-z0-9_]{0,49}$/.test(schema) || schema.startsWith("pg_")) {
    const remedy = "Use up to 50 of a-z, 0-9 and _, no digit and no pg_ first.";
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
      if (signal?.aborted) throw new SemqrelError("INTERRUPTED", `${doing}: interrupted.`);
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
  // Lost idle connections are replaced when needed; without a listener their errors would end the process.
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

/** Opens the queue's database for one action. @param doing as in `attempt` */
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

/** At least three: for the work, graphile-worker's own listening, and the heartbeat. */
const MOST_CONNECTIONS = 6;

/** Uses TLS if the server has it, unless the address or PGSSLMODE says how. */
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

/** Whether it may succeed later: the connection was lost, the server restarts, or two transactions collided. */
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

/** Where several addresses of one name refuse, the error has no message of its own. */
function messageOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === "") return cause.errors.map(messageOf).join("; ");
  return cause instanceof Error ? cause.message : String(cause);
}

function whatToDo(code: string, found: string): string {
  if (/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|ETIMEDOUT)$/.test(code))
    return `no server answers there (${found}). Start PostgreSQL, or correct the address or PGHOST and PGPORT.`;
  if (/^28/.test(code)) {
    return `the server refuses us (${found}). Check user and password, in the address, in PGUSER and PGPASSWORD or in ~/.pgpass.`;
  }
  if (/password must be a string/.test(found))
    return "the server asks for a password. Give it in PGPASSWORD or in ~/.pgpass.";
  if (code === "3D000") return `${found}. Make it (createdb), or correct the address or PGDATABASE.`;
  if (code === "42501") {
    return (
      `the user lacks a right (${found}). Let an administrator grant it: GRANT CREATE ON DATABASE … TO …, or run ` +
      "semqrel system queue status once as a user who may create schemas."
    );
  }
  if (/does not support SSL|certificate|self[- ]signed|altnames|SSL|TLS/i.test(found)) {
    return `no TLS connection came about (${found}). Check sslmode and sslrootcert in the address.`;
  }
  if (/^(08|57P)/.test(code) || /terminated|ECONNRESET|timeout/.test(`${code} ${found}`)) {
    return `the connection was lost and did not come back (${found}). What was done is kept: run the same command again.`;
  }
  return found;
}
