/**
 * Which steps are the verbs of semqrel made of?
 * Reading, joining, embedding, indexes, matching, labels, pools, ratings, trust, estimates, models and reports, for programs
 * that put them together otherwise. All options are needed here: the verbs have the defaults.
 */

export { type CollectOptions, collectLists } from "../collect/collect-lists.ts";
export {
  type Collected,
  type CollectedList,
  type CollectFailure,
  type CollectSummary,
  collectSummary,
} from "../collect/collected.ts";
export { presets as collectPresets } from "../collect/presets.ts";
export type { CollectedResult, ResultPaths } from "../collect/read-page.ts";
export type { GivenRequest } from "../collect/request-template.ts";
export { type ListColumns, writeLists } from "../collect/write-lists.ts";
export { defaultCacheFolder } from "../core/files/cache-folder.ts";
export type {
  Clock,
  Embedder,
  EmbedOptions,
  IndexProvider,
  IndexReport,
  NearestIndex,
  PointVectors,
  Progress,
} from "../core/ports.ts";
export { titleKey } from "../core/titles/clean-title.ts";
export { identifierKey } from "../core/titles/identifiers.ts";
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
} from "../core/types.ts";
export { renderWarning } from "../core/warnings.ts";
export { type AppliedCalibration, type ApplyFiles, applyCalibration } from "../estimate/apply-calibration.ts";
export { type Calibrated, calibrateFiles, writeCalibrated } from "../estimate/calibrate-files.ts";
export { type Calibration, parseCalibration, predictGrades } from "../estimate/calibration/calibration-model.ts";
export {
  type BetaGammaOptions,
  type BetaGammaThreshold,
  betaGammaThreshold,
} from "../estimate/calibration/match-threshold.ts";
export { type EstimateFilesOptions, estimateFiles } from "../estimate/estimate-files.ts";
export type { EstimateReport } from "../estimate/estimate-report.ts";
export { type PilotRatings, type PlanFilesOptions, planFiles } from "../estimate/plan-files.ts";
export type { PlanReport } from "../estimate/plan-report.ts";
export { expectedVariances } from "../estimate/ranking-differences.ts";
export { type RelabelledLists, writeRelabelledFolder } from "../estimate/relabelled-folder.ts";
export { type PairStudyFiles, suggestPairs } from "../estimate/suggest-pairs.ts";
export { suggestFiles } from "../estimate/suggest-queries.ts";
export type { SuggestReport } from "../estimate/suggest-report.ts";
export type { Suggestion, SuggestOptions } from "../estimate/suggestion.ts";
export { type Thresholded, type ThresholdOptions, thresholdFiles } from "../estimate/threshold-files.ts";
export {
  type CombineOptions,
  type CombiningRule,
  combineRatings,
  combiningRules,
} from "../gold/agreement/combine-ratings.ts";
export { type AgreementReport, type RaterAgreementOptions, raterAgreement } from "../gold/agreement/rater-agreement.ts";
export { parseRatingScale } from "../gold/agreement/rating-scale.ts";
export { type GoldFiles, type GoldFilesOptions, goldFiles } from "../gold/gold-files.ts";
export { type GoldGrades, readGoldGrades } from "../gold/gold-grades.ts";
export { type GoldOptions, type GoldSet, goldSet } from "../gold/gold-set.ts";
export { type ImportedRatings, importRatings, type RatingImport } from "../gold/import-ratings.ts";
export { type JudgeFiles, judgeFiles, type PlannedJudging, planJudging } from "../gold/judge/judge-files.ts";
export type { JudgeOptions } from "../gold/judge/judge-pairs.ts";
export type { JudgingPrompt } from "../gold/judge/judging-prompt.ts";
export type { JudgingReport } from "../gold/judge/judging-report.ts";
export {
  type EngineLists,
  type GoldMeasurement,
  type MeasureGoldOptions,
  measureGoldEngines,
} from "../gold/measure-gold-engines.ts";
export { type NdcgBounds, ndcgBounds } from "../gold/ndcg-bounds.ts";
export { type MadePool, type PoolFiles, type PoolOptions, poolFiles, writePool } from "../gold/pool-files.ts";
export { addToPool, type ExistingPool, type GrownPool } from "../gold/pools/add-to-pool.ts";
export { listsOfPool, listsOfRun } from "../gold/pools/engine-lists.ts";
export { mergeNearDuplicates, type NearDuplicates } from "../gold/pools/merge-near-duplicates.ts";
export { orderForRating, type RatingGroup, type RatingOrderOptions } from "../gold/pools/order-for-rating.ts";
export { type PooledResults, type PoolSettings, poolResults } from "../gold/pools/pool-results.ts";
export { readPool } from "../gold/pools/read-pool.ts";
export { type PoolSample, samplePool } from "../gold/pools/sample-pool.ts";
export { poolText } from "../gold/pools/write-pool.ts";
export { type RatingServer, type ServeOptions, serveRatings } from "../gold/rating/rating-server.ts";
export { RatingStore, readRatingSet } from "../gold/rating/rating-store.ts";
export type { AskPatience } from "../io/ask/ask.ts";
export { type AskTools, openAskTools } from "../io/ask/ask-tools.ts";
export { type ReadJudgmentsOptions, readJudgments } from "../io/judgments/read-judgments.ts";
export { readQueries, readTitles } from "../io/query-sets/read-pairs.ts";
export {
  type InputFile,
  type ReadResults,
  type ReadResultsOptions,
  type ResultsFile,
  readResults,
} from "../io/results/read-results.ts";
export { type RunFile, readRuns } from "../io/runs/read-run.ts";
export type { FolderRun, LabelFilesOptions } from "../label/folder/label-files.ts";
export { renderLabelRun } from "../label/folder/label-run-blocks.ts";
export { type EngineSummary, type LabelSummary, summariseLabelRun } from "../label/folder/label-summary.ts";
export { type ReferenceBias, referenceBias } from "../label/folder/reference-bias.ts";
export {
  folderRun,
  type LabelFolderContent,
  type WrittenLabelFolder,
  writeLabelFolder,
} from "../label/label-folder.ts";
export { type LabelFunction, parseLabelFunction } from "../label/label-functions/label-function.ts";
export { labelReference } from "../label/label-functions/label-reference.ts";
export type { LabelFiles, LabelInput, LabelOptions, LabelTools } from "../label/label-options.ts";
export type { ResultRow } from "../label/label-rows.ts";
export { assign } from "../label/match/assign.ts";
export {
  type MatchContext,
  matchQuery,
  matchQueryOneToOne,
  unmatched,
} from "../label/match/match-query.ts";
export {
  type MatchPreset,
  type MatchRule,
  type MatchRules,
  matchPresets,
  rulesWithout,
} from "../label/match/match-rules.ts";
export { type NearestPoint, nearestPoint } from "../label/match/nearest-point.ts";
export { referencePoints } from "../label/match/reference-points.ts";
export {
  missingIdentifiers,
  type SharedColumn,
  type SharedColumns,
  type Veto,
  vetoColumns,
  vetoOf,
} from "../label/match/shared-columns.ts";
export { type AdapterOptions, type OpenedTools, openTools } from "../label/open-tools.ts";
export {
  type LabelResult,
  labelFiles,
  labelLists,
  type SubsetRun,
} from "../label/pipeline.ts";
export { type EmbeddedLists, embedTitles } from "../label/stages/embed-titles.ts";
export { matchEngines } from "../label/stages/match-engines.ts";
export { labelMatches, measureEngine } from "../label/stages/measure-engine.ts";
export { type ReadStoredLabels, readStoredLabels } from "../label/stored-labels.ts";
export { chooseEngines } from "../lists/choose-engines.ts";
export { fuseReferences } from "../lists/fuse-references.ts";
export { groupResults, rowsOfQuery } from "../lists/group-results.ts";
export { joinQueries } from "../lists/join-queries.ts";
export type { FeatureMatrix } from "../maths/regression/feature-matrix.ts";
export { foldsByGroup, randomRows } from "../maths/regression/folds.ts";
export { type ForestModel, type ForestOptions, fitForest, predictForest } from "../maths/regression/forest.ts";
export { fitIsotonic, type IsotonicModel, predictIsotonic } from "../maths/regression/isotonic.ts";
export { fitLogistic, type LogisticModel, predictLogistic } from "../maths/regression/logistic.ts";
export { type MlpModel, predictMlp } from "../maths/regression/mlp.ts";
export { fitMlp, type MlpFit, type MlpOptions, mlpEpochs } from "../maths/regression/mlp-fit.ts";
export { type PredictionErrors, predictionErrors } from "../maths/regression/prediction-errors.ts";
export {
  type FeatureColumns,
  type FeaturePreparation,
  learnPreparation,
  prepareFeatures,
} from "../maths/regression/prepare-features.ts";
export { fitRidge, predictRidge, type RidgeModel } from "../maths/regression/ridge.ts";
export { chooseRidgeStrength } from "../maths/regression/ridge-strength.ts";
export {
  type CombinedOrder,
  combinedOrder,
  type DifferenceNoise,
  type EngineToOrder,
  queryAgreements,
} from "../maths/sampling/combined-order.ts";
export type { Decision } from "../maths/sampling/decide-by-looks.ts";
export { horvitzThompson, type SampledEstimate, type SampledQuery } from "../maths/sampling/horvitz-thompson.ts";
export { type IntervalEstimate, intervalEstimate, type QueryValues } from "../maths/sampling/interval-estimate.ts";
export { type PlanOptions, planRatings, type RatedDepth, type RatingPlan } from "../maths/sampling/plan-ratings.ts";
export type { QueryDraw } from "../maths/sampling/query-draw.ts";
export { type SimultaneousIntervals, simultaneousIntervals } from "../maths/sampling/simultaneous-intervals.ts";
export { type PlannedLook, whenDecided } from "../maths/sampling/when-decided.ts";
export { type CompareFoldersOptions, compareLabelFolders } from "../measure/compare-label-folders.ts";
export { compareRunFiles } from "../measure/compare-run-files.ts";
export { type ComparisonInput, type ComparisonReport, comparisonReport } from "../measure/comparison-report.ts";
export { type Conversion, type Converted, convertFile } from "../measure/convert-file.ts";
export {
  type MeasuredFiles,
  type MeasureFiles,
  type MeasureFilesOptions,
  measureFiles,
} from "../measure/measure-files.ts";
export { measureQueries, type QueryToMeasure } from "../measure/measures/measure-queries.ts";
export { fMeasure, precision, recall, type SetOverlap, setOverlap } from "../measure/measures/set-overlap.ts";
export type { QueryChoice, ValuesToCompare } from "../measure/values-to-compare.ts";
export { hashEmbedder } from "../model/embed/hash-embedder.ts";
export { bundledModel, type ModelFolder, openModelFolder } from "../model/embed/model-folder.ts";
export { sentenceEmbedder } from "../model/embed/sentence-embedder.ts";
export { exactIndex, exactIndexes } from "../model/index/exact.ts";
export { loadHnsw } from "../model/index/hnsw.ts";
export { type StoredIndexesOptions, storedIndexes } from "../model/index/index-store.ts";
export type { RunReport } from "../report/content/run-report.ts";
export {
  historyFiles,
  type ReportFilesOptions,
  type ReportFormat,
  reportFiles,
  reportText,
  writeReport,
  writeReportInto,
} from "../report/report-files.ts";
export { type CorrelateFiles, correlateFeatures } from "../rerank/correlate-features.ts";
export {
  type FeaturesFiles,
  type FeaturesOptions,
  type FeaturesTools,
  type FeatureTable,
  featuresFiles,
  writeFeatures,
} from "../rerank/features-files.ts";
export { predictLabels, type Ranker } from "../rerank/ranker.ts";
export {
  type Reranked,
  type RerankFiles,
  type RerankOptions,
  rerankFiles,
  writeReranked,
} from "../rerank/rerank-files.ts";
export type { RerankPlots, RerankReport } from "../rerank/rerank-report.ts";
export { fidelityFiles, type OtherLabelling } from "../trust/fidelity/fidelity-files.ts";
export { type FreeBaselines, freeBaselines, type TitleLists } from "../trust/free-baselines.ts";
export {
  documentLabelSource,
  type JudgedLists,
  judgedLists,
  type LabelSource,
  type ListsToJudge,
  storedLabelSource,
} from "../trust/judged-lists.ts";
export { type NullOrders, nullOrders } from "../trust/null-orders.ts";
export { type PoliciesFiles, type PoliciesOptions, policiesFiles } from "../trust/policies/policies-files.ts";
export type { PoliciesReport } from "../trust/policies/policies-report.ts";
export { type SameEmbedder, sameEmbedder } from "../trust/same-embedder.ts";
export { type ValidateFiles, type ValidateFilesOptions, validateFiles } from "../trust/validate-files.ts";
export { type ValidateOptions, type Validation, validateLabels } from "../trust/validate-labels.ts";
