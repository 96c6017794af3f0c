/**
 * Which records cross the stages?
 * Big tables are columns (one array per field, one entry per row): a million rows must fit. Small things are objects.
 * `rank` counts from 0, `position` from 1.
 */

import type { Warning } from "./warnings.ts";

/** One query as the files know it. At least one of `id` and `text` is given. */
export interface Query {
  readonly id: string | null;
  readonly text: string | null;
  /** What output files show, different for each query: the text where it belongs to one query alone, else the id. */
  readonly name: string;
}

/** The rows of one engine as they were read, in the order of the file. All columns have one entry per row. */
export interface RawResults {
  readonly engine: string;
  /** The file as the user named it; for messages. */
  readonly source: string;
  /** Null where the file has no such column. An entry is "" where the cell is empty; never both "" in one row. */
  readonly queryIds: readonly string[] | null;
  readonly queryTexts: readonly string[] | null;
  /** Exactly as read: not trimmed, not normalised. */
  readonly titles: readonly string[];
  readonly ids: readonly string[] | null;
  /** 0-based, gaps kept. */
  readonly ranks: Int32Array;
  /** 1-based line of the file where the row begins. */
  readonly lines: Int32Array;
  /** Further columns that an option asked for, under the name the option gave. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

/** The query columns of one file, such as the intended query set (`--queries`). Entries are "" where a cell is empty. */
export interface QueryTable {
  readonly source: string;
  readonly ids: readonly string[] | null;
  readonly texts: readonly string[] | null;
  readonly lines: Int32Array;
}

/** Further columns of a queries file; an entry is "" where the cell is empty. */
export interface QueryColumns extends QueryTable {
  /** Under the names that were asked for. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

/** Result lists of one engine over a common numbering of queries; rows stay in input order. */
export interface ResultLists {
  readonly engine: string;
  readonly source: string;
  readonly titles: readonly string[];
  readonly ids: readonly string[] | null;
  /** By row: the engine's own rank, 0-based. */
  readonly ranks: Int32Array;
  /** By row: 1-based line in the source. */
  readonly lines: Int32Array;
  /** By row: number of the query. */
  readonly queryOfRow: Int32Array;
  /** Rows query by query, each list by rank, equal ranks by input order. */
  readonly rowsInOrder: Int32Array;
  /** queries + 1 entries: the list of query q is rowsInOrder[offsets[q] .. offsets[q + 1]). */
  readonly offsets: Int32Array;
  readonly columns: ReadonlyMap<string, readonly string[]>;
  /** By row: which engine's list it was taken from, where several became one. Absent for one engine's own lists. */
  readonly origins?: readonly RowOrigin[];
}

/** Where a row of lists stood that were made of several engines' lists. */
export interface RowOrigin {
  readonly engine: string;
  readonly source: string;
}

/** Which model makes the vectors. Two models with the same sha256 and precision make the same vectors. */
export interface ModelIdentity {
  readonly name: string;
  /** Over the ONNX file and the tokenizer's files. */
  readonly sha256: string;
  /** Numbers in one vector. */
  readonly dimensions: number;
  readonly precision: string;
  /** Longer titles are cut; [CLS] and [SEP] count. */
  readonly maxTokens: number;
}

/** What a model made of a list of titles; one entry per title, in the order given. */
export interface EmbeddedTitles {
  readonly dimensions: number;
  /** titles x dimensions, each vector of length 1. */
  readonly vectors: Float32Array;
  /** Equal where the model sees the same token ids. */
  readonly tokenKeys: readonly string[];
  /** Tokens the model computed, with [CLS] and [SEP]. */
  readonly tokenCounts: Int32Array;
  /** Bits of `TitleFlag`. */
  readonly flags: Uint8Array;
}

/** Bits of `EmbeddedTitles.flags`. */
export const TitleFlag = {
  /** The title has more tokens than the model reads. */
  truncated: 1,
  /** The title has a token that the model's vocabulary lacks. */
  unknownToken: 2,
  /** The vector was in the cache. */
  fromCache: 4,
} as const;

/** The distinct reference points of every query: titles that the model cannot tell apart are one point. */
export interface ReferencePoints {
  /** By point: the reference row with the smallest rank. */
  readonly rows: Int32Array;
  /** queries + 1 entries: the points of query q are rows[offsets[q] .. offsets[q + 1]), by rank. */
  readonly offsets: Int32Array;
  /** By reference row: the place of its point in `rows`. */
  readonly pointOfRow: Int32Array;
}

/** How a result was matched; see `matchKinds`. */
export type MatchKind = "none" | "semantic" | "exact";
/** `Matches.kinds` holds places in this list. */
export const matchKinds: readonly MatchKind[] = ["none", "semantic", "exact"];
export const MATCH_NONE = 0;
export const MATCH_SEMANTIC = 1;
export const MATCH_EXACT = 2;

/** What every candidate row was matched to; one entry per candidate row. */
export interface Matches {
  /** Place in `matchKinds`. */
  readonly kinds: Uint8Array;
  /** Matched reference row; -1 where there is none. */
  readonly referenceRows: Int32Array;
  /** Cosine to the matched point (to the nearest where nothing was matched), -1..1; NaN without reference. */
  readonly similarities: Float64Array;
  /** Similarity minus that of the best other point; similarity + 1 where there is one point; NaN without reference. */
  readonly margins: Float64Array;
}

/** Numbers 0, 1, … for names; equal names have one number. Made by `text/name-table.ts`. */
export interface NumberedNames {
  readonly size: number;
  /** The number of a name, which is added where it is new. */
  add(name: string): number;
  /** The same for the UTF-8 bytes from `begin` to before `end`. */
  addBytes(bytes: Uint8Array, begin: number, end: number): number;
  /**
   * The same for `count` names that all lie in `bytes`; their numbers go into `numbers`. Faster than one by one in a
   * large table, where each look-up waits for memory: here they wait together.
   */
  addMany(bytes: Uint8Array, begins: Int32Array, ends: Int32Array, count: number, numbers: Int32Array): void;
  /** -1 where the name is not known. */
  find(name: string): number;
  nameOf(number: number): string;
  /** Whether a number's name has the bytes from `begin` to before `end`. */
  equals(number: number, bytes: Uint8Array, begin: number, end: number): boolean;
  /** Negative where the name of `one` comes first, byte by byte. */
  compare(one: number, other: number): number;
}

/** What judgments and runs call queries and documents; those that are compared share one. */
export interface Names {
  readonly queries: NumberedNames;
  readonly documents: NumberedNames;
}

/** Judgments as a file gives them, in its order. All columns have one entry per row. */
export interface RawJudgments {
  readonly source: string;
  readonly names: Names;
  /** Numbers in `names`. */
  readonly queries: Int32Array;
  readonly documents: Int32Array;
  /** Graded relevance; negative: in the pool but not judged; NaN: listed without a rating. */
  readonly labels: Float64Array;
  /** Who judged; null where the format names nobody. */
  readonly raters: readonly string[] | null;
  /** Second field of TREC files; null where there is none, or nobody asked for it. */
  readonly iterations: readonly string[] | null;
  readonly titles: readonly string[] | null;
  /** Texts of queries by number, where the format has ids and texts. */
  readonly queryTexts: ReadonlyMap<number, string>;
}

/** Judgments query by query, each document once. */
export interface Judgments {
  readonly source: string;
  readonly names: Names;
  /** Numbers of the judged queries, in the order of the file. */
  readonly queries: Int32Array;
  /** queries + 1 entries: the judgments of the query at place q are those from offsets[q] to before offsets[q + 1]. */
  readonly offsets: Int32Array;
  readonly documents: Int32Array;
  /** Negative: in the pool but not judged. */
  readonly labels: Float64Array;
}

/** A run as a file gives it, in its order. */
export interface RawRun {
  /** Name of the engine. */
  readonly name: string;
  /** What the last line calls the run, where the format has such a field. */
  readonly tag: string | null;
  readonly source: string;
  readonly names: Names;
  readonly queries: Int32Array;
  readonly documents: Int32Array;
  readonly scores: Float64Array;
  readonly titles: readonly string[] | null;
  readonly queryTexts: ReadonlyMap<number, string>;
  /** Rows of saved responses whose scores tie or contradict their order: `scores` are made of ranks. Absent for none. */
  readonly unusedScores?: number;
  /** Queries whose saved response its engine calls incomplete, in order of appearance. Absent for none. */
  readonly partialQueries?: readonly number[];
}

/** A run query by query, every list best first, each document once. */
export interface Run {
  readonly name: string;
  readonly tag: string | null;
  readonly source: string;
  readonly names: Names;
  readonly queries: Int32Array;
  /** As in `Judgments`. */
  readonly offsets: Int32Array;
  readonly documents: Int32Array;
  readonly scores: Float64Array;
}

/** Names of the measures of `label`, in the order of the files. */
export const measureNames = [
  "precision",
  "recall",
  "f1",
  "dcg",
  "idcg",
  "ndcg_returned",
  "ndcg_returned@10",
  "ndcg_reference",
  "ndcg_reference@10",
] as const;
/** Name of a column of `measures.csv`; see `measureNames`. */
export type MeasureName = (typeof measureNames)[number];

/** Why a query has no measure. */
export type UnmeasurableReason = "no-reference" | "no-candidate-results" | "no-positive-label";

/** Measures of one engine, one entry per query of the run; NaN where a measure is undefined. */
export interface QueryMeasures {
  readonly values: Readonly<Record<MeasureName, Float64Array>>;
  /** Null where the query is measured, that is, where ndcg_returned is defined. */
  readonly reasons: readonly (UnmeasurableReason | null)[];
}

/** What pandas' describe() prints. `count` is 0.. ; the others are null where undefined (std below 2 values). */
export interface Description {
  readonly count: number;
  readonly mean: number | null;
  readonly std: number | null;
  readonly min: number | null;
  readonly "25%": number | null;
  readonly "50%": number | null;
  readonly "75%": number | null;
  readonly max: number | null;
}

/** One candidate engine after matching, labelling and measuring. */
export interface LabelledEngine {
  readonly lists: ResultLists;
  readonly matches: Matches;
  /** By row; 0 where a reference exists but nothing matched, NaN without reference. */
  readonly labels: Float64Array;
  readonly measures: QueryMeasures;
  /** With one-to-one matching: what every row's nearest reference title would have given. Null without it. */
  readonly measuresOfNearest: QueryMeasures | null;
  /** Null without veto columns. */
  readonly veto: VetoEffect | null;
}

/** What veto columns changed for one engine. */
export interface VetoEffect {
  /** Of those asked for, the ones that the engine has. */
  readonly columns: readonly string[];
  /** Rows whose match by meaning, made without the veto, says something else in a veto column. */
  readonly refused: number;
  /** Of the refused: those that have another reference title now. The others have none. */
  readonly moved: number;
  /** What the same matching reaches without the veto. */
  readonly measuresWithout: QueryMeasures;
}

/** One engine's lists with their labels, as a folder of `label` holds them. Columns have one entry per row of `lists`. */
export interface LabelledLists {
  readonly lists: ResultLists;
  /** 0 where a reference exists but nothing matched, NaN without reference. */
  readonly labels: Float64Array;
  /** Place in `matchKinds`. */
  readonly kinds: Uint8Array;
  /** Rank of the matched reference title, -1 where nothing matched. */
  readonly referenceRanks: Int32Array;
  /** As in `Matches`; NaN where the file does not say. */
  readonly similarities: Float64Array;
  readonly margins: Float64Array;
  /** Who gave each label: `proxy`, `calibrated` or `human`, "" where nobody did. Absent where the file does not say. */
  readonly origins?: readonly string[];
}

/** The lists that labels come from. */
export interface ReferenceLists {
  /** Its `origins` say which reference gave a row. */
  readonly lists: ResultLists;
  /** By row: the label that a match with it gives. */
  readonly labels: Float64Array;
  /** By row: the rank of the row that stands for this title, which is its own but for repeats of an earlier title. */
  readonly pointRanks: Int32Array;
}

/** What a folder of `label` holds, over one numbering of queries. */
export interface StoredLabels {
  /** As the user named it. */
  readonly source: string;
  readonly queries: readonly Query[];
  /** By query: its name in TREC files. */
  readonly queryKeys: readonly string[];
  readonly engines: readonly LabelledLists[];
  /** Several references are one fused list. Null for a labels.csv alone: then nobody knows what the engines missed. */
  readonly reference: ReferenceLists | null;
  /** Null for a labels.csv alone. */
  readonly model: ModelIdentity | null;
}

/** How a folder was made, as its manifest says; what that does not say is empty, or null. */
export interface LabelFolderOrigin {
  readonly versions: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, unknown>>;
  readonly inputs: readonly {
    readonly path: string;
    readonly format: string;
    readonly rows: number;
    readonly sha256: string;
  }[];
  readonly model: { readonly name: string; readonly sha256: string; readonly precision: string } | null;
  /** Sum over the reference's titles, ranks and queries. */
  readonly reference: { readonly engine: string; readonly sha256: string } | null;
  /** Null for labels as a reference gives them. */
  readonly calibration: { readonly sha256: string; readonly method: string } | null;
  /** What was odd about the machine. */
  readonly machine: readonly Warning[];
  /** Whatever else it counts, such as `distinctTitles`. */
  readonly counts: Readonly<Record<string, unknown>>;
}

/** Options of `label` that decide which label a result gets. */
export const policyOptions: readonly string[] = [
  ...["labelFunction", "labelColumn", "threshold", "oneToOne", "matchOn", "veto", "depth", "referenceDepth"],
];

/** Seconds and counts of one run; none of them influences a result. */
export interface RunTimings {
  readonly readSeconds: number;
  readonly embeddingSeconds: number;
  readonly matchingSeconds: number;
  readonly measuringSeconds: number;
  /** By query: its share of the embedding, by tokens computed for titles that it was the first to hold. */
  readonly embeddingSecondsOfQuery: Float64Array;
  /** By query: opening its index and looking up all candidates. */
  readonly lookupSecondsOfQuery: Float64Array;
}

export interface TitleCounts {
  readonly distinct: number;
  /** Not in the cache, so computed by the model. */
  readonly computed: number;
  /** Of the computed titles, with special tokens. */
  readonly computedTokens: number;
}

/** Everything that `label` found out. */
export interface LabelRun {
  readonly queries: readonly Query[];
  readonly reference: ResultLists;
  readonly points: ReferencePoints;
  /** By reference row. */
  readonly referenceLabels: Float64Array;
  /** The label function's printed form, or `column NAME`. */
  readonly labelRule: string;
  readonly engines: readonly LabelledEngine[];
  readonly model: ModelIdentity;
  readonly titles: TitleCounts;
  readonly timings: RunTimings;
  readonly warnings: readonly Warning[];
}

/** A result that was found to be the same work as a pair's document, though its title differs. */
export interface MergedResult {
  readonly id: string;
  readonly title: string;
  /** Cosine of the two titles. */
  readonly similarity: number;
}

/** Where one engine's list of one query holds a pair's document. Ranks are places in the list, 0-based. */
export interface PooledEngine {
  readonly name: string;
  /** The first place. */
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
  /** What somebody who asks this wants to find; null where nobody said. */
  readonly informationNeed: string | null;
  /** The document: the input's id, else a hash of its title key, as in the files of `label`. One per query. */
  readonly id: string;
  /** "" where nobody knows it (imported judgments). */
  readonly title: string;
  readonly url: string | null;
  /** Who returned it, each once; empty where a judgment was imported. Raters never see this. */
  readonly engines: readonly PooledEngine[];
  /** Chance of this pair to be in the pool, above 0 and up to that of its query. */
  readonly probability: number;
  /** Chance of its query, above 0; 1 without drawing. A query was pooled whole where all its pairs have this chance. */
  readonly queryProbability: number;
  /** Near duplicates that share its rating; their engines are among `engines`. */
  readonly merged: readonly MergedResult[];
  /** Where the pool is the beginning of an order of chance of all queries' pairs; absent elsewhere. */
  readonly inOrder?: PlaceInOrder;
}

export interface PlaceInOrder {
  /** Fingerprint: orders that have another one do not grow into each other. */
  readonly order: string;
  /** Pairs of the pool with which the pair came, itself among them: a look at the ratings then was one at these. */
  readonly since: number;
}

/** Which grades raters give. */
export interface RatingScale {
  /** `1-5`. */
  readonly name: string;
  /** Lowest first, one apart. */
  readonly grades: readonly { readonly grade: number; readonly label: string }[];
}

/** What one rater said of one pair. */
export interface Rating {
  /** Place of the pair in `RatingSet.pairs`. */
  readonly pair: number;
  readonly rater: string;
  /** 0: the first time; 1: shown again, to measure raters against themselves. */
  readonly occasion: 0 | 1;
  /** On the scale of the set; null where the pair is flagged as one that cannot be rated. */
  readonly grade: number | null;
  /** "" without. */
  readonly note: string;
  /** ISO 8601, UTC; "" where an import does not say. */
  readonly ratedAt: string;
  /** From the item's appearance to its rating; null where nobody measured. */
  readonly seconds: number | null;
}

/** Everything a ratings database holds that agreement and gold sets need. */
export interface RatingSet {
  /** The database, for messages. */
  readonly source: string;
  readonly scale: RatingScale;
  readonly pairs: readonly PooledPair[];
  /** By pair, then rater, then occasion. */
  readonly ratings: readonly Rating[];
}
