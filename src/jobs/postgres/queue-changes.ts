/** How are failed blocks tried again, and jobs removed from the queue, with the blocks that no job needs any more? */
import { SemqrelError } from "../../core/errors.ts";
import type { PostgresAddress } from "./postgres-address.ts";
import { type DatabaseOptions, inQueueDatabase } from "./postgres-database.ts";
import type { PoolClient } from "./postgres-drivers.ts";
import { addJob, lockJobs } from "./postgres-enqueue.ts";
import type { QueuePlace } from "./postgres-schema.ts";

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
      `update ${schema}.block
            set state = 'waiting', tries = 0, error = null, error_code = null, error_details = null, worker = null
          where state = 'failed'
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
 * @throws SemqrelError DATABASE_UNUSABLE; INVALID_OPTION where there is no such job
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
  await client.query(
    `select ${jobsSchema}.remove_job(block.key) from ${schema}.block where state <> 'done' and ${unused}`,
  );
  const { rowCount } = await client.query(`delete from ${schema}.block where ${unused}`);
  await client.query(
    `delete from ${schema}.settings where not exists (select from ${schema}.block where block.settings = settings.key)
       and not exists (select from ${schema}.job where job.settings = settings.key)`,
  );
  return rowCount ?? 0;
}
