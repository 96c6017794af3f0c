/**
 * What has been collected?
 */
import type { Query } from "../core/types.ts";
import type { CollectedResult } from "./read-page.ts";

/** A query with its results, best first; null where it failed, or was not asked any more. */
export interface CollectedList {
  readonly query: Query;
  readonly results: readonly CollectedResult[] | null;
  /** The engine says that it did not look everywhere. */
  readonly isPartial: boolean;
}

/** A query that has no list, and why. */
export interface CollectFailure {
  readonly query: Query;
  /** Without full stop. */
  readonly reason: string;
}

/** Lists of all queries that have one; `collectSummary` counts, `writeLists` writes a table. */
export interface Collected {
  /** Every query of the file once, in its order. */
  readonly lists: readonly CollectedList[];
  readonly failures: readonly CollectFailure[];
  /** Results wanted of each query. */
  readonly depth: number;
  /** Results of one request. */
  readonly pageSize: number;
  /** Answers that came now, and that were there before. */
  readonly fetched: number;
  readonly kept: number;
}
