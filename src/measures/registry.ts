/**
 * Which kinds of measures are there?
 */
import { averagePrecisionMeasure } from "./classic/average-precision.ts";
import { bprefMeasure } from "./classic/bpref.ts";
import { catalogueCoverageMeasure } from "./classic/catalogue-coverage.ts";
import { compatibilityMeasure } from "./classic/compatibility.ts";
import { cumulatedGainMeasure } from "./classic/cumulated-gain.ts";
import { discountedGainMeasure } from "./classic/discounted-gain.ts";
import { elevenPointAverageMeasure } from "./classic/eleven-point-average.ts";
import { expectedReciprocalRankMeasure } from "./classic/expected-reciprocal-rank.ts";
import { f1AtMeasure } from "./classic/f1-at.ts";
import { geometricMeanAveragePrecisionMeasure } from "./classic/geometric-mean-average-precision.ts";
import { geometricMeanBprefMeasure } from "./classic/geometric-mean-bpref.ts";
import { inferredAveragePrecisionMeasure } from "./classic/inferred-average-precision.ts";
import { interpolatedPrecisionMeasure } from "./classic/interpolated-precision.ts";
import { judgedShareMeasure } from "./classic/judged-share.ts";
import { meanAbsoluteErrorMeasure } from "./classic/mean-absolute-error.ts";
import { normalisedDiscountedGainMeasure } from "./classic/normalised-discounted-gain.ts";
import { precisionAtMeasure } from "./classic/precision-at.ts";
import { queryCountMeasure } from "./classic/query-count.ts";
import { rPrecisionMeasure } from "./classic/r-precision.ts";
import { rankBiasedPrecisionMeasure } from "./classic/rank-biased-precision.ts";
import { rankBiasedPrecisionResidualMeasure } from "./classic/rank-biased-precision-residual.ts";
import { recallAtMeasure } from "./classic/recall-at.ts";
import { reciprocalRankMeasure } from "./classic/reciprocal-rank.ts";
import { relevantCountMeasure } from "./classic/relevant-count.ts";
import { retrievedCountMeasure } from "./classic/retrieved-count.ts";
import { rootMeanSquareErrorMeasure } from "./classic/root-mean-square-error.ts";
import { setAveragePrecisionMeasure } from "./classic/set-average-precision.ts";
import { setFMeasure } from "./classic/set-f.ts";
import { setPrecisionMeasure } from "./classic/set-precision.ts";
import { setRecallMeasure } from "./classic/set-recall.ts";
import { successAtMeasure } from "./classic/success-at.ts";
import { titleDiversityMeasure } from "./classic/title-diversity.ts";
import type { MeasureKind } from "./define-measure.ts";

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
