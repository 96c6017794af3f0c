/** How are failed blocks tried again? */
import type { PostgresAddress } from "./postgres-address.ts";
import { type DatabaseOptions, inQueueDatabase } from "./postgres-database.ts";
import { addJob, lockJobs } from "./postgres-enqueue.ts";

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
