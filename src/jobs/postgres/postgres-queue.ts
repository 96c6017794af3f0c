/** Runs blocks on many machines. Outcomes stay in the database until the job ends, so a killed command can continue. */
import { setTimeout } from "node:timers/promises";
import { at, atKey } from "../../core/at.ts";
import { SemqrelError } from "../../core/errors.ts";
import { counted, quotedSome } from "../../core/text/wording.ts";
import type { ModelIdentity } from "../../core/types.ts";
import type { BlockExecutor, BlockTicket } from "../block.ts";
import type { PostgresAddress } from "./postgres-address.ts";
import { type DatabaseOptions, openQueueDatabase, type QueueDatabase } from "./postgres-database.ts";
import type { PoolClient } from "./postgres-drivers.ts";
import { decompress, enqueueBlocks, lockJobs } from "./postgres-enqueue.ts";
import { type BlockFailure, releaseDeadWorkers, removeUnused } from "./queue-commands.ts";

export interface PostgresQueueOptions extends DatabaseOptions {
  /** Version of semqrel. Only workers of this version run the blocks. */
  readonly version: string;
  /** The model that workers need. @default any model with the name in the settings */
  readonly model?: ModelIdentity;
}

const POLL_MILLISECONDS = 300;
const BEAT_SECONDS = 10;

/** If blocks failed, saves all other outcomes, then throws BLOCK_FAILED or the error that semqrel threw in a worker. */
export function postgresQueue(address: PostgresAddress, options: PostgresQueueOptions): BlockExecutor {
  return {
    async run(blocks, inputs, onOutcome, signal) {
      if (blocks.length === 0) return;
      const database = await openQueueDatabase(address, { ...options, signal });
      const hold = await openHold(database);
      try {
        const { version, model = null } = options;
        const { job, keys } = await enqueueBlocks(database, blocks, inputs, version, model, hold.take, signal);
        const open = new Map<string, BlockTicket[]>();
        for (const [place, key] of keys.entries()) open.set(key, [...(open.get(key) ?? []), at(blocks, place)]);
        const failures = await collectOutcomes(database, open, onOutcome, options, signal);
        if (failures.length > 0) throw blocksFailed(failures, database);
        await hold.release();
        await removeJob(database, job);
      } finally {
        hold.close();
        await database.close();
      }
    },
  };
}

interface EndedBlock {
  readonly key: string;
  readonly failure: BlockFailure | null;
  readonly texts: string[];
  readonly texts_count: number;
}

interface Failure {
  readonly ticket: BlockTicket;
  readonly block: EndedBlock & { readonly failure: BlockFailure };
}

async function collectOutcomes(
  database: QueueDatabase,
  open: Map<string, BlockTicket[]>,
  onOutcome: (ticket: BlockTicket, outcome: Uint8Array) => Promise<void>,
  { version, remark = () => {} }: PostgresQueueOptions,
  signal: AbortSignal,
): Promise<Failure[]> {
  const { schema } = database;
  const attempt = <Result>(action: (client: PoolClient) => Promise<Result>) =>
    database.attempt("Waiting for blocks", action, signal);
  let checkedAt = Number.NEGATIVE_INFINITY;
  let hadWorker = true;
  for (;;) {
    const keys = [...open.keys()];
    const ended = await attempt((client) => endedBlocks(client, schema, keys));
    const failures: Failure[] = [];
    for (const block of ended) {
      const tickets = atKey(open, block.key);
      const { failure } = block;
      if (failure !== null) {
        failures.push(...tickets.map((ticket) => ({ ticket, block: { ...block, failure } })));
        continue;
      }
      const { rows } = await attempt((client) =>
        client.query<{ outcome: Buffer }>(`select outcome from ${schema}.block where key = $1`, [block.key]),
      );
      const outcome = rows[0]?.outcome;
      if (outcome === undefined) break;
      const bytes = await decompress(outcome);
      for (const ticket of tickets) await onOutcome(ticket, bytes);
      open.delete(block.key);
    }
    // Failed blocks stay open, because the user may retry them while other blocks run.
    if (failures.length >= ticketsIn(open)) return failures;
    if (performance.now() - checkedAt > BEAT_SECONDS * 1000) {
      checkedAt = performance.now();
      await releaseDeadWorkers(database, BEAT_SECONDS, signal);
      const hasWorker = await attempt((client) => isAnyAlive(client, schema, version));
      if (!hasWorker && hadWorker) remark(noWorker(ticketsIn(open), version, database));
      hadWorker = hasWorker;
    }
    await setTimeout(POLL_MILLISECONDS, undefined, { signal }).catch(() => {});
  }
}

