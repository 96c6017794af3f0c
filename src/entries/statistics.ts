/**
 * What may a program import from semqrel/statistics?
 * Every name stands here; nothing below touches a native module or the file system, so it runs in a browser.
 */

export type { Description } from "../core/types.ts";
export { cohenKappa, type KappaWeights } from "../maths/agreement/cohen-kappa.ts";
export { type CrossFitOptions, crossFittedKappa } from "../maths/agreement/cross-fitted-kappa.ts";
export { type DawidSkene, type DawidSkeneOptions, dawidSkene } from "../maths/agreement/dawid-skene.ts";
export { fleissKappa, rawAgreement } from "../maths/agreement/fleiss-kappa.ts";
export { type GradeLevel, krippendorffAlpha } from "../maths/agreement/krippendorff-alpha.ts";
export {
  expectedCalibrationError,
  type ReliabilityBin,
  reliabilityCurve,
} from "../maths/classification/reliability-curve.ts";
export { areaUnderCurve, averagePrecisionOfScores, type ScoredPrecision } from "../maths/classification/separation.ts";
export { type KendallTauB, kendallTauB } from "../maths/correlation/kendall-tau-b.ts";
export { pearson, spearman } from "../maths/correlation/pearson-spearman.ts";
export { tauAp } from "../maths/correlation/tau-ap.ts";
export { normalCdf, normalQuantile } from "../maths/distributions/normal.ts";
export { studentTCdf, studentTQuantile } from "../maths/distributions/student-t.ts";
export { benjaminiHochberg, bonferroni, holm } from "../maths/significance/corrections.ts";
export { effectSize, type WinsTiesLosses, winsTiesLosses } from "../maths/significance/paired-differences.ts";
export { type PairedTTest, type PairedTTestOptions, pairedTTest } from "../maths/significance/paired-t-test.ts";
export {
  type RandomisationOptions,
  type RandomisationTest,
  randomisationTest,
} from "../maths/significance/randomisation-test.ts";
export { type SignTest, signTest } from "../maths/significance/sign-test.ts";
export { type Evidence, type Verdict, verdict } from "../maths/significance/significance-verdict.ts";
export {
  type DetectableDifferenceOptions,
  smallestDetectableDifference,
} from "../maths/significance/smallest-detectable-difference.ts";
export { type TukeyHsd, type TukeyOptions, type TukeyPair, tukeyHsd } from "../maths/significance/tukey-hsd.ts";
export {
  type WilcoxonOptions,
  type WilcoxonTest,
  wilcoxonSignedRankTest,
} from "../maths/significance/wilcoxon-signed-rank-test.ts";
export {
  type BootstrapInterval,
  type BootstrapOptions,
  bootstrapInterval,
} from "../maths/summary/bootstrap-interval.ts";
export { type WeightedMean, weightedMean } from "../maths/summary/means.ts";
export { describe, quantile } from "../maths/summary/quantiles.ts";
