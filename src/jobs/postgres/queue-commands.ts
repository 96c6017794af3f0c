/** What waits in the queue, runs, is done, or failed? How are failed blocks tried again, and jobs removed? */
import { SemqrelError } from "../../core/errors.ts";
import type { PostgresAddress } from "./postgres-address.ts";
import { type DatabaseOptions, inQueueDatabase } from "./postgres-database.ts";
import type { PoolClient } from "./postgres-drivers.ts";
import { addJob, lockJobs } from "./postgres-enqueue.ts";
import type { QueuePlace } from "./postgres-schema.ts";

export interface QueueStatus {
  /** Where it is, without a password. */
  readonly database: string;
  readonly queueSchema: string;
  readonly jobs: readonly QueueJob[];
  readonly failed: readonly FailedBlock[];
  readonly workers: readonly QueueWorker[];
  readonly vectors: { readonly count: number; readonly sizeBytes: number };
}

export interface BlockCounts {
  readonly waiting: number;
  readonly running: number;
  readonly done: number;
  readonly failed: number;
}

export interface QueueJob {
  readonly job: string;
  readonly begun: string;
  /** Blocks of queries. */
  readonly blocks: BlockCounts;
  /** Blocks of titles, whose vectors the others need. */
  readonly titles: BlockCounts;
}

export interface FailedBlock {
  readonly jobs: readonly string[];
  readonly key: string;
  readonly kind: "label" | "titles";
  readonly tries: number;
  readonly error: string;
  /** The first of its queries or titles. */
  readonly texts: readonly string[];
  readonly textsCount: number;
}

export interface QueueWorker {
  readonly host: string;
  readonly process: number;
  readonly version: string;
  /** Since its last sign of life. */
  readonly silentSeconds: number;
  readonly isAlive: boolean;
}

/** @throws SemqrelError DATABASE_UNUSABLE, INVALID_OPTION */
export async function queueStatus(address: PostgresAddress, options: DatabaseOptions = {}): Promise<QueueStatus> {
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
      jobs: await rowsOf<QueueJob>(
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
      failed: await rowsOf<FailedBlock>(
        `select array(select job from ${schema}.job_block where job_block.block = block.key order by job) as jobs,
                  key, kind, (failure->>'tries')::integer as tries, failure->>'error' as error, texts, texts_count as "textsCount"
             from ${schema}.block where failure is not null order by queued_at, key`,
      ),
      workers: await rowsOf<QueueWorker>(
        `select host, process, version, round(extract(epoch from now() - beat_at))::integer as "silentSeconds",
                  now() - beat_at < make_interval(secs => 3 * beat_seconds) as "isAlive"
             from ${schema}.worker order by begun_at, key`,
      ),
      vectors: { count: Number(vectors?.count), sizeBytes: Number(vectors?.size) },
    };
  });
}

export interface RetriedBlocks {
  readonly blocks: number;
  readonly titles: number;
}

/**
 * Failed blocks wait again, with as many tries as new ones.
 * @param job null for all
 * @throws SemqrelError DATABASE_UNUSABLE, INVALID_OPTION
 */
export async function retryQueue(
  address: PostgresAddress,
  job: string | null,
  options: DatabaseOptions = {},
): Promise<RetriedBlocks> {
  return inQueueDatabase(address, options, "Retrying blocks", async (client, database) => {
    const { schema, jobsSchema } = database;
    await lockJobs(client, schema);
    const { rows } = await client.query<{ key: string; kind: "label" | "titles"; version: string; settings: string }>(
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

export interface RemovedJobs {
  readonly jobs: readonly string[];
  readonly blocks: number;
  readonly vectors: number;
}

/**
 * A worker finishes the block it runs; its outcome is dropped.
 * @param job null for all
 * @param withVectors also removes the vectors that all jobs share
 * @throws SemqrelError DATABASE_UNUSABLE; INVALID_OPTION if there is no such job
 */
export async function removeFromQueue(
  address: PostgresAddress,
  job: string | null,
  withVectors: boolean,
  options: DatabaseOptions = {},
): Promise<RemovedJobs> {
  return inQueueDatabase(address, options, "Removing jobs", async (client, database) => {
    const { schema, shown } = database;
    await lockJobs(client, schema);
    const { rows } = await client.query<{ key: string }>(
      `delete from ${schema}.job where $1::text is null or key = $1 returning key`,
      [job],
    );
    if (job !== null && rows.length === 0) {
      const message = `Removing jobs: ${shown} has no job "${job}". See: semqrel system queue status.`;
      throw new SemqrelError("INVALID_OPTION", message);
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

/** Removes blocks and settings without a job. Call with `lockJobs` held. @returns blocks removed */
export async function removeUnused(
  client: PoolClient,
  { schema, jobsSchema }: Pick<QueuePlace, "schema" | "jobsSchema">,
): Promise<number> {
  const unused = `not exists (select from ${schema}.job_block where job_block.block = block.key)`;
  await client.query(`select ${jobsSchema}.remove_job(block.key) from ${schema}.block where ${unused}`);
  const { rowCount } = await client.query(`delete from ${schema}.block where ${unused}`);
  await client.query(
    `delete from ${schema}.settings where not exists (select from ${schema}.block where block.settings = settings.key)
       and not exists (select from ${schema}.job where job.settings = settings.key)`,
  );
  return rowCount ?? 0;
}
