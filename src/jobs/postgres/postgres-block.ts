/**
 * What becomes of a block that a worker takes?
 * It runs, and is done, failed, or waits again: for this worker's successor, or for one that has what it needs.
 */
import { messageOf, SemqrelError } from "../../core/errors.ts";
import type { QueueDatabase } from "./postgres-database.ts";
import type { Job } from "./postgres-drivers.ts";
import { addJob } from "./postgres-enqueue.ts";

export interface TakenBlock {
  readonly kind: "label" | "titles";
  readonly version: string;
  /** Their key, and what they are as JSON. */
  readonly settings: string;
  readonly content: string;
  readonly input: Buffer;
  readonly rows: number;
  readonly texts_count: number;
}

/** Nothing where somebody else has finished it. */
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

/** Done, and whoever waits is told. */
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

/** @param isLast for good; else it waits to be tried again */
export async function keepFailure(
  { attempt, schema }: QueueDatabase,
  key: string,
  error: unknown,
  isLast: boolean,
): Promise<void> {
  const [code, details] = error instanceof SemqrelError ? [error.code, JSON.stringify(error.details)] : [null, null];
  const message = messageOf(error);
  await attempt("Reporting a block", async (client) => {
    await client.query(
      `update ${schema}.block set state = $2, error = $3, error_code = $4, error_details = $5, ended_at = now()
        where key = $1 and state <> 'done'`,
      [key, isLast ? "failed" : "waiting", message.replaceAll("\0", "\ufffd"), code, details],
    );
    await client.query("select pg_notify($1, $2)", [schema, key]);
  });
}

/** Goes back as it was. */
export async function waitAgain({ attempt, schema }: QueueDatabase, key: string): Promise<void> {
  await attempt("Giving back a block", (client) =>
    client.query(
      `update ${schema}.block set state = 'waiting', tries = tries - 1 where key = $1 and state = 'running'`,
      [key],
    ),
  );
}

/** As if it had not been taken; the job that had it ends, and another begins with as many tries. */
export async function leaveToOthers(database: QueueDatabase, key: string, job: Job, block: TakenBlock): Promise<void> {
  const { attempt, schema, jobsSchema } = database;
  await attempt("Leaving a block to others", async (client) => {
    await client.query(
      `update ${schema}.block set state = 'waiting', tries = $2 where key = $1 and state = 'running'`,
      [key, job.attempts - 1],
    );
    const { settings, kind, version } = block;
    const id = await addJob(client, database, { key, kind, version, settings });
    await client.query(`select ${jobsSchema}.reschedule_jobs(array[$1::bigint], attempts := $2)`, [
      id,
      job.attempts - 1,
    ]);
  });
}
