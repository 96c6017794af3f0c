/**
 * How does one machine take part in other people's jobs?
 * It takes a block, runs it with its own model and the vectors that all workers share, and gives the outcome back. What
 * it has not finished when it is told to stop goes back at once; what it leaves behind when it is killed, soon.
 */
import { EventEmitter } from "node:events";
import { hostname } from "node:os";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { SemqrelError } from "../../core/errors.ts";
import { counted } from "../../core/text/wording.ts";
import { type AdapterOptions, type OpenedTools, openTools } from "../../label/open-tools.ts";
import type { LabelTools } from "../../label/pipeline.ts";
import { keepingEmbedder } from "../../model/embed/cached-embedder.ts";
import { runBlock } from "../run-block.ts";
import type { PostgresAddress } from "./postgres-address.ts";
import { keepFailure, keepOutcome, leaveToOthers, takeBlock, waitAgain } from "./postgres-block.ts";
import { type DatabaseOptions, openQueueDatabase, type QueueDatabase } from "./postgres-database.ts";
import { releaseDeadWorkers } from "./postgres-dead-workers.ts";
import type { Job, Runner } from "./postgres-drivers.ts";
import { type StoredSettings, taskOf } from "./postgres-enqueue.ts";
import { silentLogger } from "./postgres-schema.ts";
import { postgresVectors } from "./postgres-vectors.ts";

export interface WorkerOptions extends DatabaseOptions {
  /** Of semqrel: blocks of this version are taken, and no others. */
  readonly version: string;
  /** What belongs to this machine. */
  readonly tools: Pick<AdapterOptions, "threads" | "cacheFolder" | "indexesFolder">;
  /** Blocks at once, >= 1. @default 1 */
  readonly concurrency?: number;
  /** Ends when nothing waits and nothing runs. @default false */
  readonly untilIdle?: boolean;
  /** How often it says that it is alive; one that is silent for three times as long is taken for dead. @default 10 */
  readonly beatSeconds?: number;
  /** Ends the work: what is under way goes back and does not count as tried. */
  readonly signal: AbortSignal;
  readonly report?: (event: WorkerEvent) => void;
  /** Another one in tests. */
  readonly runBlock?: typeof runBlock;
}

export type WorkerEvent =
  | { readonly kind: "started"; readonly database: string }
  /** The first block that wants a model which is not here: all that want it are left to other workers. */
  | { readonly kind: "left"; readonly error: string }
  | {
      readonly kind: "done" | "failed" | "given back";
      /** Whether it was a block of queries, or of titles whose vectors were wanted. */
      readonly work: "label" | "titles";
      readonly key: string;
      readonly rows: number;
      readonly texts: number;
      readonly seconds: number;
      /** Why, where it failed. */
      readonly error: string | null;
      /** 1 for the first time. */
      readonly attempt: number;
    };

const USUAL_BEAT_SECONDS = 10;
/** How often graphile-worker looks by itself, beside being told: this is how fast a try after a pause begins. */
const POLL_MILLISECONDS = 1000;
const IDLE_CHECK_MILLISECONDS = 500;

const decompress = promisify(gunzip);
const compress = promisify(gzip);

/** What is this machine's fault and no block's. */
const ownFaults = ["NATIVE_MODULE_MISSING", "DATABASE_UNUSABLE", "OUTPUT_UNWRITABLE"];
/** What is so for one model, and need not be for another. */
const modelFaults = ["MODEL_MISSING", "MODEL_DAMAGED", "DOWNLOAD_FAILED"];

/**
 * A block that fails ends nothing: it is tried again after a pause, three times in all, and then reported to whoever waits
 * for it. Blocks that want a model which is not here are left to others.
 *
 * @throws SemqrelError DATABASE_UNUSABLE; MODEL_MISSING where `untilIdle` ends with blocks that were left to others and
 *         that nobody took
 */
