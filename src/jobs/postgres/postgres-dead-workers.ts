/**
 * What becomes of blocks whose worker died without a word?
 * A worker without signs of life counts as dead. Its blocks are given back; one that has killed three workers is reported.
 * graphile-worker by itself would wait for four hours.
 */
import type { QueueDatabase } from "./postgres-database.ts";
import { MOST_TRIES } from "./postgres-enqueue.ts";

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
      // A living worker changes the block's state before it lets go of the lock: a running block without lock was left behind.
      await client.query(
        `with ended as (
          update ${schema}.block
             set state = case when attempts >= max_attempts then 'failed' else 'waiting' end,
                 error = 'its worker ended without a word (killed, out of memory, or cut off)', ended_at = now()
            from ${jobsSchema}._private_jobs as jobs
           where jobs.key = block.key and jobs.locked_by is null and state = 'running'
          returning block.key, state)
        select pg_notify($1, key) from ended where state = 'failed'`,
        [schema],
      );
      // The worker died before saying that this was no try: the queue would never take the block again.
      await client.query(
        `select ${jobsSchema}.reschedule_jobs(array_agg(jobs.id), run_at := now(), attempts := $1)
           from ${jobsSchema}._private_jobs as jobs join ${schema}.block on block.key = jobs.key
          where block.state = 'waiting' and jobs.locked_by is null and jobs.attempts >= jobs.max_attempts
            and not exists (select from ${schema}.worker where worker.key = block.worker)
         having count(*) > 0`,
        [MOST_TRIES - 1],
      );
    },
    signal,
  );
}
