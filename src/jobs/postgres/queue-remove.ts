/**
 * How does what is in the queue go from it?
 */
import { SemqrelError } from "../../core/errors.ts";
import type { PostgresAddress } from "./postgres-address.ts";
import { type DatabaseOptions, openQueueDatabase } from "./postgres-database.ts";
import { lockJobs } from "./postgres-enqueue.ts";
import { removeUnused } from "./postgres-unused.ts";

export interface RemovedJobs {
  readonly jobs: readonly string[];
  readonly blocks: number;
  readonly vectors: number;
}

/**
 * What a worker is at is finished and comes to nothing.
 * @param job which; null for all
 * @param withVectors those of all jobs, too
 * @throws SemqrelError DATABASE_UNUSABLE; INVALID_OPTION where there is no such job
 */
export async function removeFromQueue(
  address: PostgresAddress,
  job: string | null,
  withVectors: boolean,
  options: DatabaseOptions = {},
): Promise<RemovedJobs> {
  const database = await openQueueDatabase(address, options);
  const { schema, shown } = database;
  try {
    return await database.attempt("Removing jobs", async (client) => {
      await lockJobs(client, schema);
      const { rows } = await client.query<{ key: string }>(
        `delete from ${schema}.job where $1::text is null or key = $1 returning key`,
        [job],
      );
      if (job !== null && rows.length === 0) {
        throw new SemqrelError(
          "INVALID_OPTION",
          `Removing jobs: ${shown} has no job "${job}". See: semqrel queue status.`,
        );
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
  } finally {
    await database.close();
  }
}
