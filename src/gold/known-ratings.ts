/** Paths of the judgments and pools that a command was given or that a folder records. */
export interface GivenRatings {
  readonly judgments: string | null;
  /** The pools that were rated, in the order they were drawn. */
  readonly pools: readonly string[];
}

/** The result of `ratingsBeside` if nothing was pooled or rated. */
export const noRatings = {
  judgments: null as string | null,
  /** True if fewer than two queries have labels. If whole queries were drawn, also true if none is fully labelled. */
  areTooFew: false,
  pools: [] as readonly string[],
  /** Whether pairs were drawn one by one, not as whole queries. */
  singled: false,
  /** If the pool is less deep than usual, the name of nDCG at its depth, such as `nDCG@5`; otherwise null. */
  measure: null as string | null,
  /** Seed of the latest pool if it is not the usual seed; otherwise null. */
  seed: null as number | null,
  /** Whether the latest pool was drawn with `--by spread`. Such a pool can be extended. */
  growing: false,
  /**
   * Null: all engines of the folder were pooled. "added": the folder has all pooled engines, and further ones.
   * "others": the folder has an engine that was not pooled, and lacks a pooled engine.
   */
  unpooled: null as "added" | "others" | null,
  /** Lists of pooled engines that are not in the folder, as `engine=path`. */
  lists: [] as readonly string[],
  /** Pooled engines that are not in the folder and whose lists were not found. */
  absent: [] as readonly string[],
  /** A database with ratings that are not in the judgments; null if there is none. */
  database: null as string | null,
  /** The latest pool with unrated pairs; null if there is none. `left` counts unrated pairs, `of` counts all pairs. */
  unrated: null as {
    readonly pool: string;
    readonly database: string;
    readonly left: number;
    readonly of: number;
  } | null,
  /** File names to suggest for a first and a later pool, and for judgments. Only the judgments may already exist. */
  free: { pool: "pool.jsonl", next: "next.jsonl", judgments: "gold.qrels" },
};

/** Paths are as a user types them in commands. */
export type RatingsBeside = Readonly<typeof noRatings>;