export async function workOnQueue(address: PostgresAddress, options: WorkerOptions): Promise<void> {
  const database = await openQueueDatabase(address, options);
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, options.signal]);
  let fatal: unknown = null;
  const endWith = (error: unknown) => {
    // What fails while it ends, after it was told to, is no news.
    if (!signal.aborted) fatal ??= error;
    stop.abort();
  };
  const tools = toolsOfModels(database, options, signal);
  const beatSeconds = options.beatSeconds ?? USUAL_BEAT_SECONDS;
  const events = new EventEmitter();
  let worker = "";
  events.once("pool:create", ({ workerPool }: { readonly workerPool: { readonly id: string } }) => {
    worker = workerPool.id;
  });
  const givenBack: Job[] = [];
  /** By settings whose model is not here: why. */
  const left = new Map<string, string>();
  let begin = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begin = resolve;
  });

  const task = async (payload: unknown, { job }: { readonly job: Job }) => {
    await hasBegun;
    const { key } = payload as { key: string };
    const begun = performance.now();
    const block = await takeBlock(database, key, job);
    if (block === null) return;
    const report = (kind: "done" | "failed" | "given back", error: string | null) =>
      options.report?.({
        kind,
        work: block.kind,
        key,
        rows: block.rows,
        texts: block.texts_count,
        seconds: (performance.now() - begun) / 1000,
        error,
        attempt: job.attempts,
      });
    try {
      if (signal.aborted) throw new SemqrelError("INTERRUPTED", "Working: interrupted.");
      const stored = JSON.parse(block.content) as StoredSettings;
      const own = await tools.open(stored);
      const input = await decompress(block.input);
      let outcome: Uint8Array = new Uint8Array(0);
      if (block.kind === "label") outcome = await (options.runBlock ?? runBlock)(input, stored.settings, own);
      else await own.embedder.embed(JSON.parse(input.toString("utf8")), { signal });
      await keepOutcome(database, key, await compress(outcome, { level: 1 }));
      report("done", null);
    } catch (error) {
      if (error instanceof SemqrelError && modelFaults.includes(error.code) && !signal.aborted) {
        if (!left.has(block.settings)) options.report?.({ kind: "left", error: error.message });
        left.set(block.settings, error.message);
        return await leaveToOthers(database, key, job, block);
      }
      const isOwnFault = error instanceof SemqrelError && ownFaults.includes(error.code);
      if (isOwnFault) endWith(error);
      if (isOwnFault || signal.aborted) {
        givenBack.push(job);
        report("given back", null);
        await waitAgain(database, key).catch(() => {});
        throw error;
      }
      const isLast = error instanceof SemqrelError || job.attempts >= job.max_attempts;
      report("failed", error instanceof Error ? error.message : String(error));
      await keepFailure(database, key, error, isLast);
      // What was tried for the last time is done as far as graphile-worker knows: our table says how it ended.
      if (!isLast) throw error;
    }
  };

  let runner: Runner | null = null;
  let endBeat = async () => {};
  try {
    await releaseDeadWorkers(database, beatSeconds, signal);
    runner = await database.drivers.graphile.run({
      pgPool: database.pool,
      schema: database.jobsSchema,
      concurrency: options.concurrency ?? 1,
      pollInterval: POLL_MILLISECONDS,
      noHandleSignals: true,
      logger: silentLogger(database),
      events,
      taskList: { [taskOf(options.version)]: task },
      forbiddenFlags: () => [...left.keys()],
      // Batches of one: so that a database that went ends the worker with an error that is heard.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      // Else it looks for a file named crontab in the working folder.
      parsedCronItems: [],
    });
    runner.promise.catch((cause) => endWith(lostRunner(database, cause)));
    const stayAlive = () => sayAlive(database, worker, options.version, beatSeconds);
    await stayAlive();
    options.report?.({ kind: "started", database: database.shown });
    begin();
    endBeat = everySeconds(beatSeconds, endWith, async () => {
      await stayAlive();
      await releaseDeadWorkers(database, beatSeconds);
    });
    await whileWorking(signal, options.untilIdle === true, () => isIdle(database, options.version, left, signal));
  } catch (error) {
    endWith(error instanceof SemqrelError ? error : lostRunner(database, error));
  } finally {
    stop.abort();
    begin();
    await endBeat();
    await runner?.stop().catch(() => {});
    await leave(database, worker, givenBack).catch(endWith);
    await tools.close();
    await database.close();
  }
  if (fatal !== null) throw fatal;
}

interface OpenedModels {
  open(stored: StoredSettings): Promise<LabelTools>;
  close(): Promise<void>;
}

