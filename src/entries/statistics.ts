/**
 * What may a program import from semqrel/statistics?
 * Every name stands here; nothing below touches a native module or the file system, so it runs in a browser.
 */
export { areaUnderCurve } from "../statistics/area-under-curve.ts";
export { averagePrecisionOfScores, type ScoredPrecision } from "../statistics/average-precision-of-scores.ts";
export { benjaminiHochberg } from "../statistics/benjamini-hochberg.ts";
export { bonferroni } from "../statistics/bonferroni.ts";
export { type BootstrapInterval, type BootstrapOptions, bootstrapInterval } from "../statistics/bootstrap-interval.ts";
export { cohenKappa, type KappaWeights } from "../statistics/cohen-kappa.ts";
export { type CrossFitOptions, crossFittedKappa } from "../statistics/cross-fitted-kappa.ts";
export { type DawidSkene, type DawidSkeneOptions, dawidSkene } from "../statistics/dawid-skene.ts";
export { describe } from "../statistics/describe.ts";
export { effectSize } from "../statistics/effect-size.ts";
export { expectedCalibrationError } from "../statistics/expected-calibration-error.ts";
export { fleissKappa } from "../statistics/fleiss-kappa.ts";
export { holm } from "../statistics/holm.ts";
export { type KendallTauB, kendallTauB } from "../statistics/kendall-tau-b.ts";
export { type GradeLevel, krippendorffAlpha } from "../statistics/krippendorff-alpha.ts";
export { normalCdf } from "../statistics/normal-cdf.ts";
export { normalQuantile } from "../statistics/normal-quantile.ts";
export { type PairedTTest, type PairedTTestOptions, pairedTTest } from "../statistics/paired-t-test.ts";
export { pearson } from "../statistics/pearson.ts";
export { quantile } from "../statistics/quantile.ts";
export {
  type RandomisationOptions,
  type RandomisationTest,
  randomisationTest,
} from "../statistics/randomisation-test.ts";
export { rawAgreement } from "../statistics/raw-agreement.ts";
export { type ReliabilityBin, reliabilityCurve } from "../statistics/reliability-curve.ts";
export { type SignTest, signTest } from "../statistics/sign-test.ts";
export {
  type DetectableDifferenceOptions,
  smallestDetectableDifference,
} from "../statistics/smallest-detectable-difference.ts";
export { spearman } from "../statistics/spearman.ts";
export { studentTCdf } from "../statistics/student-t-cdf.ts";
export { studentTQuantile } from "../statistics/student-t-quantile.ts";
export { tauAp } from "../statistics/tau-ap.ts";
export { type TukeyHsd, type TukeyOptions, type TukeyPair, tukeyHsd } from "../statistics/tukey-hsd.ts";
export { type Evidence, type Verdict, verdict } from "../statistics/verdict.ts";
export { type WeightedMean, weightedMean } from "../statistics/weighted-mean.ts";
export {
  type WilcoxonOptions,
  type WilcoxonTest,
  wilcoxonSignedRankTest,
} from "../statistics/wilcoxon-signed-rank-test.ts";
export { type WinsTiesLosses, winsTiesLosses } from "../statistics/wins-ties-losses.ts";
export type { Description } from "../types.ts";
