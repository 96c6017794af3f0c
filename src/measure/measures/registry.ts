/**
 * Which kinds of measures are there?
 */
import { averagePrecisionMeasure } from "./binary/average-precision.ts";
import { bprefMeasure } from "./binary/bpref.ts";
import { elevenPointAverageMeasure } from "./binary/eleven-point-average.ts";
import { f1AtMeasure } from "./binary/f1-at.ts";
import { geometricMeanAveragePrecisionMeasure } from "./binary/geometric-mean-average-precision.ts";
import { geometricMeanBprefMeasure } from "./binary/geometric-mean-bpref.ts";
import { inferredAveragePrecisionMeasure } from "./binary/inferred-average-precision.ts";
import { interpolatedPrecisionMeasure } from "./binary/interpolated-precision.ts";
import { precisionAtMeasure } from "./binary/precision-at.ts";
import { rPrecisionMeasure } from "./binary/r-precision.ts";
import { recallAtMeasure } from "./binary/recall-at.ts";
import { reciprocalRankMeasure } from "./binary/reciprocal-rank.ts";
import { setAveragePrecisionMeasure } from "./binary/set-average-precision.ts";
import { setFMeasure } from "./binary/set-f.ts";
import { setPrecisionMeasure } from "./binary/set-precision.ts";
import { setRecallMeasure } from "./binary/set-recall.ts";
import { successAtMeasure } from "./binary/success-at.ts";
import { catalogueCoverageMeasure } from "./coverage/catalogue-coverage.ts";
import { judgedShareMeasure } from "./coverage/judged-share.ts";
import { queryCountMeasure } from "./coverage/query-count.ts";
import { relevantCountMeasure } from "./coverage/relevant-count.ts";
import { retrievedCountMeasure } from "./coverage/retrieved-count.ts";
import { titleDiversityMeasure } from "./coverage/title-diversity.ts";
import type { MeasureKind } from "./define-measure.ts";
import { compatibilityMeasure } from "./graded/compatibility.ts";
import { cumulatedGainMeasure } from "./graded/cumulated-gain.ts";
import { discountedGainMeasure } from "./graded/discounted-gain.ts";
import { expectedReciprocalRankMeasure } from "./graded/expected-reciprocal-rank.ts";
import { meanAbsoluteErrorMeasure } from "./graded/mean-absolute-error.ts";
import { normalisedDiscountedGainMeasure } from "./graded/normalised-discounted-gain.ts";
import { rankBiasedPrecisionMeasure } from "./graded/rank-biased-precision.ts";
import { rankBiasedPrecisionResidualMeasure } from "./graded/rank-biased-precision-residual.ts";
import { rootMeanSquareErrorMeasure } from "./graded/root-mean-square-error.ts";

/** All kinds, those of one idea together. Names, aliases and presets are all different. */
export const measureKinds: readonly MeasureKind[] = [
  // Graded labels.
  normalisedDiscountedGainMeasure,
  discountedGainMeasure,
  cumulatedGainMeasure,
  expectedReciprocalRankMeasure,
  rankBiasedPrecisionMeasure,
  rankBiasedPrecisionResidualMeasure,
  compatibilityMeasure,
  // Relevant or not, in order.
  averagePrecisionMeasure,
  geometricMeanAveragePrecisionMeasure,
  inferredAveragePrecisionMeasure,
  reciprocalRankMeasure,
  bprefMeasure,
  geometricMeanBprefMeasure,
  rPrecisionMeasure,
  interpolatedPrecisionMeasure,
  elevenPointAverageMeasure,
  // Relevant or not, above a cutoff.
  precisionAtMeasure,
  recallAtMeasure,
  f1AtMeasure,
  successAtMeasure,
  // Relevant or not, as a set.
  setPrecisionMeasure,
  setRecallMeasure,
  setFMeasure,
  setAveragePrecisionMeasure,
  // Scores that predict labels.
  meanAbsoluteErrorMeasure,
  rootMeanSquareErrorMeasure,
  // What is shown at all, relevant or not.
  catalogueCoverageMeasure,
  titleDiversityMeasure,
  // Counts.
  judgedShareMeasure,
  queryCountMeasure,
  retrievedCountMeasure,
  relevantCountMeasure,
];
