/** A result that is the same work as a pair's document although its title differs. */
export interface MergedResult {
  readonly id: string;
  readonly title: string;
  readonly similarity: number;
}

/** The ranks at which an engine returned the document of a pair, from 0. */
export interface PooledEngine {
  readonly name: string;
  readonly rank: number;
  /** Other ranks of the same document, ascending. */
  readonly also: readonly number[];
  /** Number of pooled results of the list, with duplicates and untitled results. It is larger than every rank. */
  readonly of: number;
}

export interface PooledPair {
  readonly query: string;
  readonly queryId: string | null;
  /** What the user wants to find; null if unknown. */
  readonly informationNeed: string | null;
  /** The document's id; if it has none, a hash of its title key, as in the files of `label`. Unique per query. */
  readonly id: string;
  /** "" if unknown, as in imported judgments. */
  readonly title: string;
  readonly url: string | null;
  /** Other columns that raters see, by name. Empty cells are left out. */
  readonly shown?: Readonly<Record<string, string>>;
  /** The engines that returned the document, each once; empty for imported judgments. Raters never see the engines. */
  readonly engines: readonly PooledEngine[];
  /** Probability that this pair is in the pool: above 0, at most `queryProbability`. */
  readonly probability: number;
  /** Probability that the query is in the pool. If `probability` equals it, the pool has all pairs of the query. */
  readonly queryProbability: number;
  /** Near duplicates, which get the same rating. */
  readonly merged: readonly MergedResult[];
  /** Present if pairs were chosen, not drawn at random. Their ratings then say nothing about other pairs. */
  readonly chosen?: "doubtful";
  /** Number, from 1, of the draw that added the query. A pool may join several draws of whole queries. @default 1 */
  readonly draw?: number;
  /** Present if the pool is the first part of a random order of the pairs of all queries. */
  readonly inOrder?: PlaceInOrder;
}

export interface PlaceInOrder {
  /** Fingerprint of the order. A pool can only grow in an order with the same fingerprint. */
  readonly order: string;
  /** Size of the pool after the draw that added this pair. Each draw is followed by an interim analysis. */
  readonly since: number;
  /** Seed of the order. Absent in pools of earlier versions. */
  readonly seed?: number;
  /** Present if pairs that engines rank differently were preferred. Pairs that all rank alike cannot be drawn. */
  readonly by?: "spread";
  /** Number of queries in the draw that added this pair. Absent in pools of earlier versions. */
  readonly queries?: number;
}

export interface RatingScale {
  /** Such as `1-5`. */
  readonly name: string;
  /** Ascending, in steps of one. */
  readonly grades: readonly { readonly grade: number; readonly label: string }[];
}

export interface Rating {
  /** Index in `RatingSet.pairs`. */
  readonly pair: number;
  readonly rater: string;
  /** 0 for the first rating, above 0 for repetitions, which measure the rater's consistency. */
  readonly occasion: number;
  /** A grade of the scale; null if the rater flagged the pair as impossible to rate. */
  readonly grade: number | null;
  readonly note: string;
  /** ISO 8601, UTC; "" if an import lacks it. */
  readonly ratedAt: string;
  /** Seconds from the appearance of the item to its rating; null if not measured. */
  readonly seconds: number | null;
}

export interface RatingSet {
  readonly source: string;
  readonly pool?: string;
  /** Present if pairs of all queries were drawn together. */
  readonly drawn?: "pairs";
  readonly scale: RatingScale;
  readonly pairs: readonly PooledPair[];
  /** Sorted by pair, rater and occasion. */
  readonly ratings: readonly Rating[];
}
