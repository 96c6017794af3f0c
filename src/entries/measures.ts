/** The exports of semqrel/measures. They use no native modules and no files, so they also run in a browser. */
export { type ErrorCode, SemqrelError } from "../core/errors.ts";
export { makeNames } from "../core/titles/name-table.ts";
export type { Judgments, Names, NumberedNames, RawJudgments, RawRun, Run } from "../core/types.ts";
export type { Warning } from "../core/warnings.ts";
export { groupJudgments } from "../lists/group-judgments.ts";
export { type RankRunOptions, rankRun } from "../lists/rank-run.ts";
export type { GivenJudgments, GivenRun, NumbersByDocument } from "../measure/evaluate.ts";
export { type EvaluatedObjects, evaluate } from "../measure/evaluate.ts";
export {
  type AtCutoffOptions,
  f1At,
  precisionAt,
  type ReciprocalRankOptions,
  recallAt,
  reciprocalRank,
  rPrecision,
  type SetFOptions,
  type SetPrecisionOptions,
  setAveragePrecision,
  setF,
  setPrecision,
  setRecall,
  successAt,
} from "../measure/measures/binary/at-cutoff.ts";
export {
  type AveragePrecisionOptions,
  averagePrecision,
  bpref,
  type ElevenPointAverageOptions,
  elevenPointAverage,
  type InterpolatedPrecisionOptions,
  inferredAveragePrecision,
  interpolatedPrecision,
} from "../measure/measures/binary/average-precision.ts";
export { engineOrders, type OrderAgreement } from "../measure/measures/compare-engines.ts";
export {
  type ComparedMeasure,
  type ComparedPair,
  type CompareRunsOptions,
  compareRuns,
  type MeasureComparison,
  type MovedQuery,
  type PairComparison,
} from "../measure/measures/compare-runs.ts";
export { catalogueCoverage, diversity, type JudgedShareOptions, judgedShare } from "../measure/measures/coverage.ts";
export type { CutoffOptions, RelevanceOptions } from "../measure/measures/define-measure.ts";
export {
  type Aggregate,
  type At,
  defineMeasure,
  type Gains,
  judgedOnlyParameter,
  type Measure,
  type MeasureKind,
  type MeasureRules,
  type ParameterRule,
  type ParameterValue,
  type ParameterValues,
  relParameter,
} from "../measure/measures/define-measure.ts";
export {
  type Aggregated,
  aggregate,
  type EvaluatedRun,
  type EvaluateOptions,
  elevenRecalls,
  evaluateRun,
  type Gap,
  gaps,
  interpolatePrecision,
  type MeasuredQueries,
  type PrecisionRecallCurve,
  precisionRecallCurve,
  type RunCurves,
  runCurves,
} from "../measure/measures/evaluate-run.ts";
export { findGaps } from "../measure/measures/find-gaps.ts";
export {
  type CompatibilityOptions,
  compatibility,
  rankBiasedOverlap,
} from "../measure/measures/graded/compatibility.ts";
export type { GainOptions } from "../measure/measures/graded/discounted-gain.ts";
export {
  type CumulatedGainOptions,
  cumulatedGain,
  type DcgOptions,
  dcg,
  discountedGain,
  idealDiscountedGain,
  ndcg,
  normalisedDiscountedGain,
} from "../measure/measures/graded/discounted-gain.ts";
export { meanAbsoluteError, rootMeanSquareError } from "../measure/measures/graded/score-errors.ts";
export {
  type ExpectedReciprocalRankOptions,
  expectedReciprocalRank,
  type RankBiasedPrecisionOptions,
  type RankBiasedPrecisionResidualOptions,
  rankBiasedPrecision,
  rankBiasedPrecisionResidual,
} from "../measure/measures/graded/user-models.ts";
export { isMeasure, officialMeasures, parseMeasures } from "../measure/measures/parse-measures.ts";
export {
  countRelevant,
  type RankedList,
  type RankedQuery,
  type RunContext,
  rankedLists,
} from "../measure/measures/ranked-list.ts";
export { measureKinds } from "../measure/measures/registry.ts";
