/** What do several independent samples of one set say together of the same means? */
import { at } from "../../core/at.ts";
import { studentTInterval } from "../distributions/student-t.ts";
import type { MeanEstimate } from "./interval-estimate.ts";

/** Of the intervals. */
const SIGNIFICANCE = 0.05;

/**
 * By mean, over the samples k that know how sure they are of it:
 *
 *   estimate = Σ w_k e_k / Σ w_k,  standard error² = Σ w_k² v_k / (Σ w_k)²
 *   w_k = 1 / mean of v_k over all its means
 *
 * A sample has the same weight for all means: differences of engines so stay differences, and a variance that is small by
 * accident, as where few rated pairs count, draws no weight to the mean that it belongs to. Degrees of freedom are
 * Satterthwaite's, (Σ w² v)² / Σ (w² v)² / d. Source: Satterthwaite 1946, Biometrics Bulletin 2, 110-114; combining
 * independent surveys: Cochran 1937, Journal of the Royal Statistical Society 4, 102-118.
 *
 * @param samples by sample, then mean: the same means in the same order, one sample at least
 * @returns by mean; where no sample has a standard error, what the first says
 */
export function combineSamples(samples: readonly (readonly MeanEstimate[])[]): MeanEstimate[] {
  const weights = samples.map((means) => {
    const variances = means.flatMap(({ standardError }) => (standardError === null ? [] : [standardError ** 2]));
    return variances.length === 0 ? 0 : variances.length / variances.reduce((sum, variance) => sum + variance, 0);
  });
  // A sample of everything leaves no doubt, and the others nothing to add.
  const isExact = weights.includes(Number.POSITIVE_INFINITY);
  return at(samples, 0).map((first, mean) => {
    const known = samples.flatMap((means, sample) => {
      const { estimate, standardError, degreesOfFreedom = null } = at(means, mean);
      const weight = isExact ? Number(at(weights, sample) === Number.POSITIVE_INFINITY) : at(weights, sample);
      if (estimate === null || standardError === null || weight === 0) return [];
      return [{ estimate, weight, term: (weight * standardError) ** 2, degreesOfFreedom }];
    });
    if (known.length === 0) return first;
    const sum = (of: (one: (typeof known)[number]) => number) => known.reduce((total, one) => total + of(one), 0);
    const size = sum(({ weight }) => weight);
    const estimate = sum((one) => one.weight * one.estimate) / size;
    const variance = sum(({ term }) => term);
    const standardError = Math.sqrt(variance) / size;
    const uncertainty = sum(({ term, degreesOfFreedom }) =>
      degreesOfFreedom === null ? 0 : term ** 2 / degreesOfFreedom,
    );
    const degreesOfFreedom = uncertainty === 0 ? null : variance ** 2 / uncertainty;
    return {
      ...{ estimate, standardError, degreesOfFreedom },
      interval:
        degreesOfFreedom === null
          ? [estimate, estimate]
          : studentTInterval(estimate, standardError, degreesOfFreedom, SIGNIFICANCE),
    };
  });
}
