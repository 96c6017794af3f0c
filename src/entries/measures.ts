/**
 * What may a program import from semqrel/measures?
 * Every name stands here; nothing below touches a native module or the file system, so it runs in a browser.
 */
export { type ErrorCode, SemqrelError } from "../core/errors.ts";
export { makeNames } from "../core/titles/name-table.ts";
export type { Judgments, Names, NumberedNames, RawJudgments, RawRun, Run } from "../core/types.ts";
export type { Warning } from "../core/warnings.ts";
export { groupJudgments } from "../lists/group-judgments.ts";
export { type RankRunOptions, rankRun } from "../lists/rank-run.ts";
export { type EvaluatedObjects, evaluate, type NumbersByDocument } from "../measure/evaluate.ts";
export { type Aggregated, aggregate } from "../measure/measures/aggregate.ts";
export {
  type AtCutoffOptions,
  f1At,
  precisionAt,
  recallAt,
  rPrecision,
  successAt,
} from "../measure/measures/binary/at-cutoff.ts";
export {
  type AveragePrecisionOptions,
  averagePrecision,
  inferredAveragePrecision,
} from "../measure/measures/binary/average-precision.ts";
export { bpref } from "../measure/measures/binary/bpref.ts";
export {
  type ElevenPointAverageOptions,
  elevenPointAverage,
  type InterpolatedPrecisionOptions,
  interpolatedPrecision,
} from "../measure/measures/binary/interpolated-precision.ts";
export { type ReciprocalRankOptions, reciprocalRank } from "../measure/measures/binary/reciprocal-rank.ts";
export {
  type SetFOptions,
  type SetPrecisionOptions,
  setAveragePrecision,
  setF,
  setPrecision,
  setRecall,
} from "../measure/measures/binary/sets.ts";
export type { CutoffOptions, RelevanceOptions } from "../measure/measures/check-option.ts";
export {
  type ComparedMeasure,
  type ComparedPair,
  type CompareRunsOptions,
  compareRuns,
  type MeasureComparison,
  type MovedQuery,
  type PairComparison,
} from "../measure/measures/compare-runs.ts";
export { catalogueCoverage } from "../measure/measures/coverage/catalogue-coverage.ts";
export { type JudgedShareOptions, judgedShare } from "../measure/measures/coverage/counts.ts";
export { diversity } from "../measure/measures/coverage/title-diversity.ts";
export { type DcgOptions, dcg, ndcg } from "../measure/measures/dcg.ts";
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
export { engineOrders, type OrderAgreement } from "../measure/measures/engine-orders.ts";
export {
  type EvaluatedRun,
  type EvaluateOptions,
  evaluateRun,
  type Gap,
  gaps,
  type MeasuredQueries,
} from "../measure/measures/evaluate-run.ts";
export { findGaps } from "../measure/measures/find-gaps.ts";
export { type CompatibilityOptions, compatibility } from "../measure/measures/graded/compatibility.ts";
export {
  type CumulatedGainOptions,
  cumulatedGain,
  discountedGain,
  idealDiscountedGain,
  normalisedDiscountedGain,
} from "../measure/measures/graded/discounted-gain.ts";
export {
  type ExpectedReciprocalRankOptions,
  expectedReciprocalRank,
} from "../measure/measures/graded/expected-reciprocal-rank.ts";
export type { GainOptions } from "../measure/measures/graded/gain.ts";
export { rankBiasedOverlap } from "../measure/measures/graded/rank-biased-overlap.ts";
export {
  type RankBiasedPrecisionOptions,
  type RankBiasedPrecisionResidualOptions,
  rankBiasedPrecision,
  rankBiasedPrecisionResidual,
} from "../measure/measures/graded/rank-biased-precision.ts";
export { meanAbsoluteError, rootMeanSquareError } from "../measure/measures/graded/score-errors.ts";
export { isMeasure, officialMeasures, parseMeasures } from "../measure/measures/parse-measures.ts";
export { countRelevant, type RankedList, type RunContext } from "../measure/measures/ranked-list.ts";
export { type RankedQuery, rankedLists } from "../measure/measures/ranked-lists.ts";
export { measureKinds } from "../measure/measures/registry.ts";
export {
  elevenRecalls,
  interpolatePrecision,
  type PrecisionRecallCurve,
  precisionRecallCurve,
  type RunCurves,
  runCurves,
} from "../measure/measures/run-curves.ts";
