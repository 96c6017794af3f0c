/**
 * What may a program import from semqrel/statistics?
 * Every name stands here; nothing below touches a native module or the file system, so it runs in a browser.
 */

export type { Description } from "../core/types.ts";
export { cohenKappa, type KappaWeights } from "../maths/agreement/cohen-kappa.ts";
export { type CrossFitOptions, crossFittedKappa } from "../maths/agreement/cross-fitted-kappa.ts";
export { type DawidSkene, type DawidSkeneOptions, dawidSkene } from "../maths/agreement/dawid-skene.ts";
export { fleissKappa } from "../maths/agreement/fleiss-kappa.ts";
export { type GradeLevel, krippendorffAlpha } from "../maths/agreement/krippendorff-alpha.ts";
export { rawAgreement } from "../maths/agreement/raw-agreement.ts";
export { areaUnderCurve } from "../maths/classification/area-under-curve.ts";
export { averagePrecisionOfScores, type ScoredPrecision } from "../maths/classification/average-precision-of-scores.ts";
export { expectedCalibrationError } from "../maths/classification/expected-calibration-error.ts";
export { type ReliabilityBin, reliabilityCurve } from "../maths/classification/reliability-curve.ts";
export { type KendallTauB, kendallTauB } from "../maths/correlation/kendall-tau-b.ts";
export { pearson } from "../maths/correlation/pearson.ts";
export { spearman } from "../maths/correlation/spearman.ts";
export { tauAp } from "../maths/correlation/tau-ap.ts";
export { normalCdf } from "../maths/distributions/normal-cdf.ts";
export { normalQuantile } from "../maths/distributions/normal-quantile.ts";
export { studentTCdf } from "../maths/distributions/student-t-cdf.ts";
export { studentTQuantile } from "../maths/distributions/student-t-quantile.ts";
export { benjaminiHochberg } from "../maths/significance/benjamini-hochberg.ts";
export { bonferroni } from "../maths/significance/bonferroni.ts";
export { effectSize } from "../maths/significance/effect-size.ts";
export { holm } from "../maths/significance/holm.ts";
export { type PairedTTest, type PairedTTestOptions, pairedTTest } from "../maths/significance/paired-t-test.ts";
export {
  type RandomisationOptions,
  type RandomisationTest,
  randomisationTest,
} from "../maths/significance/randomisation-test.ts";
export { type SignTest, signTest } from "../maths/significance/sign-test.ts";
export {
  type DetectableDifferenceOptions,
  smallestDetectableDifference,
} from "../maths/significance/smallest-detectable-difference.ts";
export { type TukeyHsd, type TukeyOptions, type TukeyPair, tukeyHsd } from "../maths/significance/tukey-hsd.ts";
export { type Evidence, type Verdict, verdict } from "../maths/significance/verdict.ts";
export {
  type WilcoxonOptions,
  type WilcoxonTest,
  wilcoxonSignedRankTest,
} from "../maths/significance/wilcoxon-signed-rank-test.ts";
export { type WinsTiesLosses, winsTiesLosses } from "../maths/significance/wins-ties-losses.ts";
export {
  type BootstrapInterval,
  type BootstrapOptions,
  bootstrapInterval,
} from "../maths/summary/bootstrap-interval.ts";
export { describe } from "../maths/summary/describe.ts";
export { quantile } from "../maths/summary/quantile.ts";
export { type WeightedMean, weightedMean } from "../maths/summary/weighted-mean.ts";
