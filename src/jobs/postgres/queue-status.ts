/** What waits in the queue, runs, is done, or failed, and why? */
import type { PostgresAddress } from "./postgres-address.ts";
import { type DatabaseOptions, inQueueDatabase } from "./postgres-database.ts";

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
    const { schema, shown } = database;
    const countOf = (kind: string) =>
      ["waiting", "running", "done", "failed"]
        .map((state) => `'${state}', count(*) filter (where kind = '${kind}' and state = '${state}')`)
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
             from ${schema}.job left join ${schema}.job_block on job = job.key left join ${schema}.block on job_block.block = block.key
            group by job.key order by job.begun_at, job.key`,
      ),
      failed: await rowsOf<FailedBlock>(
        `select array(select job from ${schema}.job_block where job_block.block = block.key order by job) as jobs,
                  key, kind, tries, error, texts, texts_count as "textsCount"
             from ${schema}.block where state = 'failed' order by queued_at, key`,
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
