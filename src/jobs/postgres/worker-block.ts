/**
 * What does a worker do with one block?
 * It takes it, runs it and keeps the outcome; what becomes of it where that fails stands in worker-retry.ts.
 */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { SemqrelError } from "../../core/errors.ts";
import type { AdapterOptions } from "../../label/open-tools.ts";
import { runBlock } from "../run-block.ts";
import { keepOutcome, type TakenBlock, takeBlock } from "./postgres-block.ts";
import type { DatabaseOptions, QueueDatabase } from "./postgres-database.ts";
import type { Job } from "./postgres-drivers.ts";
import type { StoredSettings } from "./postgres-enqueue.ts";
import type { WorkerModels } from "./worker-models.ts";
import { afterFailure } from "./worker-retry.ts";

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

/** What the parts of one worker share. */
export interface QueueWorker {
  readonly database: QueueDatabase;
  readonly options: WorkerOptions;
  /** Aborted when the work ends, for whatever reason. */
  readonly signal: AbortSignal;
  readonly models: WorkerModels;
  /** By which the database knows it; "" before it has begun. */
  id: string;
  /** Go back as not tried when it ends. */
  readonly givenBack: Job[];
  /** By settings whose model is not here: why. */
  readonly left: Map<string, string>;
  /** What ended it. */
  fatal: unknown;
  endWith(error: unknown): void;
}

/** How the work on a block ended. */
export type ReportBlock = (kind: "done" | "failed" | "given back", error: string | null) => void;

const decompress = promisify(gunzip);
const compress = promisify(gzip);

/** @throws what it failed with, where it is to be tried again: graphile-worker then does so */
export async function workOnBlock(worker: QueueWorker, key: string, job: Job): Promise<void> {
  const { database, options } = worker;
  const begun = performance.now();
  const block = await takeBlock(database, key, job);
  if (block === null) return;
  const report: ReportBlock = (kind, error) =>
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
    await keepOutcome(database, key, await compress(await outcomeOf(worker, block), { level: 1 }));
    report("done", null);
  } catch (error) {
    await afterFailure(worker, { key, job, block, error, report });
  }
}

/** Of titles nothing: their vectors are in the table that all workers share. */
async function outcomeOf({ options, models, signal }: QueueWorker, block: TakenBlock): Promise<Uint8Array> {
  if (signal.aborted) throw new SemqrelError("INTERRUPTED", "Working: interrupted.");
  const stored = JSON.parse(block.content) as StoredSettings;
  const tools = await models.open(stored);
  const input = await decompress(block.input);
  if (block.kind === "label") return (options.runBlock ?? runBlock)(input, stored.settings, tools);
  await tools.embedder.embed(JSON.parse(input.toString("utf8")), { signal });
  return new Uint8Array(0);
}
