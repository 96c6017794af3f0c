/**
 * What may a program import from semqrel/measures?
 * Every name stands here; nothing below touches a native module or the file system, so it runs in a browser.
 */
export { type ErrorCode, SemqrelError } from "../core/errors.ts";
export { NameTable } from "../core/titles/name-table.ts";
export type { Judgments, Names, NumberedNames, RawJudgments, RawRun, Run } from "../core/types.ts";
export type { Warning } from "../core/warnings.ts";
export { groupJudgments } from "../lists/group-judgments.ts";
export { type RankRunOptions, rankRun } from "../lists/rank-run.ts";
export { type EvaluatedObjects, evaluate, type NumbersByDocument } from "../measure/evaluate.ts";
export { type Aggregated, aggregate } from "../measure/measures/aggregate.ts";
export { type AveragePrecisionOptions, averagePrecision } from "../measure/measures/binary/average-precision.ts";
export { bpref } from "../measure/measures/binary/bpref.ts";
export { type ElevenPointAverageOptions, elevenPointAverage } from "../measure/measures/binary/eleven-point-average.ts";
export { f1At } from "../measure/measures/binary/f1-at.ts";
export { inferredAveragePrecision } from "../measure/measures/binary/inferred-average-precision.ts";
export {
  type InterpolatedPrecisionOptions,
  interpolatedPrecision,
} from "../measure/measures/binary/interpolated-precision.ts";
export { type AtCutoffOptions, precisionAt } from "../measure/measures/binary/precision-at.ts";
export { rPrecision } from "../measure/measures/binary/r-precision.ts";
export { recallAt } from "../measure/measures/binary/recall-at.ts";
export { type ReciprocalRankOptions, reciprocalRank } from "../measure/measures/binary/reciprocal-rank.ts";
export { setAveragePrecision } from "../measure/measures/binary/set-average-precision.ts";
export { type SetFOptions, setF } from "../measure/measures/binary/set-f.ts";
export { type SetPrecisionOptions, setPrecision } from "../measure/measures/binary/set-precision.ts";
export { type RelevanceOptions, setRecall } from "../measure/measures/binary/set-recall.ts";
export { successAt } from "../measure/measures/binary/success-at.ts";
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
export { type JudgedShareOptions, judgedShare } from "../measure/measures/coverage/judged-share.ts";
export { diversity } from "../measure/measures/coverage/title-diversity.ts";
export { type DcgOptions, dcg } from "../measure/measures/dcg.ts";
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
export { type CumulatedGainOptions, cumulatedGain } from "../measure/measures/graded/cumulated-gain.ts";
export { discountedGain, idealDiscountedGain } from "../measure/measures/graded/discounted-gain.ts";
export {
  type ExpectedReciprocalRankOptions,
  expectedReciprocalRank,
} from "../measure/measures/graded/expected-reciprocal-rank.ts";
export type { GainOptions } from "../measure/measures/graded/gain.ts";
export { meanAbsoluteError } from "../measure/measures/graded/mean-absolute-error.ts";
export { normalisedDiscountedGain } from "../measure/measures/graded/normalised-discounted-gain.ts";
export { rankBiasedOverlap } from "../measure/measures/graded/rank-biased-overlap.ts";
export {
  type RankBiasedPrecisionOptions,
  rankBiasedPrecision,
} from "../measure/measures/graded/rank-biased-precision.ts";
export {
  type RankBiasedPrecisionResidualOptions,
  rankBiasedPrecisionResidual,
} from "../measure/measures/graded/rank-biased-precision-residual.ts";
export { rootMeanSquareError } from "../measure/measures/graded/root-mean-square-error.ts";
export { ndcg } from "../measure/measures/ndcg.ts";
export { isMeasure, officialMeasures, parseMeasures } from "../measure/measures/parse-measures.ts";
export {
  interpolatePrecision,
  type PrecisionRecallCurve,
  precisionRecallCurve,
} from "../measure/measures/precision-recall-curve.ts";
export { countRelevant, type RankedList, type RunContext } from "../measure/measures/ranked-list.ts";
export { type RankedQuery, rankedLists } from "../measure/measures/ranked-lists.ts";
export { measureKinds } from "../measure/measures/registry.ts";
export { elevenRecalls, type RunCurves, runCurves } from "../measure/measures/run-curves.ts";
