/** Which kinds of measures are there? */
import {
  f1AtMeasure,
  precisionAtMeasure,
  recallAtMeasure,
  reciprocalRankMeasure,
  rPrecisionMeasure,
  setAveragePrecisionMeasure,
  setFMeasure,
  setPrecisionMeasure,
  setRecallMeasure,
  successAtMeasure,
} from "./binary/at-cutoff.ts";
import {
  averagePrecisionMeasure,
  bprefMeasure,
  elevenPointAverageMeasure,
  geometricMeanAveragePrecisionMeasure,
  geometricMeanBprefMeasure,
  inferredAveragePrecisionMeasure,
  interpolatedPrecisionMeasure,
} from "./binary/average-precision.ts";
import {
  catalogueCoverageMeasure,
  judgedShareMeasure,
  queryCountMeasure,
  relevantCountMeasure,
  retrievedCountMeasure,
  titleDiversityMeasure,
} from "./coverage.ts";
import type { MeasureKind } from "./define-measure.ts";
import { compatibilityMeasure } from "./graded/compatibility.ts";
import {
  cumulatedGainMeasure,
  discountedGainMeasure,
  normalisedDiscountedGainMeasure,
} from "./graded/discounted-gain.ts";
import { meanAbsoluteErrorMeasure, rootMeanSquareErrorMeasure } from "./graded/score-errors.ts";
import {
  expectedReciprocalRankMeasure,
  rankBiasedPrecisionMeasure,
  rankBiasedPrecisionResidualMeasure,
} from "./graded/user-models.ts";

/** Names, aliases and presets are all different. */
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
