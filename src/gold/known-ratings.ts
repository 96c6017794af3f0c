/** Files that a command was given or a folder records, as paths to open. */
export interface GivenRatings {
  readonly judgments: string | null;
  /** The pools that were rated, in the order they were drawn. */
  readonly pools: readonly string[];
}

/** What is found beside a folder if nothing was pooled or rated. */
export const noRatings = {
  judgments: null as string | null,
  /** Whether too few queries are rated to estimate anything, or no query of a draw of whole queries is complete. */
  areTooFew: false,
  /** The pools that were rated, in the order they were drawn. */
  pools: [] as readonly string[],
  /** Whether pairs were drawn individually, so that no query is rated completely. */
  singled: false,
  /** The measure that the pooled depth allows, if it is not the usual one; otherwise null. */
  measure: null as string | null,
  /** Seed of the latest pool, if it is not the usual one; otherwise null. */
  seed: null as number | null,
  /** Whether the latest pool was drawn by spread, so that it can be extended. */
  growing: false,
  /** Whether the folder has unpooled engines, with all pooled ones ("added") or instead of some ("others"). */
  unpooled: null as "added" | "others" | null,
  /** Other lists that the latest pool was drawn from. */
  lists: [] as readonly string[],
  /** Pooled engines whose lists are missing. */
  absent: [] as readonly string[],
  /** A database with ratings that are not in the judgments; null if there is none. */
  database: null as string | null,
  /** The latest draw, if some of its results are not rated; otherwise null. */
  unrated: null as {
    readonly pool: string;
    readonly database: string;
    readonly left: number;
    readonly of: number;
  } | null,
  /** Unused file names: for the first pool, a later one, and judgments. */
  free: { pool: "pool.jsonl", next: "next.jsonl", judgments: "gold.qrels" },
};

/** Paths are as commands name them. */
export type RatingsBeside = Readonly<typeof noRatings>;
