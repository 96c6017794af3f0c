/** What is known about ratings beside a folder of labels, and where do the next files go? */

/** What a command was given or a folder records, as paths to open. */
export interface GivenRatings {
  readonly judgments: string | null;
  /** The pools that were rated, in the order they were drawn. */
  readonly pools: readonly string[];
}

/** Paths as commands name them. */
export interface RatingsBeside {
  readonly judgments: string | null;
  /** Whether there are too few rated queries to estimate anything, or none of a draw of whole queries is complete. */
  readonly areTooFew: boolean;
  /** The pools that were rated, in the order they were drawn. */
  readonly pools: readonly string[];
  /** Whether pairs were drawn one by one, so that no query is rated completely. */
  readonly singled: boolean;
  /** The measure that the pooled depth allows, if it is not the usual one; otherwise null. */
  readonly measure: string | null;
  /** Seed of the latest pool, if it is not the usual one; otherwise null. */
  readonly seed: number | null;
  /** Whether the latest pool was drawn by spread, so that it can grow. */
  readonly growing: boolean;
  /** Whether the folder has engines that were not pooled, besides or instead of pooled ones; null if not. */
  readonly unpooled: "added" | "others" | null;
  /** Other lists that the latest pool was drawn from. */
  readonly lists: readonly string[];
  /** Pooled engines whose lists are missing. */
  readonly absent: readonly string[];
  /** A database with ratings that are not in the judgments; null for none. */
  readonly database: string | null;
  /** The latest draw, if some of its results are not rated, with their number; otherwise null. */
  readonly unrated: {
    readonly pool: string;
    readonly database: string;
    readonly left: number;
    readonly of: number;
  } | null;
  /** Unused names for files to write: the first pool, a later one, judgments. */
  readonly free: { readonly pool: string; readonly next: string; readonly judgments: string };
}

export const noRatings: RatingsBeside = {
  judgments: null,
  areTooFew: false,
  pools: [],
  singled: false,
  measure: null,
  seed: null,
  growing: false,
  unpooled: null,
  lists: [],
  absent: [],
  database: null,
  unrated: null,
  free: { pool: "pool.jsonl", next: "next.jsonl", judgments: "gold.qrels" },
};
