/** Interfaces to the model, the disk and the clock. `test/contracts` has common tests for embedders and for indexes. */
import type { EmbeddedTitles, ModelIdentity } from "./types.ts";
import type { Warning } from "./warnings.ts";

export interface EmbedOptions {
  readonly onProgress?: (done: number) => void;
  /** Checked between batches. If the signal is aborted, the call throws INTERRUPTED. */
  readonly signal?: AbortSignal;
}

/** Converts titles to vectors of length 1. */
export interface Embedder {
  readonly model: ModelIdentity;
  /** The vector of a title must not depend on the other titles, their order or their number. */
  embed(titles: readonly string[], options?: EmbedOptions): Promise<EmbeddedTitles>;
}

/** Vectors to search. The vector of point p is vectors[p * dimensions .. (p + 1) * dimensions). */
export interface PointVectors {
  readonly vectors: Float32Array;
  readonly dimensions: number;
  readonly count: number;
}

export interface NearestIndex {
  readonly size: number;
  /** Returns the min(k, size) nearest points by cosine, nearest first, numbered from 0. */
  nearest(vector: Float32Array, k: number): readonly number[];
}

export interface IndexReport {
  readonly kind: "hnsw" | "exact";
  readonly folder: string | null;
  readonly reused: number;
  readonly built: number;
  readonly lookups: number;
  /** Number of existing files that were outdated or damaged, by reason. */
  readonly rebuilt: Readonly<Record<string, number>>;
  /** Number of existing files in a folder without a manifest. Another run is writing there, or was killed. */
  readonly unfinished: number;
  /** Why indexes could not be stored. */
  readonly failure: string | null;
}

/** Opens one index per query. Use only one index at a time. */
export interface IndexProvider {
  /** `query` identifies the index in later runs. A stored index is only reused for the same titles. */
  open(query: string, titles: readonly string[], points: PointVectors): Promise<NearestIndex>;
  /** Writes the manifest. No index may be opened after this. */
  close(): Promise<IndexReport>;
}

export interface Clock {
  seconds(): number;
}

/** Receives the progress of a stage. */
export interface Progress {
  /** Starts a task of `total` steps. `unit` is a plural, such as "titles". */
  start(task: string, total: number, unit: string): void;
  update(done: number): void;
  finish(): void;
}

export const silentProgress: Progress = { start: () => {}, update: () => {}, finish: () => {} };

/** Everything that a run needs from outside. */
export interface Tools {
  readonly embedder: Embedder;
  readonly indexes: (referenceEngine: string) => IndexProvider;
  /** Provides indexes that only this run needs. They are not stored. */
  readonly passingIndexes: () => IndexProvider;
  readonly clock: Clock;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly warnings: () => readonly Warning[];
}
