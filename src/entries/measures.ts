/**
 * What may a program import from semqrel/measures?
 * Every name stands here; nothing below touches a native module or the file system, so it runs in a browser.
 */
export { type ErrorCode, SemqrelError } from "../errors.ts";
export { groupJudgments } from "../lists/group-judgments.ts";
export { type RankRunOptions, rankRun } from "../lists/rank-run.ts";
export { type Aggregated, aggregate } from "../measures/aggregate.ts";
export { type AveragePrecisionOptions, averagePrecision } from "../measures/classic/average-precision.ts";
export { bpref } from "../measures/classic/bpref.ts";
export { catalogueCoverage } from "../measures/classic/catalogue-coverage.ts";
export { type CompatibilityOptions, compatibility } from "../measures/classic/compatibility.ts";
export { type CumulatedGainOptions, cumulatedGain } from "../measures/classic/cumulated-gain.ts";
export { discountedGain, idealDiscountedGain } from "../measures/classic/discounted-gain.ts";
export { type ElevenPointAverageOptions, elevenPointAverage } from "../measures/classic/eleven-point-average.ts";
export {
  type ExpectedReciprocalRankOptions,
  expectedReciprocalRank,
} from "../measures/classic/expected-reciprocal-rank.ts";
export { f1At } from "../measures/classic/f1-at.ts";
export type { GainOptions } from "../measures/classic/gain.ts";
export { inferredAveragePrecision } from "../measures/classic/inferred-average-precision.ts";
export {
  type InterpolatedPrecisionOptions,
  interpolatedPrecision,
} from "../measures/classic/interpolated-precision.ts";
export { type JudgedShareOptions, judgedShare } from "../measures/classic/judged-share.ts";
export { meanAbsoluteError } from "../measures/classic/mean-absolute-error.ts";
export { normalisedDiscountedGain } from "../measures/classic/normalised-discounted-gain.ts";
export { type AtCutoffOptions, precisionAt } from "../measures/classic/precision-at.ts";
export { rPrecision } from "../measures/classic/r-precision.ts";
export { rankBiasedOverlap } from "../measures/classic/rank-biased-overlap.ts";
export { type RankBiasedPrecisionOptions, rankBiasedPrecision } from "../measures/classic/rank-biased-precision.ts";
export {
  type RankBiasedPrecisionResidualOptions,
  rankBiasedPrecisionResidual,
} from "../measures/classic/rank-biased-precision-residual.ts";
export { recallAt } from "../measures/classic/recall-at.ts";
export { type ReciprocalRankOptions, reciprocalRank } from "../measures/classic/reciprocal-rank.ts";
export { rootMeanSquareError } from "../measures/classic/root-mean-square-error.ts";
export { setAveragePrecision } from "../measures/classic/set-average-precision.ts";
export { type SetFOptions, setF } from "../measures/classic/set-f.ts";
export { type SetPrecisionOptions, setPrecision } from "../measures/classic/set-precision.ts";
export { type RelevanceOptions, setRecall } from "../measures/classic/set-recall.ts";
export { successAt } from "../measures/classic/success-at.ts";
export { diversity } from "../measures/classic/title-diversity.ts";
export {
  type ComparedMeasure,
  type ComparedPair,
  type CompareRunsOptions,
  compareRuns,
  type MeasureComparison,
  type MovedQuery,
  type PairComparison,
} from "../measures/compare-runs.ts";
export { type DcgOptions, dcg } from "../measures/dcg.ts";
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
} from "../measures/define-measure.ts";
export { engineOrders, type OrderAgreement } from "../measures/engine-orders.ts";
export {
  type EvaluatedRun,
  type EvaluateOptions,
  evaluateRun,
  type Gap,
  gaps,
  type MeasuredQueries,
} from "../measures/evaluate-run.ts";
export { findGaps } from "../measures/find-gaps.ts";
export { ndcg } from "../measures/ndcg.ts";
export { isMeasure, officialMeasures, parseMeasures } from "../measures/parse-measures.ts";
export {
  interpolatePrecision,
  type PrecisionRecallCurve,
  precisionRecallCurve,
} from "../measures/precision-recall-curve.ts";
export { countRelevant, type RankedList, type RunContext } from "../measures/ranked-list.ts";
export { type RankedQuery, rankedLists } from "../measures/ranked-lists.ts";
export { measureKinds } from "../measures/registry.ts";
export { elevenRecalls, type RunCurves, runCurves } from "../measures/run-curves.ts";
export { type EvaluatedObjects, evaluate, type NumbersByDocument } from "../stages/evaluate.ts";
export { NameTable } from "../text/name-table.ts";
export type { Judgments, Names, NumberedNames, RawJudgments, RawRun, Run } from "../types.ts";
export type { Warning } from "../warnings.ts";
