/** What can a format hold? */

export interface NameCapabilities {
  /** `none`: queries go by their texts. */
  readonly queryIds: "any" | "numbers" | "none";
  readonly queryTexts: boolean;
  readonly titles: boolean;
  /** Inside names. */
  readonly whiteSpace: boolean;
  /** Whether a query may have a document twice. */
  readonly repeats: boolean;
  /** Names that the format has for columns of its own, which no further column may have; absent where it holds none. */
  readonly ownColumns?: readonly string[];
}

export interface JudgmentCapabilities extends NameCapabilities {
  readonly fractions: boolean;
  readonly negatives: boolean;
  /** Rows without a rating. */
  readonly unrated: boolean;
  readonly raters: boolean;
  /** The second field of TREC files. */
  readonly iterations: boolean;
}

export interface RunCapabilities extends NameCapabilities {
  /** Several runs in one file. */
  readonly engines: boolean;
}

/** What a file needs beyond its rows. */
export interface WriteOptions {
  /** Name of the search index, for formats that have a field for it. */
  readonly index: string | null;
  /** The field that the requests of `rank-eval` search. */
  readonly field: string;
  /** Guards cells of CSV and TSV tables that a spreadsheet would run as formulas. */
  readonly spreadsheetSafe: boolean;
  /** Locale of the Excel that CSV and TSV tables are for; null or none for other readers. */
  readonly excel?: string | null;
}

/** Something that the target cannot hold. */
export interface Lost {
  readonly what: string;
  /** Rows that had it. */
  readonly rows: number;
}
