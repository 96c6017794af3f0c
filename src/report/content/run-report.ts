/** The document of `report --format json`. All other formats are made from it. */
import type { ReportBlock } from "../../core/document/blocks.ts";
import type { MatchKind, UnmeasurableReason } from "../../core/types.ts";

export interface ReportSection {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly ReportBlock[];
  /** Whether the section is folded, and comes after the other sections. @default false */
  readonly inAppendix?: boolean;
}

/** A result of a candidate engine. */
export interface ReportResult {
  /** Rank from 0. */
  readonly rank: number;
  readonly title: string;
  readonly id: string | null;
  /** Null if the reference has no results for the query. */
  readonly label: number | null;
  readonly match: MatchKind | "no-reference";
  /** Rank of the matched reference title; null without a match. */
  readonly referenceRank: number | null;
  /** Cosine with the nearest reference title, -1 to 1, even if it is not a match; null if unknown. */
  readonly similarity: number | null;
  /** `similarity` minus the cosine with the second nearest reference title; null if unknown. */
  readonly margin: number | null;
  /** Origin of the label, as in `labels.csv`: `proxy`, `calibrated` or `human`; "" without a label. */
  readonly origin: string;
  /** Why the label is doubtful, such as "high label on a weak match"; null if it is not doubtful. */
  readonly doubt: string | null;
}

export interface ReportReferenceResult {
  readonly rank: number;
  readonly title: string;
  readonly id: string | null;
  readonly label: number;
  /** The reference that returned the result. */
  readonly engine: string;
  /** Rank of the first equal title in the list; `rank` if no earlier title is equal. */
  readonly pointRank: number;
}

export interface ReportQueryEngine {
  readonly engine: string;
  /** Why the query is not measured; null if it is measured. `not-rated` is only in a folder of `calibrate`. */
  readonly reason: UnmeasurableReason | "not-rated" | null;
  /** Value of each measure of the report; null if undefined. */
  readonly values: readonly (number | null)[];
  readonly results: readonly ReportResult[];
  /** Number of results that are not in `results`, because the list is cut. */
  readonly hidden: number;
}

export interface ReportQuery {
  /** Id of the query's HTML element: `query-1` for the first query of the folder. */
  readonly anchor: string;
  readonly name: string;
  readonly id: string | null;
  /** Whether the query's lists are included. The lists of all queries may be too many for a page. */
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
  /** Names of the measures in the queries' `values`. The first measure determines which queries are worst. */
  readonly measures: readonly string[];
  readonly engines: readonly string[];
  readonly reference: string | null;
  /** How a result gets its label: the end of the sentence "A result's label is …"; "" in a report over time. */
  readonly labelRule: string;
  /** The worst first, by the first measure's mean over engines; unmeasured queries are last. Empty for a history. */
  readonly queries: readonly ReportQuery[];
}

export const reportFormats = ["html", "md", "json", "csv"] as const;
/** A file format of the report. */
export type ReportFormat = (typeof reportFormats)[number];
