/**
 * Runs one block for a worker. After an unexpected error, a block is tried up to three times in total. An error that
 * this machine causes ends the worker. If a model is missing here, blocks that need it are left to other workers.
 */
import { messageOf, SemqrelError, throwIfAborted } from "../../core/errors.ts";
import { storable } from "../../core/text/escape.ts";
import type { LabelTools } from "../../label/label-options.ts";
import { type KeptEntries, keepingEmbedder } from "../../model/embed/cached-embedder.ts";
import { type AdapterOptions, type OpenedTools, openTools } from "../../model/open-tools.ts";
import { runBlock } from "../run-block.ts";
import type { DatabaseOptions, QueueDatabase } from "./postgres-database.ts";
import type { Job } from "./postgres-drivers.ts";
import { compress, decompress, type StoredSettings } from "./postgres-enqueue.ts";
import { keepFailure } from "./queue-commands.ts";

const ownFaults = ["NATIVE_MODULE_MISSING", "DATABASE_UNUSABLE", "OUTPUT_UNWRITABLE"];
/** Errors that only affect blocks with one model. Other blocks can still run. */
const modelFaults = ["MODEL_MISSING", "MODEL_DAMAGED", "DOWNLOAD_FAILED"];

export interface WorkerOptions extends DatabaseOptions {
  /** Version of semqrel. Only blocks of this version are taken. */
  readonly version: string;
  readonly tools: Pick<AdapterOptions, "threads" | "cacheFolder">;
  readonly concurrency: number;
  /** Whether the worker ends when no block waits or runs. */
  readonly untilIdle: boolean;
  /** Seconds between heartbeats. A worker that misses three heartbeats counts as dead. */
  readonly beatSeconds: number;
  /** Stops the worker. Unfinished blocks return to the queue, and their tries are not counted. */
  readonly signal: AbortSignal;
  readonly report?: (event: WorkerEvent) => void;
  readonly runBlock?: typeof runBlock;
}

export type WorkerEvent =
  | { readonly kind: "started"; readonly database: string }
  | { readonly kind: "left"; readonly error: string }
  | {
      readonly kind: "done" | "failed" | "given back";
      readonly work: "label" | "titles";
      readonly key: string;
      readonly rows: number;
      readonly texts: number;
      readonly seconds: number;
      readonly error: string | null;
      readonly attempt: number;
    };

export interface QueueWorker {
  readonly database: QueueDatabase;
  readonly options: WorkerOptions;
  /** Aborted when the work ends for any reason. */
  readonly signal: AbortSignal;
  readonly models: WorkerModels;
  /** The worker's key in the database; "" before it starts. */
  id: string;
  readonly running: Set<string>;
  /** Keys of the settings whose model is missing here, with the reason. */
  readonly left: Map<string, string>;
  fatal: unknown;
  endWith(error: unknown): void;
}

interface TakenBlock {
  readonly kind: "label" | "titles";
  readonly settings: string;
  readonly content: string;
  readonly input: Buffer;
  readonly rows: number;
  readonly texts_count: number;
}

/** @throws the block's error if graphile-worker should try the block again */
export async function workOnBlock(worker: QueueWorker, key: string, job: Job): Promise<void> {
  const { database, options, left } = worker;
  const { schema } = database;
  const begun = performance.now();
  const { rows } = await database.attempt("Taking a block", (client) =>
    client.query<TakenBlock>(
      `select kind, block.settings, content, input, rows, texts_count
         from ${schema}.block join ${schema}.settings on settings.key = block.settings
        where block.key = $1 and outcome is null and failure is null`,
      [key],
    ),
  );
  const [block] = rows;
  // The block was removed or is finished. The job of a finished block remains if its worker lost the connection.
  if (block === undefined) return;
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
    const outcome = await compress(await outcomeOf(worker, block));
    const keep = `update ${schema}.block set outcome = $2, failure = null where key = $1 and outcome is null`;
    await database.attempt("Storing an outcome", (client) => client.query(keep, [key, outcome]));
    report("done", null);
  } catch (error) {
    const code = error instanceof SemqrelError ? error.code : "";
    if (modelFaults.includes(code) && !worker.signal.aborted) {
      const why = messageOf(error);
      if (!left.has(block.settings)) options.report?.({ kind: "left", error: why });
      left.set(block.settings, why);
      await giveBack(worker, job);
      throw error;
    }
    if (ownFaults.includes(code)) worker.endWith(error);
    if (worker.signal.aborted) {
      report("given back", null);
      await giveBack(worker, job).catch(() => {});
      throw error;
    }
    report("failed", messageOf(error));
    // semqrel's own errors would occur again, so they are reported at once.
    if (!(error instanceof SemqrelError) && job.attempts < job.max_attempts) {
      // graphile-worker stores the message, and PostgreSQL cannot store some characters.
      if (error instanceof Error) error.message = storable(error.message);
      throw error;
    }
    await database.attempt("Reporting a block", (client) => keepFailure(client, schema, key, error, job.attempts));
  }
}

