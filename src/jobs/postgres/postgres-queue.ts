/**
 * How do blocks run on many machines?
 * They go into a database, from which `semqrel worker` takes them; outcomes come back in any order. Nothing is removed
 * before the job has all of them, so a command that was killed goes on where it was.
 */
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { at, atKey } from "../../core/at.ts";
import { type ErrorCode, SemqrelError } from "../../core/errors.ts";
import { counted, quoted } from "../../core/text/wording.ts";
import type { ModelIdentity } from "../../core/types.ts";
import type { BlockExecutor, BlockTicket } from "../block.ts";
import type { PostgresAddress } from "./postgres-address.ts";
import { type DatabaseOptions, openQueueDatabase, type QueueDatabase } from "./postgres-database.ts";
import { releaseDeadWorkers } from "./postgres-dead-workers.ts";
import type { PoolClient } from "./postgres-drivers.ts";
import { enqueueBlocks, lockJobs } from "./postgres-enqueue.ts";
import { removeUnused } from "./queue-remove.ts";

export interface PostgresQueueOptions extends DatabaseOptions {
  /** Of semqrel: blocks are run by workers of the same version only. */
  readonly version: string;
  /** Hears what a user should know while blocks wait: one sentence. */
  readonly remark?: (text: string) => void;
  /** What the workers' model has to be. @default whatever has the name that the settings say */
  readonly model?: ModelIdentity;
}

/** How often is looked, beside being told. */
const POLL_MILLISECONDS = 1000;
/** How often is looked after workers. */
const BEAT_SECONDS = 10;

const decompress = promisify(gunzip);

/**
 * Runs blocks by the workers on the database, whichever are there or come.
 * @returns what throws DATABASE_UNUSABLE; INTERRUPTED; the error of a block whose input is at fault; BLOCK_FAILED where
 *          workers failed at blocks, after all others were handed out   details: { blocks }
 */
export function postgresQueue(address: PostgresAddress, options: PostgresQueueOptions): BlockExecutor {
  return {
    async run(blocks, inputs, onOutcome, signal) {
      if (blocks.length === 0) return;
      const database = await openQueueDatabase(address, options);
      const bell = await listen(database);
      try {
        const { version, model = null } = options;
        const { job, keys } = await enqueueBlocks(database, blocks, inputs, {
          version,
          model,
          signal,
          hold: (name) => bell.hold(name),
        });
        const open = new Map<string, BlockTicket[]>();
        blocks.forEach((ticket, place) => {
          const key = at(keys, place);
          open.set(key, [...(open.get(key) ?? []), ticket]);
        });
        const failures = await handOut(database, open, onOutcome, bell, options, signal);
        if (failures.length > 0) throw blocksFailed(failures, database);
        await bell.letGo();
        await removeJob(database, job);
      } finally {
        bell.close();
        await database.close();
      }
    },
  };
}

interface Failure {
  readonly ticket: BlockTicket;
  readonly error: string;
  readonly code: ErrorCode | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly texts: readonly string[];
  readonly textsCount: number;
  readonly tries: number;
}

interface EndedBlock {
  readonly key: string;
  readonly state: "done" | "failed";
  readonly error: string;
  readonly error_code: ErrorCode | null;
  readonly error_details: string | null;
  readonly texts: string[];
  readonly texts_count: number;
  readonly tries: number;
}

