/**
 * Everything that a program may import from semqrel: one function per command, with the command's defaults. Measures
 * are in semqrel/measures, and significance tests in semqrel/statistics. Nothing else is public.
 */

export { check } from "./check/check.ts";
export { label, label as labelCandidates } from "./check/label.ts";
export type { EngineRows, Labelled } from "./check/label-job.ts";
export type { LabelSettings } from "./check/label-settings.ts";
export { verify } from "./check/verify.ts";
export type { Verification } from "./check/verify-folder.ts";
export { collect } from "./collect/collect.ts";
export type { CollectSettings } from "./collect/collect-settings.ts";
export type { Collected, CollectSummary } from "./collect/collected.ts";
export type { ModelSettings, ReadSettings, WorkSettings } from "./command/shared-settings.ts";
export type { Interval, ReportBlock } from "./core/document/blocks.ts";
export { type ErrorCode, SemqrelError } from "./core/errors.ts";
export type { Progress } from "./core/ports.ts";
export type {
  EmbeddedTitles,
  LabelledLists,
  LabelReason,
  LabelRun,
  MatchKind,
  MeasureName,
  ModelIdentity,
  Query,
  QueryTable,
  StoredLabels,
  UnmeasurableReason,
} from "./core/types.ts";
export { renderWarning, type Warning } from "./core/warnings.ts";
export { type Calibrated, type CalibrateSettings, calibrate } from "./estimate/calibrate.ts";
export { type EstimateSettings, estimate } from "./estimate/estimate.ts";
export type { EstimateReport } from "./estimate/estimate-report.ts";
export { type PlanSettings, plan } from "./estimate/plan/plan.ts";
export type { StudySettings } from "./estimate/study-settings.ts";
export { type SuggestSettings, suggest } from "./estimate/suggest.ts";
export { type AgreeSettings, agree } from "./gold/agreement/agree.ts";
export type { AgreementReport } from "./gold/agreement/rater-agreement.ts";
export { gold } from "./gold/gold.ts";
export type { GoldFiles } from "./gold/gold-files.ts";
export type { GoldSettings } from "./gold/gold-settings.ts";
export type { GoldDocument } from "./gold/gold-view.ts";
export { judge } from "./gold/judge/judge.ts";
export type { JudgeSettings } from "./gold/judge/judge-settings.ts";
export type { JudgingReport } from "./gold/judge/judging-report.ts";
export { type PoolSettings, pool } from "./gold/pool.ts";
export type { MadePool } from "./gold/pool-files.ts";
export type { LabelSummary } from "./label/folder/label-summary.ts";
export type { LabelTools } from "./label/label-options.ts";
export type { LabelledRow, ResultRow } from "./label/label-rows.ts";
export { compare } from "./measure/compare.ts";
export type { ComparisonReport } from "./measure/comparison-report.ts";
export { type ConvertSettings, convert } from "./measure/convert/convert.ts";
export { type JoinSettings, join } from "./measure/convert/stack.ts";
export type { CompareSettings, EvaluationSettings, MeasureSettings } from "./measure/evaluation-settings.ts";
export { measure } from "./measure/measure.ts";
export type { MeasureDocument } from "./measure/measure-report.ts";
export type { EngineComparison } from "./measure/measures/compare-engines.ts";
export type { ReportFormat, RunReport } from "./report/content/run-report.ts";
export { type ReportSettings, report } from "./report/report.ts";
export { type CorrelateSettings, correlate } from "./rerank/correlate.ts";
export { type FeaturesSettings, features } from "./rerank/features.ts";
export { type RerankSettings, rerank } from "./rerank/rerank.ts";
export type { Reranked } from "./rerank/rerank-files.ts";
export { type FidelitySettings, fidelity } from "./trust/fidelity/fidelity.ts";
export { type PoliciesSettings, policies } from "./trust/policies/policies.ts";
export { type ValidateSettings, validate } from "./trust/validate.ts";
export type { ValidationReport } from "./trust/validation-report.ts";
