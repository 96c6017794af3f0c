/**
 * What may a program import from semqrel?
 * Every name stands here; nothing else is public.
 */

export { type AdapterOptions, type OpenedTools, openTools } from "./adapters.ts";
export {
  type BetaGammaOptions,
  type BetaGammaThreshold,
  betaGammaThreshold,
} from "./calibration/beta-gamma-threshold.ts";
export { type Calibration, parseCalibration, predictGrades } from "./calibration/calibration-model.ts";
export type { AskPatience } from "./collect/ask.ts";
export { type CollectSummary, collectSummary } from "./collect/collect-summary.ts";
export type { CollectTools } from "./collect/collect-tools.ts";
export type { Collected, CollectedList, CollectFailure } from "./collect/collected.ts";
export { openCollectTools } from "./collect/open-collect-tools.ts";
export { presets as collectPresets } from "./collect/presets.ts";
export type { CollectedResult, ResultPaths } from "./collect/read-page.ts";
export type { GivenRequest } from "./collect/request-template.ts";
export { type ListColumns, writeLists } from "./collect/write-lists.ts";
export { type CollectOptions, collectLists } from "./collect-lists.ts";
export { hashEmbedder } from "./embed/hash-embedder.ts";
export { bundledModel, type ModelFolder, openModelFolder } from "./embed/model-folder.ts";
export { sentenceEmbedder } from "./embed/sentence-embedder.ts";
export { type ErrorCode, SemqrelError } from "./errors.ts";
export {
  type CombinedOrder,
  combinedOrder,
  type DifferenceNoise,
  type EngineToOrder,
} from "./estimates/combined-order.ts";
export type { Decision } from "./estimates/decide-by-looks.ts";
export { horvitzThompson, type SampledEstimate, type SampledQuery } from "./estimates/horvitz-thompson.ts";
export { type IntervalEstimate, intervalEstimate, type QueryValues } from "./estimates/interval-estimate.ts";
export { type PlanOptions, planRatings, type RatedDepth, type RatingPlan } from "./estimates/plan-ratings.ts";
export type { QueryDraw } from "./estimates/query-draw.ts";
export { type SimultaneousIntervals, simultaneousIntervals } from "./estimates/simultaneous-intervals.ts";
export { type PlannedLook, whenDecided } from "./estimates/when-decided.ts";
export { type AppliedCalibration, type ApplyFiles, applyCalibration } from "./estimating/apply-calibration.ts";
export { type Calibrated, calibrateFiles, writeCalibrated } from "./estimating/calibrate-files.ts";
export { type EstimateFilesOptions, estimateFiles } from "./estimating/estimate-files.ts";
export { type PilotRatings, type PlanFilesOptions, planFiles } from "./estimating/plan-files.ts";
export { type RelabelledLists, writeRelabelledFolder } from "./estimating/relabelled-folder.ts";
export { type Suggestion, type SuggestOptions, suggestFiles } from "./estimating/suggest-files.ts";
export { type PairStudyFiles, suggestPairs } from "./estimating/suggest-pairs.ts";
export { type Thresholded, type ThresholdOptions, thresholdFiles } from "./estimating/threshold-files.ts";
export { defaultCacheFolder } from "./files/cache-folder.ts";
export { addToPool, type ExistingPool, type GrownPool } from "./gold/add-to-pool.ts";
export { type CombineOptions, type CombiningRule, combineRatings, combiningRules } from "./gold/combine-ratings.ts";
export { type GoldOptions, type GoldSet, goldSet } from "./gold/gold-set.ts";
export { listsOfPool } from "./gold/lists-of-pool.ts";
export { listsOfRun } from "./gold/lists-of-run.ts";
export {
  type EngineLists,
  type GoldMeasurement,
  type MeasureGoldOptions,
  measureGoldEngines,
} from "./gold/measure-gold-engines.ts";
export { mergeNearDuplicates, type NearDuplicates } from "./gold/merge-near-duplicates.ts";
export { type NdcgBounds, ndcgBounds } from "./gold/ndcg-bounds.ts";
export { orderForRating, type RatingGroup, type RatingOrderOptions } from "./gold/order-for-rating.ts";
export { type PooledResults, type PoolSettings, poolResults } from "./gold/pool-results.ts";
export { type AgreementReport, type RaterAgreementOptions, raterAgreement } from "./gold/rater-agreement.ts";
export { parseRatingScale } from "./gold/rating-scale.ts";
export { type PoolSample, samplePool } from "./gold/sample-pool.ts";
export { type ReadJudgmentsOptions, readJudgments } from "./io/read-judgments.ts";
export { readQueries, readTitles } from "./io/read-pairs.ts";
export { readPool } from "./io/read-pool.ts";
export {
  type InputFile,
  type ReadResults,
  type ReadResultsOptions,
  type ResultsFile,
  readResults,
} from "./io/read-results.ts";
export { type RunFile, readRuns } from "./io/read-run.ts";
export { poolText } from "./io/write-pool.ts";
export { type GoldFiles, type GoldFilesOptions, goldFiles } from "./judging/gold-files.ts";
export { type GoldGrades, readGoldGrades } from "./judging/gold-grades.ts";
export { type ImportedRatings, importRatings, type RatingImport } from "./judging/import-ratings.ts";
export { type MadePool, type PoolFiles, type PoolOptions, poolFiles, writePool } from "./judging/pool-files.ts";
export { type LabelCandidatesOptions, labelCandidates, type ResultRow } from "./label-candidates.ts";
export {
  type FolderRun,
  folderRun,
  type LabelFolderContent,
  type WrittenLabelFolder,
  writeLabelFolder,
} from "./label-folder.ts";
export { chooseEngines } from "./lists/choose-engines.ts";
export { fuseReferences } from "./lists/fuse-references.ts";
export { groupResults, rowsOfQuery } from "./lists/group-results.ts";
export { joinQueries } from "./lists/join-queries.ts";
export { assign } from "./match/assign.ts";
export {
  type IdentifierColumn,
  type MatchContext,
  matchQuery,
  matchQueryOneToOne,
  unmatched,
} from "./match/match-query.ts";
export { type NearestPoint, nearestPoint } from "./match/nearest-point.ts";
export { referencePoints } from "./match/reference-points.ts";
export { type Veto, type VetoColumn, vetoOf } from "./match/veto-of.ts";
export { type DcgOptions, dcg } from "./measures/dcg.ts";
export { defineMeasure, type Measure, type MeasureKind } from "./measures/define-measure.ts";
export { fMeasure } from "./measures/f-measure.ts";
export { measureQueries, type QueryToMeasure } from "./measures/measure-queries.ts";
export { ndcg } from "./measures/ndcg.ts";
export { parseMeasures } from "./measures/parse-measures.ts";
export { precision } from "./measures/precision.ts";
export { recall } from "./measures/recall.ts";
export { type SetOverlap, setOverlap } from "./measures/set-overlap.ts";
export { type CompareFoldersOptions, compareLabelFolders } from "./measuring/compare-label-folders.ts";
export { compareRunFiles } from "./measuring/compare-run-files.ts";
export { type Conversion, type Converted, convertFile } from "./measuring/convert-file.ts";
export {
  type MeasuredFiles,
  type MeasureFiles,
  type MeasureFilesOptions,
  measureFiles,
} from "./measuring/measure-files.ts";
export type { QueryChoice, ValuesToCompare } from "./measuring/values-to-compare.ts";
export {
  type LabelFiles,
  type LabelInput,
  type LabelOptions,
  type LabelResult,
  type LabelTools,
  labelFiles,
  labelLists,
  type SubsetRun,
} from "./pipeline.ts";
export type {
  Clock,
  Embedder,
  EmbedOptions,
  IndexProvider,
  IndexReport,
  NearestIndex,
  PointVectors,
  Progress,
} from "./ports.ts";
export { type RatingServer, type ServeOptions, serveRatings } from "./rating/rating-server.ts";
export { RatingStore, readRatingSet } from "./rating/rating-store.ts";
export type { FeatureMatrix } from "./regression/feature-matrix.ts";
export { foldsByGroup, randomRows } from "./regression/folds.ts";
export { type ForestModel, type ForestOptions, fitForest, predictForest } from "./regression/forest.ts";
export { fitIsotonic, type IsotonicModel, predictIsotonic } from "./regression/isotonic.ts";
export { fitLogistic, type LogisticModel, predictLogistic } from "./regression/logistic.ts";
export { fitMlp, type MlpFit, type MlpOptions, mlpEpochs } from "./regression/mlp-fit.ts";
export { type MlpModel, predictMlp } from "./regression/mlp-predict.ts";
export { type PredictionErrors, predictionErrors } from "./regression/prediction-errors.ts";
export {
  type FeatureColumns,
  type FeaturePreparation,
  learnPreparation,
  prepareFeatures,
} from "./regression/prepare-features.ts";
export { fitRidge, predictRidge, type RidgeModel } from "./regression/ridge.ts";
export { chooseRidgeStrength } from "./regression/ridge-strength.ts";
export { type LabelFunction, parseLabelFunction } from "./relevance/label-function.ts";
export { labelMatches } from "./relevance/label-matches.ts";
export { labelReference } from "./relevance/label-reference.ts";
export { type ComparisonInput, type ComparisonReport, comparisonReport } from "./report/comparison-report.ts";
export type { EstimateReport } from "./report/estimate-report.ts";
export type { LabelFilesOptions } from "./report/label-files.ts";
export { type EngineSummary, type LabelSummary, summariseLabelRun } from "./report/label-summary.ts";
export type { PlanReport } from "./report/plan-report.ts";
export type { PoliciesReport } from "./report/policies-report.ts";
export { type ReferenceBias, referenceBias } from "./report/reference-bias.ts";
export { renderLabelRun } from "./report/render-label-run.ts";
export { renderWarning } from "./report/render-warning.ts";
export type { RerankPlots, RerankReport } from "./report/rerank-report.ts";
export type { SuggestReport } from "./report/suggest-report.ts";
export {
  historyFiles,
  type ReportFilesOptions,
  type ReportFormat,
  reportFiles,
  reportText,
  writeReport,
  writeReportInto,
} from "./reporting/report-files.ts";
export { predictLabels, type Ranker } from "./rerank/ranker.ts";
export { type CorrelateFiles, correlateFeatures } from "./reranking/correlate-features.ts";
export {
  type FeaturesFiles,
  type FeaturesOptions,
  type FeaturesTools,
  type FeatureTable,
  featuresFiles,
  writeFeatures,
} from "./reranking/features-files.ts";
export {
  type Reranked,
  type RerankFiles,
  type RerankOptions,
  rerankFiles,
  writeReranked,
} from "./reranking/rerank-files.ts";
export type { RunReport } from "./run-report/run-report.ts";
export { type EmbeddedLists, embedTitles } from "./stages/embed-titles.ts";
export { type EvaluatedObjects, evaluate, type NumbersByDocument } from "./stages/evaluate.ts";
export { type IdentifierColumns, identifierColumns } from "./stages/identifier-columns.ts";
export { matchEngines } from "./stages/match-engines.ts";
export { measureEngine } from "./stages/measure-engine.ts";
export { type VetoColumns, vetoColumns } from "./stages/veto-columns.ts";
export { describe } from "./statistics/describe.ts";
export { quantile } from "./statistics/quantile.ts";
export { type ReadStoredLabels, readStoredLabels } from "./stored-labels.ts";
export { identifierKey } from "./text/identifier-key.ts";
export { NameTable } from "./text/name-table.ts";
export { titleKey } from "./text/title-key.ts";
export { type FreeBaselines, freeBaselines, type TitleLists } from "./trust/free-baselines.ts";
export { type JudgedLists, judgedLists, type LabelSource, type ListsToJudge } from "./trust/judged-lists.ts";
export { documentLabelSource, storedLabelSource } from "./trust/label-sources.ts";
export { type NullOrders, nullOrders } from "./trust/null-orders.ts";
export { type SameEmbedder, sameEmbedder } from "./trust/same-embedder.ts";
export { type ValidateOptions, type Validation, validateLabels } from "./trust/validate-labels.ts";
export {
  type Description,
  type EmbeddedTitles,
  type LabelledEngine,
  type LabelledLists,
  type LabelRun,
  type Matches,
  type MatchKind,
  type MeasureName,
  type MergedResult,
  type ModelIdentity,
  matchKinds,
  measureNames,
  type PooledPair,
  type Query,
  type QueryMeasures,
  type QueryTable,
  type Rating,
  type RatingScale,
  type RatingSet,
  type RawResults,
  type ReferenceLists,
  type ReferencePoints,
  type ResultLists,
  type RowOrigin,
  type RunTimings,
  type StoredLabels,
  TitleFlag,
  type UnmeasurableReason,
  type VetoEffect,
} from "./types.ts";
export { fidelityFiles, type OtherLabelling } from "./validating/fidelity-files.ts";
export { type PoliciesFiles, type PoliciesOptions, policiesFiles } from "./validating/policies-files.ts";
export { type ValidateFiles, type ValidateFilesOptions, validateFiles } from "./validating/validate-files.ts";
export { exactIndex, exactIndexes } from "./vector-index/exact.ts";
export { loadHnsw } from "./vector-index/hnsw.ts";
export { type StoredIndexesOptions, storedIndexes } from "./vector-index/index-store.ts";
export type { Warning } from "./warnings.ts";
