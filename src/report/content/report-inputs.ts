/** What a report is made of: a folder of labels, and documents that other commands printed. */
import type { LabelFolderOrigin, LabelledLists, ReferenceLists, ResultLists, StoredLabels } from "../../core/types.ts";
import type { EstimateReport } from "../../estimate/estimate-report.ts";
import type { SuggestReport } from "../../estimate/suggest-report.ts";
import type { AgreementReport } from "../../gold/agreement/rater-agreement.ts";
import type { GoldDocument } from "../../gold/gold-view.ts";
import type { JudgingReport } from "../../gold/judge/judging-report.ts";
import type { RatingsBeside } from "../../gold/known-ratings.ts";
import type { LabelSummary } from "../../label/folder/label-summary.ts";
import type { RerankReport } from "../../rerank/rerank-report.ts";
import type { FidelityReport } from "../../trust/fidelity/fidelity-report.ts";
import type { PoliciesReport } from "../../trust/policies/policies-report.ts";
import type { ValidationReport } from "../../trust/validation-report.ts";

/** Of one engine: measures.csv. */
export interface ReportMeasures {
  readonly engine: string;
  /** In the order of the file: by query of `stored`, NaN if the measure is undefined. */
  readonly values: ReadonlyMap<string, Float64Array>;
  /** By query: why it is not measured, or null. */
  readonly reasons: readonly (string | null)[];
}

/** What other commands printed with --json, one of each kind at most. */
export interface ReportDocuments {
  readonly validation: ValidationReport | null;
  readonly estimate: EstimateReport | null;
  readonly gold: GoldDocument | null;
  readonly judging: JudgingReport | null;
  readonly suggestion: SuggestReport | null;
  readonly policies: PoliciesReport | null;
  readonly fidelity: FidelityReport | null;
  readonly agreement: AgreementReport | null;
  readonly rerank: RerankReport | null;
}

/** By row, perhaps only of rows that are shown. */
interface TextOfRow {
  readonly [row: number]: string;
}

/** Lists as numbers, with the texts of rows that are shown. `ResultLists` are such lists with all texts. */
export interface ReportLists
  extends Pick<ResultLists, "engine" | "source" | "ranks" | "queryOfRow" | "rowsInOrder" | "offsets" | "origins"> {
  readonly titles: TextOfRow;
  readonly ids: TextOfRow | null;
  /** By row: `titleNumber` of the title. Absent if every row has its title. */
  readonly titleNumbers?: Float64Array;
}

export interface ReportEngine extends Omit<LabelledLists, "lists" | "origins"> {
  readonly lists: ReportLists;
  readonly origins?: TextOfRow;
}

export interface ReportReference extends Omit<ReferenceLists, "lists"> {
  readonly lists: ReportLists;
}

export interface ReportLabels extends Pick<StoredLabels, "source" | "queries"> {
  readonly engines: readonly ReportEngine[];
  readonly reference: ReportReference | null;
}

export interface ReportInputs {
  /** The folder's own name. */
  readonly name: string;
  readonly stored: ReportLabels;
  readonly measures: readonly ReportMeasures[];
  /** Null for a folder of `calibrate`, whose summary is `documents.estimate`. */
  readonly summary: LabelSummary | null;
  readonly origin: LabelFolderOrigin;
  readonly documents: ReportDocuments;
  /** Paths as seen from the parent folder. @default none */
  readonly ratings?: RatingsBeside;
  /** Sentences: documents in the folder that are left out, because they are about other labels or ratings. @default none */
  readonly stale?: readonly string[];
  /** Results shown of each list of a query; further ones are counted. */
  readonly resultsShown: number;
  /** The lists of at most so many queries are shown, first of those named, as places in the folder. @default of all */
  readonly lists?: { readonly most: number; readonly named: readonly number[] };
  /** For intervals and tests by resampling. */
  readonly seed: number;
}

/** One run of several that are compared over time, the earliest first. */
export interface HistoryStep {
  /** The folder's own name. */
  readonly name: string;
  readonly measures: readonly ReportMeasures[];
  readonly queries: readonly string[];
  readonly origin: LabelFolderOrigin;
}
