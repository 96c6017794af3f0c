/** What is a worker told, what does it tell, and what do its parts share? */
import type { AdapterOptions } from "../../label/open-tools.ts";
import type { runBlock } from "../run-block.ts";
import type { DatabaseOptions, QueueDatabase } from "./postgres-database.ts";
import type { Job } from "./postgres-drivers.ts";
import type { WorkerModels } from "./worker-models.ts";

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
