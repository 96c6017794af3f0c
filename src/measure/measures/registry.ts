/** Which kinds of measures are there? */
import {
  f1AtMeasure,
  precisionAtMeasure,
  recallAtMeasure,
  rPrecisionMeasure,
  successAtMeasure,
} from "./binary/at-cutoff.ts";
import {
  averagePrecisionMeasure,
  geometricMeanAveragePrecisionMeasure,
  inferredAveragePrecisionMeasure,
} from "./binary/average-precision.ts";
import { bprefMeasure, geometricMeanBprefMeasure } from "./binary/bpref.ts";
import { elevenPointAverageMeasure, interpolatedPrecisionMeasure } from "./binary/interpolated-precision.ts";
import { reciprocalRankMeasure } from "./binary/reciprocal-rank.ts";
import { setAveragePrecisionMeasure, setFMeasure, setPrecisionMeasure, setRecallMeasure } from "./binary/sets.ts";
import { catalogueCoverageMeasure } from "./coverage/catalogue-coverage.ts";
import {
  judgedShareMeasure,
  queryCountMeasure,
  relevantCountMeasure,
  retrievedCountMeasure,
} from "./coverage/counts.ts";
import { titleDiversityMeasure } from "./coverage/title-diversity.ts";
import type { MeasureKind } from "./define-measure.ts";
import { compatibilityMeasure } from "./graded/compatibility.ts";
import {
  cumulatedGainMeasure,
  discountedGainMeasure,
  normalisedDiscountedGainMeasure,
} from "./graded/discounted-gain.ts";
import { expectedReciprocalRankMeasure } from "./graded/expected-reciprocal-rank.ts";
import { rankBiasedPrecisionMeasure, rankBiasedPrecisionResidualMeasure } from "./graded/rank-biased-precision.ts";
import { meanAbsoluteErrorMeasure, rootMeanSquareErrorMeasure } from "./graded/score-errors.ts";

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
