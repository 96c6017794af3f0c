/** The document of `report --format json`. All other formats are made from it. */
import type { ReportBlock } from "../../core/document/blocks.ts";
import type { MatchKind, UnmeasurableReason } from "../../core/types.ts";

export interface ReportSection {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly ReportBlock[];
  /** Whether the section is folded, and after all others. @default false */
  readonly inAppendix?: boolean;
}

/** A result of a candidate engine. */
export interface ReportResult {
  /** 0-based. */
  readonly rank: number;
  readonly title: string;
  readonly id: string | null;
  /** Null without reference results. */
  readonly label: number | null;
  readonly match: MatchKind | "no-reference";
  /** Rank of the matched reference title; null without a match. */
  readonly referenceRank: number | null;
  /** Cosine with the nearest reference title, -1 to 1, matched or not; null if unknown. */
  readonly similarity: number | null;
  /** Difference from the similarity of the next reference title. */
  readonly margin: number | null;
  /** Origin of the label, as in `labels.csv`: `proxy`, `calibrated` or `human`; "" without a label. */
  readonly origin: string;
  /** Why the label is doubtful: a close runner-up, a weak match, or one just below the threshold; otherwise null. */
  readonly doubt: string | null;
}

export interface ReportReferenceResult {
  readonly rank: number;
  readonly title: string;
  readonly id: string | null;
  readonly label: number;
  /** The reference that returned it. */
  readonly engine: string;
  /** Rank of the first equal title, which may be this one. */
  readonly pointRank: number;
}

export interface ReportQueryEngine {
  readonly engine: string;
  /** Null if the query is measured; `not-rated` in a folder of `calibrate`. */
  readonly reason: UnmeasurableReason | "not-rated" | null;
  /** By measure of the report; null if undefined. */
  readonly values: readonly (number | null)[];
  readonly results: readonly ReportResult[];
  /** Number of results that are not in `results`, because the list is cut. */
  readonly hidden: number;
}

export interface ReportQuery {
  /** Id of its HTML element: `query-1`, in the order of the folder. */
  readonly anchor: string;
  readonly name: string;
  readonly id: string | null;
  /** Whether its lists are included. Those of all queries may be too many for a page. */
  readonly listed: boolean;
  readonly reference: readonly ReportReferenceResult[];
  readonly hiddenReference: number;
  readonly engines: readonly ReportQueryEngine[];
}

/** A report as data, from which every format is made. */
export interface RunReport {
  readonly schema: "semqrel.report/1";
  readonly title: string;
  /** What the reader should know first: which engine is better, and how sure that is. */
  readonly headline: readonly ReportBlock[];
  readonly sections: readonly ReportSection[];
  /** Names of the queries' `values`. The first determines which queries are worst. */
  readonly measures: readonly string[];
  readonly engines: readonly string[];
  readonly reference: string | null;
  /** How a result gets its label, as the end of a sentence; "" for a history. */
  readonly labelRule: string;
  /** Worst first, by the first measure's mean over engines; those not measured are last. Empty for a history. */
  readonly queries: readonly ReportQuery[];
}

export const reportFormats = ["html", "md", "json", "csv"] as const;
/** A file format of the report. */
export type ReportFormat = (typeof reportFormats)[number];
