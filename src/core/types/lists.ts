/** A query has an id, a text or both. */
export interface Query {
  readonly id: string | null;
  readonly text: string | null;
  /** Unique name in output files: the text; without a unique text, the id; if a query has that name, text and id. */
  readonly name: string;
}

/** The rows of one engine in the order of the file. All columns have one entry per row. */
export interface RawResults {
  readonly engine: string;
  readonly source: string;
  /** Null if the file has no such column; "" if the cell is empty. Each row has a query id or a query text. */
  readonly queryIds: readonly string[] | null;
  readonly queryTexts: readonly string[] | null;
  /** Exactly as read: not trimmed, not normalised. */
  readonly titles: readonly string[];
  readonly ids: readonly string[] | null;
  /** Ranks from 0, possibly with gaps. */
  readonly ranks: Int32Array;
  /** Line of the file on which each row starts, from 1. */
  readonly lines: Int32Array;
  /** Further columns that are kept. The name of a column is spelled as in the option that asks for the column. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  /** Names of all columns of the file, for messages. Absent for rows that a program passed. */
  readonly columnNames?: readonly string[];
  /** Column of the query texts, for messages. Absent if there are query ids, or if a program passed the rows. */
  readonly queryColumn?: string;
}

/** The query columns of a file, such as the file of `--queries`. Empty cells are "". */
export interface QueryTable {
  readonly source: string;
  readonly ids: readonly string[] | null;
  readonly texts: readonly string[] | null;
  readonly lines: Int32Array;
}

export interface QueryColumns extends QueryTable {
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

/** Result lists of one engine. Query numbers mean the same for all engines. Rows are in the order of the input. */
export interface ResultLists {
  readonly engine: string;
  readonly source: string;
  readonly titles: readonly string[];
  readonly ids: readonly string[] | null;
  /** Rank of each row as in the input, from 0. */
  readonly ranks: Int32Array;
  readonly lines: Int32Array;
  readonly queryOfRow: Int32Array;
  /** Row numbers, grouped by query and sorted by rank. Rows with equal ranks keep the order of the input. */
  readonly rowsInOrder: Int32Array;
  /** queries + 1 entries. The list of query q is rowsInOrder[offsets[q] .. offsets[q + 1]). */
  readonly offsets: Int32Array;
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly columnNames?: readonly string[];
  readonly queryColumn?: string;
  /** Engine from which each row of a fused list comes. Absent for lists of one engine. */
  readonly origins?: readonly RowOrigin[];
}

export interface RowOrigin {
  readonly engine: string;
  readonly source: string;
}

/** Models with the same sha256 and precision make the same vectors. */
export interface ModelIdentity {
  readonly name: string;
  /** Hash of the model's files, and of `library` if there is one. */
  readonly sha256: string;
  readonly dimensions: number;
  readonly precision: string;
  /** Titles with more tokens, including [CLS] and [SEP], are truncated. */
  readonly maxTokens: number;
  /** Package that runs the model, such as "@xenova/transformers 2.17.2". Absent if semqrel runs it. */
  readonly library?: string;
}

/** Output of a model, one entry per title. */
export interface EmbeddedTitles {
  readonly dimensions: number;
  /** titles x dimensions numbers. Each vector has length 1. */
  readonly vectors: Float32Array;
  /** One key per title. Keys are only equal for titles with equal token ids. */
  readonly tokenKeys: readonly string[];
  /** Numbers of tokens, including [CLS] and [SEP]. */
  readonly tokenCounts: Int32Array;
  readonly flags: Uint8Array;
}

export const TitleFlag = {
  truncated: 1,
  /** At least one token is not in the model's vocabulary. */
  unknownToken: 2,
  fromCache: 4,
  /** No token is in the vocabulary, as for emoji or unknown scripts. */
  unreadable: 8,
} as const;

/** The distinct documents of each query's reference list. Rows of a query that have the same document are one point. */
export interface ReferencePoints {
  /** For each point, its reference row with the smallest rank. */
  readonly rows: Int32Array;
  /** queries + 1 entries. The points of query q are rows[offsets[q] .. offsets[q + 1]), by rank. */
  readonly offsets: Int32Array;
  /** For each reference row, the index of its point in `rows`; -1 if the row has no title. */
  readonly pointOfRow: Int32Array;
}

/** How a result was matched to a reference title: not at all, by meaning, or as the same title or identifier. */
export type MatchKind = "none" | "semantic" | "exact";
export const matchKinds: readonly MatchKind[] = ["none", "semantic", "exact"];
export const MATCH_NONE = 0;
export const MATCH_SEMANTIC = 1;
export const MATCH_EXACT = 2;

/** Why a result has label 0 or no label; "" if its match determines the label. */
export const labelReasons = [
  "",
  "no-reference",
  "no-title",
  "unreadable",
  "too-far",
  "refused",
  "repeat",
  "left-over",
] as const;
/** `refused`: a veto forbids the match. `left-over`: one-to-one matching gave the reference title to another result. */
export type LabelReason = (typeof labelReasons)[number];
export const REASON = Object.fromEntries(labelReasons.map((reason, index) => [reason, index])) as {
  readonly [reason in LabelReason]: number;
};

export interface Matches {
  /** Index in `matchKinds`. */
  readonly kinds: Uint8Array;
  /** Index in `labelReasons`. */
  readonly reasons: Uint8Array;
  readonly referenceRows: Int32Array;
  /** Cosine (-1 to 1) to the matched point, or to the nearest point if unmatched. NaN without reference or title. */
  readonly similarities: Float64Array;
  /** Similarity minus the cosine to the nearest other point; similarity + 1 if there is only one point. May be NaN. */
  readonly margins: Float64Array;
}
