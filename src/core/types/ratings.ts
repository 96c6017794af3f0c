/** What do people rate, on which scale, and what did they say? */

/** A result found to be the same work as a pair's document, though its title differs. */
export interface MergedResult {
  readonly id: string;
  readonly title: string;
  /** Cosine of the two titles. */
  readonly similarity: number;
}

/** Where one engine's list of one query holds a pair's document. Ranks are places in the list, 0-based. */
export interface PooledEngine {
  readonly name: string;
  readonly rank: number;
  /** Further places, ascending: results that were found to be the same document. */
  readonly also: readonly number[];
  /** Results of the list that the pool was made of, duplicates and untitled ones too; above every rank. */
  readonly of: number;
}

/** One query with one document that people are to rate. */
export interface PooledPair {
  /** Name of the query: its text where it has one, else its id. */
  readonly query: string;
  readonly queryId: string | null;
  /** What a person who asks this wants to find; null if it is not known. */
  readonly informationNeed: string | null;
  /** The document: the input's id, else a hash of its title key, as in the files of `label`. One per query. */
  readonly id: string;
  /** "" where it is unknown (imported judgments). */
  readonly title: string;
  readonly url: string | null;
  /** What raters see beside the title: columns of the lists by name, none of them empty. Absent where none was kept. */
  readonly shown?: Readonly<Record<string, string>>;
  /** Who returned it, each once; empty where a judgment was imported. Raters never see this. */
  readonly engines: readonly PooledEngine[];
  /** Chance of this pair to be in the pool, above 0 and up to that of its query. */
  readonly probability: number;
  /** Chance of its query, above 0; 1 without drawing. A query was pooled whole where all its pairs have this chance. */
  readonly queryProbability: number;
  /** Near duplicates that share its rating. */
  readonly merged: readonly MergedResult[];
  /** The whole pool was chosen, not drawn: ratings of it say nothing of other pairs. Absent elsewhere. */
  readonly chosen?: "doubtful";
  /** Where the pool is the beginning of an order of chance of all queries' pairs; absent elsewhere. */
  readonly inOrder?: PlaceInOrder;
}

export interface PlaceInOrder {
  /** Fingerprint: an order with another one cannot grow into this. */
  readonly order: string;
  /** Size of the pool when the pair came, itself counted: a look at the ratings then was one at these pairs. */
  readonly since: number;
  /** That decides the order. Absent in pools of earlier versions. */
  readonly seed?: number;
  /** Drawn by spread: documents that all engines place alike had no chance. Absent where every document had one. */
  readonly by?: "spread";
}

export interface RatingScale {
  /** `1-5`. */
  readonly name: string;
  /** Lowest first, one apart. */
  readonly grades: readonly { readonly grade: number; readonly label: string }[];
}

export interface Rating {
  /** Place of the pair in `RatingSet.pairs`. */
  readonly pair: number;
  readonly rater: string;
  /** 0: the first time; from 1 on: rated again, to measure raters against themselves. */
  readonly occasion: number;
  /** On the scale of the set; null where the pair is flagged as one that cannot be rated. */
  readonly grade: number | null;
  readonly note: string;
  /** ISO 8601, UTC; "" where an import does not say. */
  readonly ratedAt: string;
  /** From the item's appearance to its rating; null where it was not measured. */
  readonly seconds: number | null;
}

export interface RatingSet {
  readonly source: string;
  readonly pool?: string;
  /** Pairs of all queries were drawn together; absent elsewhere. */
  readonly drawn?: "pairs";
  readonly scale: RatingScale;
  readonly pairs: readonly PooledPair[];
  /** By pair, then rater, then occasion. */
  readonly ratings: readonly Rating[];
}