/** Subtracts this try from the job's attempts. The caller then throws an error, so the block returns to the queue. */
async function giveBack({ database, id }: QueueWorker, job: Job): Promise<void> {
  await database.attempt("Returning a block", (client) =>
    client.query(
      `update ${database.jobsSchema}._private_jobs set attempts = greatest(0, attempts - 1) where id = $1 and locked_by = $2`,
      [job.id, id],
    ),
  );
}

/** Returns the block's outcome. It is empty for a block of titles, because their vectors go to the shared table. */
async function outcomeOf({ options, models, signal }: QueueWorker, block: TakenBlock): Promise<Uint8Array> {
  throwIfAborted(signal, "Working");
  const stored = JSON.parse(block.content) as StoredSettings;
  const tools = await models.open(stored);
  const input = await decompress(block.input);
  if (block.kind === "label") return (options.runBlock ?? runBlock)(input, stored.settings, tools);
  await tools.embedder.embed(JSON.parse(input.toString("utf8")), { signal });
  return new Uint8Array(0);
}

type WorkerModels = ReturnType<typeof workerModels>;

export function workerModels(database: QueueDatabase, own: WorkerOptions["tools"], signal: AbortSignal) {
  const opened = new Map<string, Promise<OpenedTools>>();
  const shared = postgresVectors(database, signal);
  return {
    async open({ settings, model }: StoredSettings): Promise<LabelTools> {
      const name = JSON.stringify(settings.model);
      const opening = opened.get(name) ?? openTools({ ...own, ...settings.model, signal });
      opened.set(name, opening);
      const { tools } = await opening;
      const { embedder } = tools;
      if (model !== null && model.sha256 !== embedder.model.sha256) {
        throw new SemqrelError(
          "MODEL_MISSING",
          `Opening the model ${model.name}: the job was started with another one (sha256 ${model.sha256.slice(0, 12)}…, here ` +
            `${embedder.model.sha256.slice(0, 12)}…). Get the same model here: semqrel system model fetch.`,
          { details: { wanted: model.sha256, found: embedder.model.sha256 } },
        );
      }
      // The test embedder's token keys have no fixed length, so its vectors cannot be stored.
      return settings.model.embedder === "hash" ? tools : { ...tools, embedder: keepingEmbedder(embedder, shared) };
    },
    async close() {
      for (const opening of opened.values()) await opening.then(({ close }) => close()).catch(() => {});
    },
  };
}

export function postgresVectors(database: QueueDatabase, signal: AbortSignal): KeptEntries {
  const table = `${database.schema}.vector`;
  const nameOf = (key: Uint8Array) => Buffer.from(key).toString("latin1");
  return {
    async get(keys) {
      const select = `select key, entry from ${table} where key = any($1::bytea[])`;
      const { rows } = await database.attempt(
        "Looking up vectors",
        (client) => client.query<{ key: Buffer; entry: Buffer }>(select, [keys.map(bufferOf)]),
        signal,
      );
      const entries = new Map(rows.map(({ key, entry }) => [nameOf(key), entry]));
      return keys.map((key) => entries.get(nameOf(key)));
    },
    async put(entries) {
      // Inserts in a fixed order, so that two workers with the same titles cannot deadlock.
      const sorted = entries
        .map(([key, entry]) => [bufferOf(key), bufferOf(entry)] as const)
        .sort(([one], [other]) => Buffer.compare(one, other));
      const columns = [sorted.map(([key]) => key), sorted.map(([, entry]) => entry)];
      const insert = `insert into ${table} (key, entry) select * from unnest($1::bytea[], $2::bytea[]) on conflict do nothing`;
      await database.attempt("Keeping vectors", (client) => client.query(insert, columns), signal);
    },
  };
}

/** In an array, version 8.11 of `pg` only accepts bytes as a Buffer. */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
