/** How does the state of a block change in the database? It runs, and then is done, failed, or waits again. */
import { messageOf, SemqrelError } from "../../core/errors.ts";
import type { QueueDatabase } from "./postgres-database.ts";
import type { Job } from "./postgres-drivers.ts";
import { addJob } from "./postgres-enqueue.ts";

export interface TakenBlock {
  readonly kind: "label" | "titles";
  readonly version: string;
  readonly settings: string;
  /** The settings as JSON. */
  readonly content: string;
  readonly input: Buffer;
  readonly rows: number;
  readonly texts_count: number;
}

/** Null where it is already done. */
export async function takeBlock(
  { attempt, schema }: QueueDatabase,
  key: string,
  { attempts, locked_by }: Job,
): Promise<TakenBlock | null> {
  return attempt("Taking a block", async (client) => {
    const { rows } = await client.query<TakenBlock>(
      `update ${schema}.block set state = 'running', tries = $2, worker = $3, begun_at = now(), ended_at = null
         from ${schema}.settings
        where block.key = $1 and block.state <> 'done' and settings.key = block.settings
       returning kind, block.version, block.settings, content, input, rows, texts_count`,
      [key, attempts, locked_by],
    );
    return rows[0] ?? null;
  });
}

export async function keepOutcome({ attempt, schema }: QueueDatabase, key: string, outcome: Buffer): Promise<void> {
  await attempt("Keeping an outcome", async (client) => {
    await client.query(
      `update ${schema}.block
          set state = 'done', outcome = $2, ended_at = now(), error = null, error_code = null, error_details = null
        where key = $1 and state <> 'done'`,
      [key, outcome],
    );
    await client.query("select pg_notify($1, $2)", [schema, key]);
  });
}

/** @param isLast whether it is not tried again */
export async function keepFailure(
  { attempt, schema }: QueueDatabase,
  key: string,
  error: unknown,
  isLast: boolean,
): Promise<void> {
  const [code, details] = error instanceof SemqrelError ? [error.code, JSON.stringify(error.details)] : [null, null];
  const message = messageOf(error).replaceAll("\0", "\ufffd");
  await attempt("Reporting a block", async (client) => {
    await client.query(
      `update ${schema}.block set state = $2, error = $3, error_code = $4, error_details = $5, ended_at = now()
        where key = $1 and state <> 'done'`,
      [key, isLast ? "failed" : "waiting", message, code, details],
    );
    await client.query("select pg_notify($1, $2)", [schema, key]);
  });
}

export async function waitAgain({ attempt, schema }: QueueDatabase, key: string): Promise<void> {
  await attempt("Giving back a block", (client) =>
    client.query(
      `update ${schema}.block set state = 'waiting', tries = tries - 1 where key = $1 and state = 'running'`,
      [key],
    ),
  );
}

/** As if it had not been taken; its job ends, and another begins with as many tries. */
export async function leaveToOthers(database: QueueDatabase, key: string, job: Job, block: TakenBlock): Promise<void> {
  const { attempt, schema, jobsSchema } = database;
  const tries = job.attempts - 1;
  await attempt("Leaving a block to others", async (client) => {
    await client.query(
      `update ${schema}.block set state = 'waiting', tries = $2 where key = $1 and state = 'running'`,
      [key, tries],
    );
    const id = await addJob(client, database, { ...block, key });
    await client.query(`select ${jobsSchema}.reschedule_jobs(array[$1::bigint], attempts := $2)`, [id, tries]);
  });
}