function noWorker(blocks: number, version: string, { shown }: QueueDatabase): string {
  const waiting = blocks === 1 ? "1 block waits" : `${blocks} blocks wait`;
  return `${waiting} at ${shown}, but no worker of semqrel ${version} is running. Start one on any machine: semqrel system worker --queue …`;
}

function ticketsIn(open: ReadonlyMap<string, readonly BlockTicket[]>): number {
  return [...open.values()].reduce((sum, tickets) => sum + tickets.length, 0);
}

async function isAnyAlive(client: PoolClient, schema: string, version: string): Promise<boolean> {
  const { rowCount } = await client.query(`select from ${schema}.worker where version = $1 limit 1`, [version]);
  return rowCount === 1;
}

async function endedBlocks(client: PoolClient, schema: string, keys: readonly string[]): Promise<EndedBlock[]> {
  const { rows } = await client.query<EndedBlock & { readonly ended: boolean }>(
    `select key, outcome is not null or failure is not null as ended, failure, texts, texts_count
       from ${schema}.block where key = any($1)`,
    [keys],
  );
  if (rows.length < keys.length) {
    throw new SemqrelError(
      "BLOCK_FAILED",
      `Waiting for blocks: ${counted(keys.length - rows.length, "block was", "blocks were")} removed from the queue, by semqrel system queue rm or ` +
        "by another run of the same job. Run the same command again.",
    );
  }
  return rows.filter(({ ended }) => ended);
}

function blocksFailed(failures: readonly Failure[], { shown }: QueueDatabase): SemqrelError {
  const sorted = failures.toSorted((one, other) => one.ticket.number - other.ticket.number);
  for (const { ticket, block } of sorted) {
    const { code, error, details } = block.failure;
    if (code === null) continue;
    const message = `${error} (This is block ${ticket.number} at ${shown}. It is not tried again with the same input. If the worker caused the error, correct the cause and run semqrel system queue retry.)`;
    return new SemqrelError(code, message, { details });
  }
  const described = sorted.slice(0, SHOWN_FAILURES).map(({ ticket, block: { failure, texts, texts_count } }) => {
    return `block ${ticket.number}, ${counted(failure.tries, "try", "tries")}, queries ${quotedSome(texts, texts_count)}: ${failure.error}`;
  });
  const rest =
    sorted.length > described.length ? `; and ${counted(sorted.length - described.length, "more block")}` : "";
  return new SemqrelError(
    "BLOCK_FAILED",
    `Labelling at ${shown}: workers failed at ${counted(sorted.length, "block")}: ${described.join("; ")}${rest}. The ` +
      "other blocks are done. Try the failed ones again with semqrel system queue retry, then run the same command with --resume.",
    {
      details: {
        blocks: sorted.map(({ ticket: { number, queries }, block: { failure, texts, texts_count: textsCount } }) => {
          return { block: number, queries, tries: failure.tries, texts, textsCount, error: failure.error };
        }),
      },
    },
  );
}

const SHOWN_FAILURES = 3;

/** Removes the job and its unshared blocks. If another process waits for the job, that process will remove both. */
async function removeJob(database: QueueDatabase, job: string): Promise<void> {
  const { schema } = database;
  await database.attempt("Tidying up", async (client) => {
    await lockJobs(client, schema);
    const tryLock = "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as alone";
    const { rows } = await client.query(tryLock, [lockOf(schema, job)]);
    if (!rows[0].alone) return;
    await client.query(`delete from ${schema}.job where key = $1`, [job]);
    await removeUnused(client, database);
  });
}

function lockOf(schema: string, job: string): string {
  return `semqrel job ${schema} ${job}`;
}

/** Opens a connection that can lock a job. While the job is locked, other processes that finish it do not remove it. */
async function openHold({ pool, schema, drivers }: QueueDatabase) {
  const client = new drivers.pg.Client(pool.options);
  client.on("error", () => {});
  // Ends a client that cannot connect, so that its queries fail at once. Otherwise, they would wait for ever.
  await client.connect().catch(() => client.end().catch(() => {}));
  const query = (text: string, values: string[] = []) => client.query(text, values).catch(() => {});
  return {
    take: async (job: string) => {
      await query("select pg_advisory_lock_shared(hashtextextended($1, 0))", [lockOf(schema, job)]);
    },
    release: () => query("select pg_advisory_unlock_all()"),
    close: () => void client.end().catch(() => {}),
  };
}
