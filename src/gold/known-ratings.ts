/** Files that a command was given or a folder records, as paths to open. */
export interface GivenRatings {
  readonly judgments: string | null;
  /** The pools that were rated, in the order they were drawn. */
  readonly pools: readonly string[];
}

/** Paths as commands name them. */
export interface RatingsBeside {
  readonly judgments: string | null;
  /** Whether too few queries are rated to estimate anything, or no query of a draw of whole queries is complete. */
  readonly areTooFew: boolean;
  /** The pools that were rated, in the order they were drawn. */
  readonly pools: readonly string[];
  /** Whether pairs were drawn individually, so that no query is rated completely. */
  readonly singled: boolean;
  /** The measure that the pooled depth allows, if it is not the usual one; otherwise null. */
  readonly measure: string | null;
  /** Seed of the latest pool, if it is not the usual one; otherwise null. */
  readonly seed: number | null;
  /** Whether the latest pool was drawn by spread, so that it can be extended. */
  readonly growing: boolean;
  /** Whether the folder has engines that were not pooled, besides the pooled ones or instead of some; null if not. */
  readonly unpooled: "added" | "others" | null;
  /** Other lists that the latest pool was drawn from. */
  readonly lists: readonly string[];
  /** Pooled engines whose lists are missing. */
  readonly absent: readonly string[];
  /** A database with ratings that are not in the judgments; null if there is none. */
  readonly database: string | null;
  /** The latest draw, if some of its results are not rated; otherwise null. */
  readonly unrated: {
    readonly pool: string;
    readonly database: string;
    readonly left: number;
    readonly of: number;
  } | null;
  /** Unused file names: for the first pool, a later one, and judgments. */
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
