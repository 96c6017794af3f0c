/** How far do two columns of numbers go together, and how sure is that? */
import { normalQuantile } from "../distributions/normal.ts";
import { studentTCdf } from "../distributions/student-t.ts";
import { resampleCounts } from "../random/resample-counts.ts";
import { requireCount } from "../require.ts";
import { percentileInterval } from "../summary/quantiles.ts";
import { kendallTauB } from "./kendall-tau-b.ts";
import { pearson, spearman } from "./pearson-spearman.ts";
import { rankCorrelationSampler } from "./rank-correlation-sampler.ts";

export interface CorrelateOptions {
  /** Of the bootstrap. Any 32-bit whole number. */
  readonly seed: number;
  /** >= 1 */
  readonly resamples: number;
}

export interface Coefficient {
  /** -1..1 */
  readonly value: number;
  /** 95 %; null where there are too few pairs. */
  readonly interval: readonly [low: number, high: number] | null;
  /** Two-sided, of no correlation at all. */
  readonly p: number;
}

export interface Correlations {
  readonly pearson: Coefficient;
  readonly spearman: Coefficient;
  readonly kendall: Coefficient;
}

/**
 * Pearson's r with Fisher's interval; Spearman's ρ and Kendall's τ-b with percentile bootstrap intervals over pairs. p
 * of the first two from Student's t with n - 2 degrees of freedom, of τ-b from the normal approximation under ties, as
 * scipy's `pearsonr`, `spearmanr` and `kendalltau(method="asymptotic")`. Cost O(n² + resamples n log n).
 * @returns null below three pairs and where a side is constant: undefined, not 0
 * @throws SemqrelError INVALID_OPTION  unequal lengths, a number is not finite, resamples out of range
 */
export function correlate(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  { seed, resamples }: CorrelateOptions,
): Correlations | null {
  requireCount("resamples", resamples);
  const r = pearson(first, second);
  const rho = spearman(first, second);
  const tau = kendallTauB(first, second);
  const count = first.length;
  if (count < 3 || r === null || rho === null || tau === null) return null;
  const sample = rankCorrelationSampler(first, second);
  const eachItem = Int32Array.from({ length: count }, (_, place) => place);
  const samples = Array.from(resampleCounts(eachItem, count, { seed, samples: resamples }), sample);
  return {
    pearson: { value: r, interval: fisherInterval(r, count), p: pOf(r, count) },
    spearman: {
      value: rho,
      interval: percentileInterval(samples.map((one) => one.spearman)).interval,
      p: pOf(rho, count),
    },
    kendall: { value: tau.tau, interval: percentileInterval(samples.map((one) => one.kendall)).interval, p: tau.p },
  };
}

function pOf(correlation: number, count: number): number {
  const t = correlation * Math.sqrt((count - 2) / (1 - correlation * correlation));
  return Math.abs(correlation) === 1 ? 0 : 2 * studentTCdf(-Math.abs(t), count - 2);
}

const LEVEL = 0.95;

/**
 * Fisher's interval of Pearson's correlation: tanh(artanh r ± z / sqrt(n - 3)), as scipy's `pearsonr` gives it. Source:
 * Fisher 1921 (Metron 1, 3-32). It takes the pairs as drawn from a bivariate normal distribution.
 * @param count of pairs
 * @returns null below four pairs; [r, r] where r is 1 or -1
 */
export function fisherInterval(correlation: number, count: number): Coefficient["interval"] {
  if (count < 4) return null;
  const centre = Math.atanh(correlation);
  const reach = normalQuantile((1 + LEVEL) / 2) / Math.sqrt(count - 3);
  return [Math.tanh(centre - reach), Math.tanh(centre + reach)];
}
