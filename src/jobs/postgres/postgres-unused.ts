/**
 * What does no job need any more?
 */
import type { PoolClient } from "./postgres-drivers.ts";
import type { QueuePlace } from "./postgres-schema.ts";

/** Call with `lockJobs` held. @returns blocks removed */
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
