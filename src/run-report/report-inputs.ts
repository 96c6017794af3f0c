/**
 * What is a report made of? What a folder of labels holds, and documents that other commands printed.
 */
import type { AgreementReport } from "../gold/rater-agreement.ts";
import type { EstimateReport } from "../report/estimate-report.ts";
import type { FidelityReport } from "../report/fidelity-report.ts";
import type { LabelSummary } from "../report/label-summary.ts";
import type { PoliciesReport } from "../report/policies-report.ts";
import type { RerankReport } from "../report/rerank-report.ts";
import type { ValidationReport } from "../report/validation-report.ts";
import type { LabelFolderOrigin, StoredLabels } from "../types.ts";

/** Of one engine: measures.csv. */
export interface ReportMeasures {
  readonly engine: string;
  /** In the order of the file: by query of `stored`, NaN where a measure is undefined. */
  readonly values: ReadonlyMap<string, Float64Array>;
  /** By query: why it is not measured; null where it is. */
  readonly reasons: readonly (string | null)[];
}

/** What other commands printed with --json, one of each kind at most. */
export interface ReportDocuments {
  readonly validation: ValidationReport | null;
  readonly estimate: EstimateReport | null;
  readonly policies: PoliciesReport | null;
  readonly fidelity: FidelityReport | null;
  readonly agreement: AgreementReport | null;
  readonly rerank: RerankReport | null;
}

export interface ReportInputs {
  /** The folder's own name. */
  readonly name: string;
  readonly stored: StoredLabels;
  readonly measures: readonly ReportMeasures[];
  /** Null for a folder of `calibrate`, whose summary is `documents.estimate`. */
  readonly summary: LabelSummary | null;
  readonly origin: LabelFolderOrigin;
  readonly documents: ReportDocuments;
  /** Results shown of each list of a query; further ones are counted. */
  readonly resultsShown: number;
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
