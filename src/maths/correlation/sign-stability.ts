/** Would the better of two engines still be the better one if other queries had been asked? */
import { roundScore } from "../classification/round-score.ts";
import { resampleCounts } from "../random/resample-counts.ts";
import { type BootstrapInterval, type BootstrapOptions, bootstrapInterval } from "../summary/bootstrap-interval.ts";

export interface SignStability {
  /** Mean of the differences. */
  readonly difference: number;
  /** Of the mean. */
  readonly interval: BootstrapInterval;
  /**
   * Share of resamples whose mean has the sign of `difference`, 0..1; those that are 0 have lost it. Null where
   * `difference` is 0: there is no sign to keep.
   */
  readonly signStays: number | null;
}

/**
 * Means are 0 where they are to 1e-12. Interval and share are of the same resamples; neither depends on the order of the
 * differences. Differences that are all the same never change their sign, even one alone: look at how many there are.
 * @param differences of two engines query by query, as `pairedDifferences` gives them; finite
 * @returns null for no differences
 */
export function signStability(
  differences: ArrayLike<number>,
  options: Omit<BootstrapOptions, "statistic">,
): SignStability | null {
  const interval = bootstrapInterval(differences, options);
  if (interval === null) return null;
  const sorted = Float64Array.from(differences).sort();
  const difference = roundScore(sorted.reduce((sum, value) => sum + value, 0) / sorted.length);
  if (difference === 0) return { difference, interval, signStays: null };
  const places = Int32Array.from(sorted, (_, place) => place);
  let staying = 0;
  // The seed of the interval: the same resamples.
  for (const counts of resampleCounts(places, places.length, { seed: options.seed, samples: interval.resamples })) {
    const sum = sorted.reduce((sumBefore, value, place) => sumBefore + value * (counts[place] as number), 0);
    if (Math.sign(roundScore(sum / sorted.length)) === Math.sign(difference)) staying++;
  }
  return { difference, interval, signStays: staying / interval.resamples };
}
