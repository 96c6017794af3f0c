/** What does the core need from outside? Each port has an adapter and a twin, with one contract test. */
import type { EmbeddedTitles, ModelIdentity } from "./types.ts";
import type { Warning } from "./warnings.ts";

export interface EmbedOptions {
  readonly onProgress?: (done: number) => void;
  /** Checked between batches; an aborted signal ends the call with INTERRUPTED. */
  readonly signal?: AbortSignal;
}

/** Titles to vectors of length 1. */
export interface Embedder {
  readonly model: ModelIdentity;
  /** A vector only depends on its title, not on the other titles, their order or their number. */
  embed(titles: readonly string[], options?: EmbedOptions): Promise<EmbeddedTitles>;
}

/** Vectors to search in: point p has vectors[p * dimensions .. (p + 1) * dimensions). */
export interface PointVectors {
  readonly vectors: Float32Array;
  readonly dimensions: number;
  readonly count: number;
}

export interface NearestIndex {
  readonly size: number;
  /** The min(k, size) nearest points by cosine, nearest first, as 0-based numbers. */
  nearest(vector: Float32Array, k: number): readonly number[];
}

export interface IndexReport {
  readonly kind: "hnsw" | "exact";
  readonly folder: string | null;
  readonly reused: number;
  readonly built: number;
  readonly lookups: number;
  /** Existing files that did not fit or were damaged, by reason. */
  readonly rebuilt: Readonly<Record<string, number>>;
  /** How many of them another run had left, or was writing, without a manifest. */
  readonly unfinished: number;
  /** Why indexes could not be kept. */
  readonly failure: string | null;
}

/** Gives one index per query; at most one is alive at a time. */
export interface IndexProvider {
  /** The query has the same name in every run. A stored index is reused only for the same titles of the points. */
  open(query: string, titles: readonly string[], points: PointVectors): Promise<NearestIndex>;
  /** Writes the manifest. No index may be opened afterwards. */
  close(): Promise<IndexReport>;
}

/** Measures durations; results do not depend on it. */
export interface Clock {
  seconds(): number;
}

/** Receives the progress of a stage. */
export interface Progress {
  /** Begins a task of `total` steps; `unit` is the plural of what is counted. */
  start(task: string, total: number, unit: string): void;
  update(done: number): void;
  finish(): void;
}

export const silentProgress: Progress = { start: () => {}, update: () => {}, finish: () => {} };

/** Model, indexes and everything else that a run needs from outside. */
export interface Tools {
  readonly embedder: Embedder;
  readonly indexes: (referenceEngine: string) => IndexProvider;
  /** Indexes for lists that only this run needs, not stored. */
  readonly passingIndexes: () => IndexProvider;
  readonly clock: Clock;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly warnings: () => readonly Warning[];
}