/** Opened once for all blocks of a model. */
function toolsOfModels(database: QueueDatabase, { tools: own }: WorkerOptions, signal: AbortSignal): OpenedModels {
  const opened = new Map<string, Promise<OpenedTools>>();
  const shared = postgresVectors(database, signal);
  return {
    async open({ settings, model }) {
      const name = JSON.stringify(settings.model);
      const opening = opened.get(name) ?? openTools({ ...own, ...settings.model, signal });
      opened.set(name, opening);
      const { tools } = await opening;
      const { embedder } = tools;
      if (model !== null && model.sha256 !== embedder.model.sha256) {
        throw new SemqrelError(
          "MODEL_MISSING",
          `Opening the model ${model.name}: the job was begun with another one (sha256 ${model.sha256.slice(0, 12)}…, here ` +
            `${embedder.model.sha256.slice(0, 12)}…). Bring the same model here: semqrel model fetch.`,
          { details: { wanted: model.sha256, found: embedder.model.sha256 } },
        );
      }
      // The keys of the stand-in do not fit an entry.
      return settings.model.embedder === "hash" ? tools : { ...tools, embedder: keepingEmbedder(embedder, shared) };
    },
    async close() {
      for (const opening of opened.values()) await opening.then(({ close }) => close()).catch(() => {});
    },
  };
}

async function sayAlive({ attempt, schema }: QueueDatabase, worker: string, version: string, beatSeconds: number) {
  await attempt("Saying that this worker is alive", (client) =>
    client.query(
      `insert into ${schema}.worker (key, host, process, version, beat_seconds) values ($1, $2, $3, $4, $5)
       on conflict (key) do update set beat_at = clock_timestamp()`,
      [worker, hostname(), process.pid, version, beatSeconds],
    ),
  );
}

/** The worker goes, and what it was at is there for others at once, as if it had not been tried. */
async function leave({ attempt, schema, jobsSchema }: QueueDatabase, worker: string, jobs: readonly Job[]) {
  await attempt("Giving back blocks", async (client) => {
    await client.query(`delete from ${schema}.worker where key = $1`, [worker]);
    await client.query(`select ${jobsSchema}.force_unlock_workers(array[$1])`, [worker]);
    for (const { id, attempts } of jobs) {
      await client.query(`select ${jobsSchema}.reschedule_jobs(array[$1::bigint], run_at := now(), attempts := $2)`, [
        id,
        attempts - 1,
      ]);
    }
  });
}

/**
 * Whether nothing waits or runs but what is left to others.
 * @throws SemqrelError MODEL_MISSING where that waits, and no other worker is there
 */
async function isIdle(
  { attempt, schema, shown }: QueueDatabase,
  version: string,
  left: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<boolean> {
  const { rows } = await attempt(
    "Looking for blocks",
    (client) =>
      client.query<{ own: number; others: number }>(
        `select count(*) filter (where settings <> all($2))::integer as own,
                count(*) filter (where settings = any($2) and state = 'waiting')::integer as others
           from ${schema}.block where version = $1 and state in ('waiting', 'running')`,
        [version, [...left.keys()]],
      ),
    signal,
  );
  const { own = 0, others = 0 } = rows[0] ?? {};
  if (own === 0 && others > 0) {
    throw new SemqrelError(
      "MODEL_MISSING",
      `Working at ${shown}: ${counted(others, "block")} left for a worker that has the model. ${[...left.values()].join(" ")}`,
      { details: { database: shown, blocks: others } },
    );
  }
  return own === 0;
}

/** Until it is told to stop, or there is nothing to do. */
async function whileWorking(signal: AbortSignal, untilIdle: boolean, isIdleNow: () => Promise<boolean>): Promise<void> {
  while (!signal.aborted && !(untilIdle && (await isIdleNow()))) {
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, IDLE_CHECK_MILLISECONDS);
      signal.addEventListener("abort", done);
    });
  }
}

/** One at a time, however long it takes. @returns what ends it, once the last one is over */
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
  const why = cause instanceof Error ? cause.message : String(cause);
  return new SemqrelError(
    "DATABASE_UNUSABLE",
    `Working at ${shown}: blocks can no longer be taken (${why}). What was under way goes to other workers. Start this ` +
      "worker again.",
    { details: { database: shown }, cause },
  );
}
