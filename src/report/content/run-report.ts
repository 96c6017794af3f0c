/** The document of `report --format json`, from which all other formats are made. */
import type { ReportBlock } from "../../core/document/blocks.ts";
import type { MatchKind, UnmeasurableReason } from "../../core/types.ts";

export interface ReportSection {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly ReportBlock[];
  /** Whether it is shown folded, after all others. @default false */
  readonly inAppendix?: boolean;
}

/** A result of a candidate engine. */
export interface ReportResult {
  /** 0-based. */
  readonly rank: number;
  readonly title: string;
  readonly id: string | null;
  /** Null without reference. */
  readonly label: number | null;
  readonly match: MatchKind | "no-reference";
  /** Rank of the matched reference title; null without match. */
  readonly referenceRank: number | null;
  /** -1..1, to the nearest reference title, matched or not; null if unknown. */
  readonly similarity: number | null;
  /** Over the next reference title. */
  readonly margin: number | null;
  /** Who gave the label, as in `labels.csv`: `proxy`, `calibrated` or `human`; "" for no label. */
  readonly origin: string;
  /** Why the label is doubtful: the runner-up is nearly as near, or the match is weak, or was refused by little. Else null. */
  readonly doubt: string | null;
}

export interface ReportReferenceResult {
  readonly rank: number;
  readonly title: string;
  readonly id: string | null;
  readonly label: number;
  /** The reference that gave it. */
  readonly engine: string;
  /** Rank of the first equal title, perhaps its own. */
  readonly pointRank: number;
}

export interface ReportQueryEngine {
  readonly engine: string;
  /** Null if the query is measured; `not-rated` in a folder of `calibrate`. */
  readonly reason: UnmeasurableReason | "not-rated" | null;
  /** By measure of the report, in its order; null if undefined. */
  readonly values: readonly (number | null)[];
  readonly results: readonly ReportResult[];
  /** Results that are not in `results`, because lists are cut. */
  readonly hidden: number;
}

export interface ReportQuery {
  /** Id of its element: `query-1`, in the order of the folder. */
  readonly anchor: string;
  readonly name: string;
  readonly id: string | null;
  /** Whether its lists are here; those of all queries may be too many for one page. */
  readonly listed: boolean;
  readonly reference: readonly ReportReferenceResult[];
  readonly hiddenReference: number;
  readonly engines: readonly ReportQueryEngine[];
}

/** A report as data, for every format of it. */
export interface RunReport {
  readonly schema: "semqrel.report/1";
  readonly title: string;
  /** What the reader should know first: who is better, how sure that is. */
  readonly headline: readonly ReportBlock[];
  readonly sections: readonly ReportSection[];
  /** Names of `values` of the queries, the first decides which queries are worst. */
  readonly measures: readonly string[];
  readonly engines: readonly string[];
  readonly reference: string | null;
  /** Says which label a result gets, as the end of a sentence; "" for a history. */
  readonly labelRule: string;
  /** Worst first: by the mean over engines of the first measure; those that cannot be measured last. Empty for a history. */
  readonly queries: readonly ReportQuery[];
}

export const reportFormats = ["html", "md", "json", "csv"] as const;
/** A form that a report is written in. */
export type ReportFormat = (typeof reportFormats)[number];
