/** What do people rate, on which scale, and with which result? */

/** A result that is the same work as a pair's document, although its title differs. */
export interface MergedResult {
  readonly id: string;
  readonly title: string;
  /** Cosine of the two titles. */
  readonly similarity: number;
}

/** The ranks at which an engine returned a pair's document for its query, from 0. */
export interface PooledEngine {
  readonly name: string;
  readonly rank: number;
  /** Further ranks of the same document, ascending. */
  readonly also: readonly number[];
  /** How many results of the list went into the pool, with duplicates and untitled ones; larger than every rank. */
  readonly of: number;
}

/** A query with a document that people rate. */
export interface PooledPair {
  /** The text of the query, otherwise its id. */
  readonly query: string;
  readonly queryId: string | null;
  /** What the user wants to find; null if unknown. */
  readonly informationNeed: string | null;
  /** The document's id, otherwise a hash of its title key, as in the files of `label`. Unique within the query. */
  readonly id: string;
  /** "" if unknown (imported judgments). */
  readonly title: string;
  readonly url: string | null;
  /** Further columns of the lists that raters see, by name, without empty ones. */
  readonly shown?: Readonly<Record<string, string>>;
  /** The engines that returned it, each once; empty if a judgment was imported. Raters never see them. */
  readonly engines: readonly PooledEngine[];
  /** Probability that this pair is in the pool, above 0 and up to that of its query. */
  readonly probability: number;
  /** Probability of its query, above 0. If all pairs of a query have it, the query is complete. */
  readonly queryProbability: number;
  /** Near duplicates that share its rating. */
  readonly merged: readonly MergedResult[];
  /** Present if the pool was chosen, not drawn, so that its ratings say nothing about other pairs. */
  readonly chosen?: "doubtful";
  /** Present if the pool is the beginning of a random order of the pairs of all queries. */
  readonly inOrder?: PlaceInOrder;
}

export interface PlaceInOrder {
  /** Fingerprint of the order. A pool with another fingerprint cannot grow into this one. */
  readonly order: string;
  /** Size of the pool, with this pair, when the pair was added. An interim analysis at that time used these pairs. */
  readonly since: number;
  /** Seed of the order. Absent in pools of earlier versions. */
  readonly seed?: number;
  /** Present if pairs were drawn by spread, so that documents that all engines rank alike could not be drawn. */
  readonly by?: "spread";
}

export interface RatingScale {
  /** `1-5`. */
  readonly name: string;
  /** From the lowest, in steps of one. */
  readonly grades: readonly { readonly grade: number; readonly label: string }[];
}

export interface Rating {
  /** Place of the pair in `RatingSet.pairs`. */
  readonly pair: number;
  readonly rater: string;
  /** 0 is the first time; 1 and more are repetitions, which measure the rater's consistency. */
  readonly occasion: number;
  /** A grade of the scale; null if the pair is flagged because it cannot be rated. */
  readonly grade: number | null;
  readonly note: string;
  /** ISO 8601, UTC; "" if an import lacks it. */
  readonly ratedAt: string;
  /** From the item's appearance to its rating; null if not measured. */
  readonly seconds: number | null;
}

export interface RatingSet {
  readonly source: string;
  readonly pool?: string;
  /** Present if pairs of all queries were drawn together. */
  readonly drawn?: "pairs";
  readonly scale: RatingScale;
  readonly pairs: readonly PooledPair[];
  /** By pair, then rater, then occasion. */
  readonly ratings: readonly Rating[];
}
