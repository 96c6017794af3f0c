import * as atCutoff from "./binary/at-cutoff.ts";
import * as byPosition from "./binary/average-precision.ts";
import * as coverage from "./coverage.ts";
import type { MeasureKind } from "./define-measure.ts";
import { compatibilityMeasure } from "./graded/compatibility.ts";
import * as gain from "./graded/discounted-gain.ts";
import { meanAbsoluteErrorMeasure, rootMeanSquareErrorMeasure } from "./graded/score-errors.ts";
import * as user from "./graded/user-models.ts";

/** All kinds of measures that semqrel defines. No name, alias or preset occurs twice. */
export const measureKinds: readonly MeasureKind[] = [
  gain.normalisedDiscountedGainMeasure,
  gain.discountedGainMeasure,
  gain.cumulatedGainMeasure,
  user.expectedReciprocalRankMeasure,
  user.rankBiasedPrecisionMeasure,
  user.rankBiasedPrecisionResidualMeasure,
  compatibilityMeasure,
  byPosition.averagePrecisionMeasure,
  byPosition.geometricMeanAveragePrecisionMeasure,
  byPosition.inferredAveragePrecisionMeasure,
  atCutoff.reciprocalRankMeasure,
  byPosition.bprefMeasure,
  byPosition.geometricMeanBprefMeasure,
  atCutoff.rPrecisionMeasure,
  byPosition.interpolatedPrecisionMeasure,
  byPosition.elevenPointAverageMeasure,
  atCutoff.precisionAtMeasure,
  atCutoff.recallAtMeasure,
  atCutoff.f1AtMeasure,
  atCutoff.successAtMeasure,
  atCutoff.setPrecisionMeasure,
  atCutoff.setRecallMeasure,
  atCutoff.setFMeasure,
  atCutoff.setAveragePrecisionMeasure,
  meanAbsoluteErrorMeasure,
  rootMeanSquareErrorMeasure,
  coverage.catalogueCoverageMeasure,
  coverage.titleDiversityMeasure,
  coverage.judgedShareMeasure,
  coverage.queryCountMeasure,
  coverage.retrievedCountMeasure,
  coverage.relevantCountMeasure,
];
