import type { Warning } from "../warnings.ts";
import type { Matches, ModelIdentity, Query, ReferencePoints, ResultLists } from "./lists.ts";

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
  "precision_exact",
  "recall_exact",
  "f1_exact",
] as const;
/** Name of a column of `measures.csv`; see `measureNames`. */
export type MeasureName = (typeof measureNames)[number];

export function byMeasure<Value>(make: (measure: MeasureName) => Value): Record<MeasureName, Value> {
  return Object.fromEntries(measureNames.map((name) => [name, make(name)])) as Record<MeasureName, Value>;
}

/** Why a query is not measured. */
export type UnmeasurableReason = "no-reference" | "no-candidate-results" | "no-positive-label";

/** Measures of one engine, one entry per query of the run; NaN where a measure is undefined. */
export interface QueryMeasures {
  readonly values: Readonly<Record<MeasureName, Float64Array>>;
  /** One entry per query; null if the query is measured, that is, if ndcg_returned is defined. */
  readonly reasons: readonly (UnmeasurableReason | null)[];
}

/** The statistics of pandas' describe(). A statistic is null if it is undefined, like `std` of one value. */
export interface Description
  extends Readonly<Record<"mean" | "std" | "min" | "25%" | "50%" | "75%" | "max", number | null>> {
  readonly count: number;
}

export interface LabelledEngine {
  readonly lists: ResultLists;
  readonly matches: Matches;
  /** Label of each row; 0 if the row matched nothing; NaN if the query has no reference. */
  readonly labels: Float64Array;
  readonly measures: QueryMeasures;
  /** Measures as if every row matched its nearest reference title; null unless matching is one-to-one. */
  readonly measuresOfNearest: QueryMeasures | null;
  readonly veto: VetoEffect | null;
}

/** What veto columns changed for one engine. */
export interface VetoEffect {
  readonly columns: readonly string[];
  /** Number of results whose match by meaning was refused, because a veto column contradicts it. */
  readonly refused: number;
  /** Number of refused results that got another reference title. The other refused results got none. */
  readonly moved: number;
  readonly measuresWithout: QueryMeasures;
}

/** One engine's lists with labels, from a folder of `label`. Columns have one entry per row of `lists`. */
export interface LabelledLists {
  readonly lists: ResultLists;
  /** Label of each row; 0 if the row matched nothing; NaN if the query has no reference. */
  readonly labels: Float64Array;
  /** As in `Matches`. If the file has no such column, all matches are semantic. */
  readonly kinds: Uint8Array;
  /** As in `Matches`. Absent if the file has no such column. */
  readonly reasons?: Uint8Array;
  /** Rank of the matched reference title; -1 if nothing matched. */
  readonly referenceRanks: Int32Array;
  /** Similarities and margins are as in `Matches`. They are NaN if the file has no such columns. */
  readonly similarities: Float64Array;
  readonly margins: Float64Array;
  /** Source of each label: `proxy`, `calibrated`, `human`, or "" without a label. Absent if the column is missing. */
  readonly origins?: readonly string[];
}

export interface ReferenceLists {
  readonly lists: ResultLists;
  readonly labels: Float64Array;
  /** For each row, the rank of the first row with the same document; -1 if the row has no title. */
  readonly pointRanks: Int32Array;
}

/** The content of a folder of `label`. Query numbers mean the same in all lists. */
export interface StoredLabels {
  readonly source: string;
  readonly queries: readonly Query[];
  readonly queryKeys: readonly string[];
  readonly engines: readonly LabelledLists[];
  /** All references, fused; null without reference.csv. labels.csv lacks reference titles that no engine returned. */
  readonly reference: ReferenceLists | null;
  readonly model: ModelIdentity | null;
}

/** How the labels of a folder were made, according to its manifest. Missing fields are empty or null. */
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
  /** `sha256` is the hash of the reference's titles, ranks and queries. */
  readonly reference: { readonly engine: string; readonly sha256: string } | null;
  readonly calibration: { readonly sha256: string; readonly method: string } | null;
  readonly counts: Readonly<Record<string, unknown>>;
}

/** Options of `label` that determine labels. */
export const policyOptions: readonly string[] = [
  ...["labelFunction", "labelColumn", "threshold", "rules", "oneToOne", "matchOn", "veto", "depth", "referenceDepth"],
];

/** Times of one run, in seconds. Results do not depend on them. */
export interface RunTimings {
  readonly readSeconds: number;
  readonly embeddingSeconds: number;
  readonly matchingSeconds: number;
  readonly measuringSeconds: number;
  /**
   * The embedding time, divided among the queries in proportion to the tokens of their titles. A title counts only for
   * the first query that has it, and only if its vector was computed, not read from the cache.
   */
  readonly embeddingSecondsOfQuery: Float64Array;
  readonly lookupSecondsOfQuery: Float64Array;
}

export interface TitleCounts {
  readonly distinct: number;
  readonly computed: number;
  readonly computedTokens: number;
}

/** The complete result of `label`. */
export interface LabelRun {
  readonly queries: readonly Query[];
  readonly reference: ResultLists;
  readonly points: ReferencePoints;
  readonly referenceLabels: Float64Array;
  /** The label function's printed form, or `column NAME`. */
  readonly labelRule: string;
  readonly engines: readonly LabelledEngine[];
  readonly keptColumns?: readonly string[];
  readonly model: ModelIdentity;
  readonly titles: TitleCounts;
  readonly timings: RunTimings;
  readonly warnings: readonly Warning[];
}
