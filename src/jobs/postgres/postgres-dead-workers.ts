/**
 * What becomes of blocks whose worker died without a word?
 * A worker without signs of life counts as dead. Its blocks are given back; one that has killed three workers is reported.
 * graphile-worker by itself would wait for four hours.
 */
import { type ErrorCode, messageOf, SemqrelError } from "../../core/errors.ts";
import type { QueueDatabase } from "./postgres-database.ts";
import type { PoolClient } from "./postgres-drivers.ts";

/** A worker counts as dead after so many beats without a sign of life. */
const MISSED_BEATS = 3;

/** @param beatSeconds of the caller: locks of workers that never registered are given back after three times that */
export async function releaseDeadWorkers(
  { attempt, schema, jobsSchema }: QueueDatabase,
  beatSeconds: number,
  signal?: AbortSignal,
): Promise<void> {
  await attempt(
    "Looking after workers",
    async (client) => {
      await client.query(
        `delete from ${schema}.worker where beat_at < clock_timestamp() - make_interval(secs => $1 * beat_seconds)`,
        [MISSED_BEATS],
      );
      const { rows } = await client.query<{ key: string }>(
        `select distinct locked_by as key from ${jobsSchema}._private_jobs
          where locked_by is not null and locked_at < clock_timestamp() - make_interval(secs => $1)
            and not exists (select from ${schema}.worker where worker.key = locked_by)`,
        [MISSED_BEATS * beatSeconds],
      );
      if (rows.length > 0) {
        await client.query(`select ${jobsSchema}.force_unlock_workers($1::text[])`, [rows.map(({ key }) => key)]);
      }
      const { rows: failed } = await client.query<{ key: string; attempts: number }>(
        `select key, attempts from ${jobsSchema}._private_jobs
          where locked_by is null and attempts >= max_attempts and key is not null`,
      );
      const error = "its worker ended without a word (killed, out of memory, or cut off)";
      for (const { key, attempts } of failed) await keepFailure(client, schema, key, error, attempts);
    },
    signal,
  );
}

/** What a user is told of a block that is not tried again. */
export interface BlockFailure {
  readonly error: string;
  /** Where semqrel said what is wrong, and the values behind it. */
  readonly code: ErrorCode | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly tries: number;
}

export async function keepFailure(
  client: PoolClient,
  schema: string,
  key: string,
  cause: unknown,
  tries: number,
): Promise<void> {
  const { code, details } = cause instanceof SemqrelError ? cause : { code: null, details: {} };
  const failure: BlockFailure = { error: messageOf(cause), code, details, tries };
  await client.query(
    `update ${schema}.block set failure = $2 where key = $1 and outcome is null and failure is null`,
    // PostgreSQL's JSON cannot hold this character.
    [key, JSON.stringify(failure).replaceAll("\\u0000", "\ufffd")],
  );
}
