/** What do a worker's caller and its parts share? */
import type { AdapterOptions } from "../../model/open-tools.ts";
import type { runBlock } from "../run-block.ts";
import type { DatabaseOptions, QueueDatabase } from "./postgres-database.ts";
import type { Job } from "./postgres-drivers.ts";
import type { WorkerModels } from "./worker-models.ts";

export interface WorkerOptions extends DatabaseOptions {
  /** Of semqrel: only blocks of this version are taken. */
  readonly version: string;
  readonly tools: Pick<AdapterOptions, "threads" | "cacheFolder" | "indexesFolder">;
  /** Blocks at once, >= 1. @default 1 */
  readonly concurrency?: number;
  /** Ends when nothing waits and nothing runs. @default false */
  readonly untilIdle?: boolean;
  /** Time between signs of life; a worker that is silent for three times as long counts as dead. @default 10 */
  readonly beatSeconds?: number;
  /** Ends the work: blocks under way go back and do not count as tried. */
  readonly signal: AbortSignal;
  readonly report?: (event: WorkerEvent) => void;
  readonly runBlock?: typeof runBlock;
}

export type WorkerEvent =
  | { readonly kind: "started"; readonly database: string }
  /** A model is missing here: all blocks that need it are left to other workers. */
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
  /** Its key in the database; "" before it begins. */
  id: string;
  /** Jobs that go back as not tried when it ends. */
  readonly givenBack: Job[];
  /** By settings whose model is missing here: why. */
  readonly left: Map<string, string>;
  fatal: unknown;
  endWith(error: unknown): void;
}
