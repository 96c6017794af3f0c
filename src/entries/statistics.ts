/** The exports of semqrel/statistics. They use no native modules and no files, so they also run in a browser. */

export type { Description } from "../core/types.ts";
export {
  cohenKappa,
  fleissKappa,
  type GradeLevel,
  type KappaWeights,
  krippendorffAlpha,
  rawAgreement,
} from "../maths/agreement/coefficients.ts";
export { type DawidSkene, type DawidSkeneOptions, dawidSkene } from "../maths/agreement/dawid-skene.ts";
export {
  type BootstrapInterval,
  type BootstrapOptions,
  bootstrapInterval,
} from "../maths/bootstrap-interval.ts";
export {
  areaUnderCurve,
  averagePrecisionOfScores,
  type CrossFitOptions,
  crossFittedKappa,
  expectedCalibrationError,
  type ReliabilityBin,
  reliabilityCurve,
  type ScoredPrecision,
} from "../maths/classification.ts";
export { type KendallTauB, kendallTauB, pearson, spearman, tauAp } from "../maths/correlation/rank-correlation.ts";
export { normalCdf, normalQuantile, studentTCdf, studentTQuantile } from "../maths/distributions.ts";
export {
  benjaminiHochberg,
  bonferroni,
  type DetectableDifferenceOptions,
  type Evidence,
  holm,
  smallestDetectableDifference,
  type Verdict,
  verdict,
} from "../maths/significance/corrections.ts";
export {
  effectSize,
  type PairedTTest,
  type PairedTTestOptions,
  pairedTTest,
  type RandomisationOptions,
  type RandomisationTest,
  randomisationTest,
  type SignTest,
  signTest,
  type WilcoxonOptions,
  type WilcoxonTest,
  type WinsTiesLosses,
  wilcoxonSignedRankTest,
  winsTiesLosses,
} from "../maths/significance/paired-tests.ts";
export { type TukeyHsd, type TukeyOptions, type TukeyPair, tukeyHsd } from "../maths/significance/tukey-hsd.ts";
export { describe, quantile, type WeightedMean, weightedMean } from "../maths/summary.ts";
