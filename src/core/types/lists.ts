/** Result lists, titles and matches. */

/** A query has an id, a text or both. */
export interface Query {
  readonly id: string | null;
  readonly text: string | null;
  /** Unique name in output files: the text if no other query has it, otherwise the id, or both. */
  readonly name: string;
}

/** The rows of one engine in the order of the file. All columns have one entry per row. */
export interface RawResults {
  readonly engine: string;
  readonly source: string;
  /** Null if the file has no such column; "" if the cell is empty. A row never lacks both. */
  readonly queryIds: readonly string[] | null;
  readonly queryTexts: readonly string[] | null;
  /** Exactly as read: not trimmed, not normalised. */
  readonly titles: readonly string[];
  readonly ids: readonly string[] | null;
  /** 0-based, with gaps. */
  readonly ranks: Int32Array;
  /** 1-based line of the file on which the row starts. */
  readonly lines: Int32Array;
  /** The columns to keep, by their names in the option. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  /** Names of all columns of the file, for messages. Absent for rows that a program passed. */
  readonly columnNames?: readonly string[];
}

/** The query columns of a file, such as that of `--queries`. Empty cells are "". */
export interface QueryTable {
  readonly source: string;
  readonly ids: readonly string[] | null;
  readonly texts: readonly string[] | null;
  readonly lines: Int32Array;
}

export interface QueryColumns extends QueryTable {
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

/** Result lists of one engine. All engines number the queries in the same way. Rows are in the order of the input. */
export interface ResultLists {
  readonly engine: string;
  readonly source: string;
  readonly titles: readonly string[];
  readonly ids: readonly string[] | null;
  /** By row: the engine's own rank, 0-based. */
  readonly ranks: Int32Array;
  readonly lines: Int32Array;
  readonly queryOfRow: Int32Array;
  /** Rows grouped by query and sorted by rank. Equal ranks keep the order of the input. */
  readonly rowsInOrder: Int32Array;
  /** queries + 1 entries. The list of query q is rowsInOrder[offsets[q] .. offsets[q + 1]). */
  readonly offsets: Int32Array;
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly columnNames?: readonly string[];
  /** By row: the engine from which a row of a fused list comes. Absent for lists of one engine. */
  readonly origins?: readonly RowOrigin[];
}

export interface RowOrigin {
  readonly engine: string;
  readonly source: string;
}

/** Models with the same sha256 and precision make the same vectors. */
export interface ModelIdentity {
  readonly name: string;
  /** Hash of the ONNX file, the tokenizer's files, and `library` if there is one. */
  readonly sha256: string;
  readonly dimensions: number;
  readonly precision: string;
  /** Longer titles are truncated. [CLS] and [SEP] count. */
  readonly maxTokens: number;
  /** Package and version that runs the model, such as "@xenova/transformers 2.17.2". @default semqrel's own session */
  readonly library?: string;
}

/** Output of a model, one entry per title. */
export interface EmbeddedTitles {
  readonly dimensions: number;
  /** titles x dimensions, each vector of length 1. */
  readonly vectors: Float32Array;
  /** Equal only for titles with equal token ids. */
  readonly tokenKeys: readonly string[];
  /** Includes [CLS] and [SEP]. */
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

/** The distinct titles of all reference lists. Rows of one document of a query are one point. */
export interface ReferencePoints {
  /** By point: the reference row with the smallest rank. */
  readonly rows: Int32Array;
  /** queries + 1 entries. The points of query q are rows[offsets[q] .. offsets[q + 1]), by rank. */
  readonly offsets: Int32Array;
  /** By reference row: index of its point in `rows`; -1 without a title. */
  readonly pointOfRow: Int32Array;
}

/** See `matchKinds`. */
export type MatchKind = "none" | "semantic" | "exact";
/** `Matches.kinds` contains indexes of this list. */
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
/** `refused` by a veto, `left-over` by one-to-one matching. */
export type LabelReason = (typeof labelReasons)[number];
export const REASON = Object.fromEntries(labelReasons.map((reason, place) => [reason, place])) as {
  readonly [reason in LabelReason]: number;
};

export interface Matches {
  /** Index in `matchKinds`. */
  readonly kinds: Uint8Array;
  /** Index in `labelReasons`. */
  readonly reasons: Uint8Array;
  readonly referenceRows: Int32Array;
  /** Cosine to the matched point, or to the nearest if nothing matched, -1..1; NaN without reference or title. */
  readonly similarities: Float64Array;
  /** Similarity minus that of the next nearest point, which is -1 if there is only one point; NaN without reference. */
  readonly margins: Float64Array;
}
