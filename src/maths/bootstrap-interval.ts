import { at } from "../core/at.ts";
import { invalidOption } from "../core/errors.ts";
import { normalCdf, normalQuantile } from "./distributions.ts";
import { requireCount, requireOneOf, requirePaired, requireShare, roundScore } from "./numbers.ts";
import { type Places, resamplePlaces } from "./random.ts";
import { meanOf, quantile, squaresAround } from "./summary.ts";

/** Settings of a bootstrap. */
export interface BootstrapOptions {
  /** Seed of the resamples: any 32-bit whole number. */
  readonly seed: number;
  /** Number of resamples, >= 1. @default 10000 */
  readonly resamples?: number;
  /** Confidence level: share of intervals that contain the true value, between 0 and 1. @default 0.95 */
  readonly level?: number;
  /** `bca`: bias-corrected and accelerated. `percentile`: quantiles of the resampled statistic. @default "bca" */
  readonly method?: "bca" | "percentile";
  /** Returns the statistic of the values at `indexes`, which may repeat. It must be finite. @default the mean */
  readonly statistic?: (indexes: Uint32Array) => number;
}

/** A bootstrap interval, in the unit of the statistic. */
export interface BootstrapInterval {
  readonly low: number;
  readonly high: number;
  readonly level: number;
  readonly resamples: number;
}

/**
 * Returns a bootstrap interval of the mean, or of any statistic of a sample.
 *
 *   ends (bca) = quantiles of the resampled statistics at the shares Φ(z0 + (z0 + z) / (1 - a (z0 + z)))
 *   z = Φ⁻¹((1 ± level) / 2)
 *   z0 = Φ⁻¹(share of resampled statistics below the sample's, plus half the share of equal ones)
 *   a = Σ d³ / (6 (Σ d²)^1.5), where each d is the mean of the leave-one-out statistics minus one of them
 *
 * Quantiles are of type 7. The share in z0 is limited to h..1 - h, where h = 0.5 / resamples. The interval of the mean
 * does not depend on the order of values. Cost O(n resamples): 10,000 resamples of 225 values take 30 ms, or 6 ms if
 * the resamples are in the cache. Statistics closer than 5e-13 count as equal. Source: Efron 1987 (JASA 82, 171-185).
 * @returns null if there are no values; for the mean, [v, v] if all values are v
 * @throws SemqrelError INVALID_OPTION  a value or statistic is not finite; resamples or level out of range
 */
export function bootstrapInterval(values: ArrayLike<number>, options: BootstrapOptions): BootstrapInterval | null {
  const { seed, resamples = 10_000, level = 0.95, method = "bca" } = options;
  requireCount("resamples", resamples);
  requireShare("level", level);
  requireOneOf("Statistics", "method", method, ["bca", "percentile"]);
  requirePaired(values, values);
  const count = values.length;
  if (count === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const [lowest = Number.NaN] = sorted;
  if (lowest === sorted[count - 1] && options.statistic === undefined) {
    return { low: lowest, high: lowest, level, resamples };
  }
  const statistic = requireFinite(options.statistic ?? ((indexes) => meanAt(sorted, indexes, 0, count)));
  const { places, starts } = resamplePlaces(count, { seed, samples: resamples });
  // Copies the indexes, because the statistic may sort them, and later calls use the same resamples.
  const statisticAt =
    options.statistic === undefined
      ? (start: number) => meanAt(sorted, places, start, count)
      : (start: number) => statistic(new Uint32Array(places.subarray(start, start + count)));
  const resampled = new Float64Array(resamples);
  let sample = 0;
  for (const start of starts) resampled[sample++] = statisticAt(start);
  resampled.sort();
  const withoutOne = () => (options.statistic === undefined ? meansWithoutOne(sorted) : leaveOneOut(count, statistic));
  const ends = [(1 - level) / 2, (1 + level) / 2];
  const shares =
    method === "percentile" ? ends : correctedShares(resampled, ends, statistic(everyIndex(count)), withoutOne());
  const [low = Number.NaN, high = Number.NaN] = shares.map((share) => quantile(resampled, share));
  return { low, high, level, resamples };
}

type Statistic = (indexes: Uint32Array) => number;

function requireFinite(statistic: Statistic): Statistic {
  return (indexes) => {
    const value = statistic(indexes);
    if (Number.isFinite(value)) return value;
    throw invalidOption(`Bootstrapping: the statistic of a resample is ${value}. It must be a finite number.`, {
      value,
    });
  };
}

function correctedShares(resampled: Float64Array, ends: number[], observed: number, jackknife: Float64Array): number[] {
  let below = 0;
  // Rounds, because sums of the same values in another order may differ in the last bits.
  for (const value of resampled) below += (1 - Math.sign(roundScore(value - observed))) / 2;
  const halfOne = 0.5 / resampled.length;
  const bias = normalQuantile(Math.min(1 - halfOne, Math.max(halfOne, below / resampled.length)));
  const mean = meanOf(jackknife);
  const squares = squaresAround(jackknife, mean);
  const cubes = jackknife.reduce((sum, value) => sum + (mean - value) ** 3, 0);
  const acceleration = squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
  return ends.map((share) => {
    const shifted = bias + normalQuantile(share);
    return normalCdf(bias + shifted / (1 - acceleration * shifted));
  });
}

function leaveOneOut(count: number, statistic: Statistic): Float64Array {
  // A single value has no leave-one-out statistic. With 0 in its place, the acceleration is 0.
  if (count < 2) return new Float64Array(1);
  const all = everyIndex(count);
  return Float64Array.from(all, (left) => statistic(all.filter((index) => index !== left)));
}

function meansWithoutOne(values: Float64Array): Float64Array {
  const count = values.length;
  if (count < 2) return new Float64Array(1);
  const after = new Float64Array(count + 1);
  for (let place = count - 1; place >= 0; place--) after[place] = at(after, place + 1) + at(values, place);
  let before = 0;
  return values.map((value, place) => {
    const mean = (before + at(after, place + 1)) / (count - 1);
    before += value;
    return mean;
  });
}

function everyIndex(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, index) => index);
}

function meanAt(values: Float64Array, indexes: Places, start: number, count: number): number {
  let sum = 0;
  for (let place = start; place < start + count; place++) sum += values[indexes[place] as number] as number;
  return sum / count;
}
