/**
 * Runs blocks of the queue with this machine's model. A worker that stops returns its blocks to the queue. Other
 * processes soon return the blocks of a killed worker.
 */
import { EventEmitter } from "node:events";
import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import { messageOf, SemqrelError } from "../../core/errors.ts";
import { counted } from "../../core/text/wording.ts";
import type { PostgresAddress } from "./postgres-address.ts";
import { openQueueDatabase, type QueueDatabase, silentLogger } from "./postgres-database.ts";
import type { Runner } from "./postgres-drivers.ts";
import { taskOf } from "./postgres-enqueue.ts";
import { releaseDeadWorkers } from "./queue-commands.ts";
import { type QueueWorker, type WorkerOptions, workerModels, workOnBlock } from "./work-on-block.ts";

/** How often a worker looks for jobs that cause no notification, such as retries. Such jobs may wait this long. */
const POLL_MILLISECONDS = 1000;
const IDLE_CHECK_MILLISECONDS = 500;

export async function workOnQueue(address: PostgresAddress, options: WorkerOptions): Promise<void> {
  const database = await openQueueDatabase(address, options);
  const { beatSeconds } = options;
  const { worker, end, begin, hasBegun } = newWorker(database, options);
  let runner: Runner | null = null;
  let endBeat = async () => {};
  try {
    await releaseDeadWorkers(database, beatSeconds, worker.signal);
    runner = await database.patiently("Starting to work", () => startRunner(worker, hasBegun), worker.signal);
    const beat = () => sendHeartbeat(worker);
    await beat();
    options.report?.({ kind: "started", database: database.shown });
    begin();
    endBeat = everySeconds(beatSeconds, worker.endWith, async () => {
      await beat();
      await releaseDeadWorkers(database, beatSeconds);
    });
    await whileWorking(worker.signal, () => options.untilIdle && isIdle(worker));
  } catch (error) {
    worker.endWith(error instanceof SemqrelError ? error : lostRunner(database, error));
  } finally {
    end();
    begin();
    await endBeat();
    await runner?.stop().catch(() => {});
    await leave(worker).catch(worker.endWith);
    await worker.models.close();
    await database.close();
  }
  if (worker.fatal !== null) throw worker.fatal;
}

/** Call `begin` after the first heartbeat: until then, the worker's blocks wait. `end` stops the worker. */
function newWorker(database: QueueDatabase, options: WorkerOptions) {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, options.signal]);
  let begin = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const worker: QueueWorker = {
    database,
    options,
    signal,
    models: workerModels(database, options.tools, signal),
    id: "",
    running: new Set(),
    left: new Map(),
    fatal: null,
    endWith(error) {
      // Keeps the first error, because the end of the worker causes further errors.
      if (!signal.aborted) worker.fatal ??= error;
      stop.abort();
    },
  };
  return { worker, end: () => stop.abort(), begin, hasBegun };
}

async function startRunner(worker: QueueWorker, hasBegun: Promise<void>): Promise<Runner> {
  const { database, options, left } = worker;
  const events = new EventEmitter();
  events.once("pool:create", ({ workerPool }: { readonly workerPool: { readonly id: string } }) => {
    worker.id = workerPool.id;
  });
  const runner = await database.drivers.graphile.run({
    pgPool: database.pool,
    schema: database.jobsSchema,
    concurrency: options.concurrency,
    pollInterval: POLL_MILLISECONDS,
    noHandleSignals: true,
    logger: silentLogger(database),
    events,
    taskList: {
      [taskOf(options.version)]: async (payload, { job }) => {
        worker.running.add(job.id);
        try {
          await hasBegun;
          await workOnBlock(worker, (payload as { readonly key: string }).key, job);
        } finally {
          worker.running.delete(job.id);
        }
      },
    },
    forbiddenFlags: () => [...left.keys()],
    // A delay of 0 enables batches. Without batches, nothing catches the error of a lost database, so the process ends.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    // Otherwise, graphile-worker would look for a file named crontab in the working folder.
    parsedCronItems: [],
  });
  runner.promise.catch((cause) => worker.endWith(lostRunner(database, cause)));
  return runner;
}

async function sendHeartbeat({ database, id, options, running }: QueueWorker) {
  const { attempt, schema, jobsSchema } = database;
  await attempt("Sending a heartbeat", async (client) => {
    await client.query(
      `insert into ${schema}.worker (key, host, process, version, beat_seconds) values ($1, $2, $3, $4, $5)
       on conflict (key) do update set beat_at = clock_timestamp()`,
      [id, hostname(), process.pid, options.version, options.beatSeconds],
    );
    // Frees jobs that the server assigned to this worker, but that never arrived, because the connection failed.
    await client.query(
      `update ${jobsSchema}._private_jobs
          set locked_by = null, locked_at = null, attempts = greatest(0, attempts - 1)
        where locked_by = $1 and id <> all($2) and locked_at < clock_timestamp() - make_interval(secs => $3)`,
      [id, [...running], options.beatSeconds],
    );
  });
}

async function leave({ database, id: key }: QueueWorker) {
  const { attempt, schema, jobsSchema } = database;
  await attempt("Returning blocks", async (client) => {
    await client.query(`delete from ${schema}.worker where key = $1`, [key]);
    await client.query(`select ${jobsSchema}.force_unlock_workers(array[$1])`, [key]);
  });
}

/** Returns whether all blocks that this worker can run are done. Throws if only blocks for missing models wait. */
async function isIdle({ database, options, left, signal, id }: QueueWorker): Promise<boolean> {
  const { attempt, schema, jobsSchema, shown } = database;
  const { rows } = await attempt(
    "Looking for blocks",
    (client) =>
      client.query<{ own: number; others: number }>(
        `select count(*) filter (where settings <> all($2))::integer as own,
                count(*) filter (where settings = any($2) and coalesce(locked_by, $3) = $3)::integer as others
           from ${schema}.block left join ${jobsSchema}._private_jobs as jobs on jobs.key = block.key
          where version = $1 and outcome is null and failure is null`,
        [options.version, [...left.keys()], id],
      ),
    signal,
  );
  const { own = 0, others = 0 } = rows[0] ?? {};
  if (own === 0 && others > 0) {
    throw new SemqrelError(
      "MODEL_MISSING",
      `Working at ${shown}: ${counted(others, "block is", "blocks are")} left for a worker that has the model. ${[...left.values()].join(" ")}`,
      { details: { database: shown, blocks: others } },
    );
  }
  return own === 0;
}

async function whileWorking(signal: AbortSignal, isOver: () => Promise<boolean> | false): Promise<void> {
  while (!signal.aborted && !(await isOver())) {
    await setTimeout(IDLE_CHECK_MILLISECONDS, undefined, { signal }).catch(() => {});
  }
}

/** Repeats an action without overlap. @returns a function that stops repeating and waits for a running action */
function everySeconds(seconds: number, onError: (error: unknown) => void, action: () => Promise<void>) {
  let last: Promise<void> | null = null;
  const timer = setInterval(() => {
    last ??= action()
      .catch(onError)
      .finally(() => {
        last = null;
      });
  }, seconds * 1000);
  return async () => {
    clearInterval(timer);
    await last;
  };
}

function lostRunner({ shown }: QueueDatabase, cause: unknown): SemqrelError {
  return new SemqrelError(
    "DATABASE_UNUSABLE",
    `Working at ${shown}: this worker can no longer take blocks (${messageOf(cause)}). Unfinished blocks go to other workers. Start this ` +
      "worker again.",
    { details: { database: shown }, cause },
  );
}