/** Until every block is done or failed. */
async function handOut(
  database: QueueDatabase,
  open: Map<string, BlockTicket[]>,
  onOutcome: (ticket: BlockTicket, outcome: Uint8Array) => Promise<void>,
  bell: Bell,
  { version, remark = () => {} }: PostgresQueueOptions,
  signal: AbortSignal,
): Promise<Failure[]> {
  const { schema } = database;
  const attempt = <Result>(action: (client: PoolClient) => Promise<Result>) =>
    database.attempt("Waiting for blocks", action, signal);
  let lookedAfter = Number.NEGATIVE_INFINITY;
  let hadWorker = true;
  for (;;) {
    const keys = [...open.keys()];
    const ended = await attempt((client) => endedBlocks(client, schema, keys));
    const failures: Failure[] = [];
    for (const block of ended) {
      const tickets = atKey(open, block.key);
      if (block.state === "failed") {
        failures.push(...tickets.map((ticket) => failureOf(ticket, block)));
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
    // Failed ones stay open: somebody may have them retried while the others run.
    if (failures.length >= ticketsIn(open)) return failures;
    if (performance.now() - lookedAfter > BEAT_SECONDS * 1000) {
      lookedAfter = performance.now();
      await releaseDeadWorkers(database, BEAT_SECONDS, signal);
      const hasWorker = await attempt((client) => isAnyAlive(client, schema, version));
      if (!hasWorker && hadWorker) remark(noWorker(ticketsIn(open), version, database));
      hadWorker = hasWorker;
    }
    await bell.rung(signal);
  }
}

function noWorker(blocks: number, version: string, { shown }: QueueDatabase): string {
  const waiting = blocks === 1 ? "1 block waits" : `${blocks} blocks wait`;
  return `${waiting} at ${shown}, and no worker of semqrel ${version} is there. Start one, here or elsewhere: semqrel worker --queue …`;
}

function ticketsIn(open: ReadonlyMap<string, readonly BlockTicket[]>): number {
  return [...open.values()].reduce((sum, tickets) => sum + tickets.length, 0);
}

/** Of this version: others leave its blocks alone. */
async function isAnyAlive(client: PoolClient, schema: string, version: string): Promise<boolean> {
  const { rows } = await client.query(`select exists (select from ${schema}.worker where version = $1) as there`, [
    version,
  ]);
  return rows[0].there;
}

/** @throws SemqrelError BLOCK_FAILED where blocks went that nobody but a user removes */
async function endedBlocks(client: PoolClient, schema: string, keys: readonly string[]): Promise<EndedBlock[]> {
  const { rows } = await client.query<EndedBlock>(
    `select key, state, error, error_code, error_details, texts, texts_count, tries
       from ${schema}.block where key = any($1)`,
    [keys],
  );
  if (rows.length < keys.length) {
    throw new SemqrelError(
      "BLOCK_FAILED",
      `Waiting for blocks: ${counted(keys.length - rows.length, "block")} went from the queue, by semqrel queue rm or ` +
        "another run of the same job. Run the same command again.",
    );
  }
  return rows.filter(({ state }) => state === "done" || state === "failed");
}

function failureOf(ticket: BlockTicket, block: EndedBlock): Failure {
  return {
    ticket,
    error: block.error,
    code: block.error_code,
    details: JSON.parse(block.error_details ?? "{}"),
    texts: block.texts,
    textsCount: block.texts_count,
    tries: block.tries,
  };
}

function blocksFailed(failures: readonly Failure[], { shown }: QueueDatabase): SemqrelError {
  const sorted = [...failures].sort((one, other) => one.ticket.number - other.ticket.number);
  const atFault = sorted.find(({ code }) => code !== null);
  if (atFault?.code) {
    const message = `${atFault.error} (Block ${atFault.ticket.number}, at ${shown}, stays failed for the same input; where a worker was at fault, mend it and run semqrel queue retry.)`;
    return new SemqrelError(atFault.code, message, { details: atFault.details });
  }
  const described = sorted.slice(0, SHOWN_FAILURES).map(({ ticket, error, texts, textsCount, tries }) => {
    const named = texts.slice(0, SHOWN_TEXTS).map((text) => quoted(text));
    const rest = textsCount > named.length ? ` and ${textsCount - named.length} more` : "";
    return `block ${ticket.number}, ${counted(tries, "try", "tries")}, queries ${named.join(", ")}${rest}: ${error}`;
  });
  const rest =
    sorted.length > described.length ? `; and ${counted(sorted.length - described.length, "more block")}` : "";
  return new SemqrelError(
    "BLOCK_FAILED",
    `Labelling at ${shown}: workers failed at ${counted(sorted.length, "block")}: ${described.join("; ")}${rest}. The ` +
      "other blocks are done. Have them tried again with semqrel queue retry, and run the same command with --resume.",
    {
      details: {
        blocks: sorted.map(({ ticket, error, texts, textsCount, tries }) => ({
          block: ticket.number,
          queries: ticket.queries,
          tries,
          texts,
          textsCount,
          error,
        })),
      },
    },
  );
}

const SHOWN_FAILURES = 3;
const SHOWN_TEXTS = 3;

/** The job, and those of its blocks that no other job has; unless somebody else waits for it, who then does so. */
async function removeJob(database: QueueDatabase, job: string): Promise<void> {
  const { schema } = database;
  await database.attempt("Tidying up", async (client) => {
    await lockJobs(client, schema);
    const { rows } = await client.query("select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as alone", [
      lockOf(schema, job),
    ]);
    if (!rows[0].alone) return;
    await client.query(`delete from ${schema}.job where key = $1`, [job]);
    await removeUnused(client, database);
  });
}

interface Bell {
  /** Until a block ended somewhere, or a while passed. */
  rung(signal: AbortSignal): Promise<void>;
  /** Says to all others that somebody waits for the job, as long as this process lives. */
  hold(job: string): Promise<void>;
  letGo(): Promise<void>;
  close(): void;
}

function lockOf(schema: string, job: string): string {
  return `semqrel job ${schema} ${job}`;
}

/** Hears what workers say. Without a connection that listens it rings by itself, so nothing is ever missed for long. */
async function listen({ pool, schema, drivers }: QueueDatabase): Promise<Bell> {
  let hasRung = false;
  let wake = () => {};
  const ring = () => {
    hasRung = true;
    wake();
  };
  const client = new drivers.pg.Client(pool.options);
  client.on("error", () => {});
  client.on("notification", ring);
  await client
    .connect()
    .then(() => client.query(`listen ${schema}`))
    // Ended, it refuses what it is asked; as it is, it would keep it waiting forever.
    .catch(() => client.end().catch(() => {}));
  return {
    rung(signal) {
      if (hasRung || signal.aborted) {
        hasRung = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          wake = () => {};
          hasRung = false;
          resolve();
        };
        const timer = setTimeout(done, POLL_MILLISECONDS);
        signal.addEventListener("abort", done);
        wake = done;
      });
    },
    async hold(job) {
      await client
        .query("select pg_advisory_lock_shared(hashtextextended($1, 0))", [lockOf(schema, job)])
        .catch(() => {});
    },
    async letGo() {
      await client.query("select pg_advisory_unlock_all()").catch(() => {});
    },
    close() {
      client.end().catch(() => {});
    },
  };
}
