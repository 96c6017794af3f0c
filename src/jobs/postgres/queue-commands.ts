/** Shows the queue, retries failed blocks, and removes jobs. */
import { type ErrorCode, invalidOption, messageOf, SemqrelError } from "../../core/errors.ts";
import { storable } from "../../core/text/escape.ts";
import type { PostgresAddress } from "./postgres-address.ts";
import { type DatabaseOptions, inQueueDatabase, type QueueDatabase } from "./postgres-database.ts";
import type { PoolClient } from "./postgres-drivers.ts";
import { addJob, type KeyedBlock, lockJobs } from "./postgres-enqueue.ts";

export type QueueStatus = Awaited<ReturnType<typeof queueStatus>>;

export interface BlockCounts {
  readonly waiting: number;
  readonly running: number;
  readonly done: number;
  readonly failed: number;
}

export async function queueStatus(address: PostgresAddress, options: DatabaseOptions = {}) {
  return inQueueDatabase(address, options, "Asking the queue", async (client, database) => {
    const { schema, jobsSchema, shown } = database;
    const countOf = (kind: string) =>
      ["waiting", "running", "done", "failed"]
        .map((state) => `'${state}', count(*) filter (where kind = '${kind}' and ${state})`)
        .join(", ");
    const rowsOf = async <Row extends object>(query: string) => (await client.query<Row>(query)).rows;
    const [vectors] = await rowsOf<{ count: string; size: string }>(
      `select count(*) as count, pg_total_relation_size('${schema}.vector') as size from ${schema}.vector`,
    );
    return {
      database: shown,
      queueSchema: schema,
      // `titles` counts blocks that only compute vectors. `blocks` counts those that use the vectors.
      jobs: await rowsOf<{ job: string; begun: string; blocks: BlockCounts; titles: BlockCounts }>(
        `select job.key as job, to_json(job.begun_at)#>>'{}' as begun,
                  json_build_object(${countOf("label")}) as blocks, json_build_object(${countOf("titles")}) as titles
             from ${schema}.job left join ${schema}.job_block on job = job.key left join (
               select block.key, kind, outcome is not null as done, failure is not null as failed,
                      outcome is null and failure is null and locked_at is not null as running,
                      outcome is null and failure is null and locked_at is null as waiting
                 from ${schema}.block left join ${jobsSchema}._private_jobs as jobs on jobs.key = block.key
             ) as block on job_block.block = block.key
            group by job.key order by job.begun_at, job.key`,
      ),
      failed: await rowsOf<{
        jobs: string[];
        key: string;
        kind: "label" | "titles";
        tries: number;
        error: string;
        texts: string[];
        textsCount: number;
      }>(
        `select array(select job from ${schema}.job_block where job_block.block = block.key order by job) as jobs,
                  key, kind, (failure->>'tries')::integer as tries, failure->>'error' as error, texts, texts_count as "textsCount"
             from ${schema}.block where failure is not null order by queued_at, key`,
      ),
      workers: await rowsOf<{
        host: string;
        process: number;
        version: string;
        silentSeconds: number;
        isAlive: boolean;
      }>(
        `select host, process, version, round(extract(epoch from now() - beat_at))::integer as "silentSeconds",
                  now() - beat_at < make_interval(secs => ${MISSED_BEATS} * beat_seconds) as "isAlive"
             from ${schema}.worker order by begun_at, key`,
      ),
      vectors: { count: Number(vectors?.count), sizeBytes: Number(vectors?.size) },
    };
  });
}

/** Returns failed blocks to the queue, with as many tries as new blocks. @param job - name of a job; null for all */
export async function retryQueue(address: PostgresAddress, job: string | null, options: DatabaseOptions = {}) {
  return inQueueDatabase(address, options, "Retrying blocks", async (client, database) => {
    const { schema, jobsSchema } = database;
    await lockJobs(client, schema);
    const { rows } = await client.query<KeyedBlock>(
      `update ${schema}.block set failure = null
          where failure is not null
            and ($1::text is null or exists (select from ${schema}.job_block where job = $1 and job_block.block = block.key))
         returning key, kind, version, settings`,
      [job],
    );
    for (const block of rows) {
      await client.query(`select ${jobsSchema}.remove_job($1)`, [block.key]);
      await addJob(client, database, block);
    }
    const titles = rows.filter(({ kind }) => kind === "titles").length;
    return { blocks: rows.length - titles, titles };
  });
}

/** Removes a job (null: all jobs). Discards outcomes of running blocks. @param withVectors - removes vectors, too */
export async function removeFromQueue(
  address: PostgresAddress,
  job: string | null,
  withVectors: boolean,
  options: DatabaseOptions = {},
) {
  return inQueueDatabase(address, options, "Removing jobs", async (client, database) => {
    const { schema, shown } = database;
    await lockJobs(client, schema);
    const { rows } = await client.query<{ key: string }>(
      `delete from ${schema}.job where $1::text is null or key = $1 returning key`,
      [job],
    );
    if (job !== null && rows.length === 0) {
      throw invalidOption(`Removing jobs: ${shown} has no job "${job}". See: semqrel system queue status.`);
    }
    const blocks = await removeUnused(client, database);
    let vectors = 0;
    if (withVectors) {
      const counted = await client.query<{ count: string }>(`select count(*) as count from ${schema}.vector`);
      vectors = Number(counted.rows[0]?.count);
      await client.query(`truncate ${schema}.vector`);
    }
    return { jobs: rows.map(({ key }) => key).sort(), blocks, vectors };
  });
}

/** Removes blocks and settings that no job has. Call `lockJobs` first. @returns number of removed blocks */
export async function removeUnused(client: PoolClient, { schema, jobsSchema }: QueueDatabase): Promise<number> {
  const unused = `not exists (select from ${schema}.job_block where job_block.block = block.key)`;
  await client.query(`select ${jobsSchema}.remove_job(block.key) from ${schema}.block where ${unused}`);
  const { rowCount } = await client.query(`delete from ${schema}.block where ${unused}`);
  await client.query(
    `delete from ${schema}.settings where not exists (select from ${schema}.block where block.settings = settings.key)
       and not exists (select from ${schema}.job where job.settings = settings.key)`,
  );
  return rowCount ?? 0;
}

/** A worker counts as dead after this many intervals without a heartbeat. */
const MISSED_BEATS = 3;

/** Frees the jobs of dead workers. For a worker that is not in the table, the start of a job counts as a heartbeat. */
export async function releaseDeadWorkers(
  { attempt, schema, jobsSchema }: QueueDatabase,
  beatSeconds: number,
  signal?: AbortSignal,
): Promise<void> {
  await attempt(
    "Checking workers",
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
      const error = "its worker stopped without a message (killed, out of memory, or disconnected)";
      for (const { key, attempts } of failed) await keepFailure(client, schema, key, error, attempts);
    },
    signal,
  );
}

export interface BlockFailure {
  readonly error: string;
  /** Code of an error of semqrel; null for other errors. */
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
  await client.query(`update ${schema}.block set failure = $2 where key = $1 and outcome is null and failure is null`, [
    key,
    JSON.stringify(failure, (_, value) => (typeof value === "string" ? storable(value) : value)),
  ]);
}
