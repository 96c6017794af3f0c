/** What is known of ratings beside a folder of labels, and where the next files go. */

/** Paths are written as commands name them. */
export interface RatingsBeside {
  readonly judgments: string | null;
  /** Whether they are of fewer queries than anything can be estimated from. */
  readonly areTooFew: boolean;
  /** That these were drawn from, in the order of the draws. */
  readonly pools: readonly string[];
  /** Whether their pairs were drawn one by one, so that whole queries cannot be asked about. */
  readonly singled: boolean;
  /** What lists that were pooled are deep enough for, where that is not the usual measure; else null. */
  readonly measure: string | null;
  /** Of the latest pool, if it is not the usual one; else null. */
  readonly seed: number | null;
  /** Whether the latest pool was drawn by spread, so that it can grow. */
  readonly growing: boolean;
  /** Whether the folder has engines that were not pooled: beside all that were, or in place of some; null without. */
  readonly unpooled: "added" | "others" | null;
  /** Lists beside those of the folder that the latest pool was drawn from. */
  readonly lists: readonly string[];
  /** Engines that were pooled, and whose lists are not here. */
  readonly absent: readonly string[];
  /** A database with ratings that the judgments lack; null for none. */
  readonly database: string | null;
  /** The latest draw where nobody has rated some of its results, and how many; null elsewhere. */
  readonly unrated: {
    readonly pool: string;
    readonly database: string;
    readonly left: number;
    readonly of: number;
  } | null;
  /** Files to write: the first pool, a later one, judgments. Nothing is lost there. */
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
