import { atKey } from "../../core/at.ts";
import { type BootstrapInterval, type BootstrapOptions, bootstrapInterval } from "../bootstrap-interval.ts";
import { normalQuantile, studentTCdf } from "../distributions.ts";
import { orderOf, requireCount, requirePaired, roundScore, within } from "../numbers.ts";
import { type ResampleOptions, resampleCounts } from "../random.ts";
import { meanOf, percentileInterval, sumOf } from "../summary.ts";
import { kendallTauB, pearson, spearman } from "./rank-correlation.ts";

export interface CorrelateOptions {
  readonly seed: number;
  readonly resamples: number;
}

/**
 * Returns Pearson's r with Fisher's interval, and Spearman's ρ and Kendall's τ-b with percentile bootstrap intervals
 * over pairs. Two-sided p-values of r and ρ use Student's t with n - 2 degrees of freedom. That of τ-b uses the normal
 * approximation, like scipy's `kendalltau(method="asymptotic")`. Returns null for fewer than 3 pairs, or if all values
 * of one side are equal. Cost O(n² + resamples n log n).
 */
export function correlate(first: ArrayLike<number>, second: ArrayLike<number>, { seed, resamples }: CorrelateOptions) {
  requireCount("resamples", resamples);
  const r = pearson(first, second);
  const rho = spearman(first, second);
  const tau = kendallTauB(first, second);
  const count = first.length;
  if (count < 3 || r === null || rho === null || tau === null) return null;
  const sample = rankCorrelationSampler(first, second);
  const eachItem = Int32Array.from({ length: count }, (_, place) => place);
  const samples = Array.from(resampleCounts(eachItem, count, { seed, samples: resamples }), sample);
  const { interval: ofSpearman } = percentileInterval(samples.map((one) => one.spearman));
  const { interval: ofKendall } = percentileInterval(samples.map((one) => one.kendall));
  return {
    pearson: { value: r, interval: fisherInterval(r, count), p: pOf(r, count) },
    spearman: { value: rho, interval: ofSpearman, p: pOf(rho, count) },
    kendall: { value: tau.tau, interval: ofKendall, p: tau.p },
  };
}

function pOf(correlation: number, count: number): number {
  const t = correlation * Math.sqrt((count - 2) / (1 - correlation * correlation));
  return Math.abs(correlation) === 1 ? 0 : 2 * studentTCdf(-Math.abs(t), count - 2);
}

/**
 * Returns Fisher's 95 % interval of Pearson's r for pairs from a bivariate normal distribution, tanh(artanh r ± z /
 * sqrt(n - 3)), like scipy's `pearsonr`; null for fewer than four pairs. Source: Fisher 1921 (Metron 1, 3-32).
 */
export function fisherInterval(correlation: number, count: number): readonly [low: number, high: number] | null {
  if (count < 4) return null;
  const centre = Math.atanh(correlation);
  const reach = normalQuantile((1 + 0.95) / 2) / Math.sqrt(count - 3);
  return [Math.tanh(centre - reach), Math.tanh(centre + reach)];
}

/**
 * Returns a function that computes ρ and τ-b of a resample, given how often it contains each pair. Sorts the pairs only
 * once. A call costs O(n log n), 1 ms for 10,000 pairs. Both coefficients are null if all values of one side are equal.
 * Source: Knight 1966 (JASA 61, 436-439), with a tree of sums (Fenwick 1994) instead of merges.
 */
export function rankCorrelationSampler(first: ArrayLike<number>, second: ArrayLike<number>) {
  requirePaired(first, second);
  const x = levelsOf(first);
  const y = levelsOf(second);
  const order = orderOf(x.levels, (one, other) => one - other);
  return (counts: ArrayLike<number>) => {
    const xSizes = sizesOf(x, counts);
    const ySizes = sizesOf(y, counts);
    const total = sumOf(xSizes);
    const pairs = (total * (total - 1)) / 2;
    const xUntied = pairs - tiedPairs(xSizes);
    const yUntied = pairs - tiedPairs(ySizes);
    if (xUntied === 0 || yUntied === 0) return { spearman: null, kendall: null };
    const excess = excessOf(order, x, y, counts);
    return {
      spearman: correlationOfRanks(x, xSizes, y, ySizes, counts),
      kendall: within(excess / Math.sqrt(xUntied) / Math.sqrt(yUntied)),
    };
  };
}

type Levels = ReturnType<typeof levelsOf>;
type Counts = ArrayLike<number>;

/** Returns `levels`: for each value, the number of smaller distinct values. */
function levelsOf(values: ArrayLike<number>) {
  const rounded = Float64Array.from(values, roundScore);
  const levelOf = new Map([...new Set(rounded.toSorted())].map((value, level) => [value, level]));
  return { levels: Int32Array.from(rounded, (value) => atKey(levelOf, value)), count: levelOf.size };
}

function sizesOf({ levels, count }: Levels, counts: ArrayLike<number>): Float64Array {
  const sizes = new Float64Array(count);
  levels.forEach((level, place) => {
    sizes[level] = (sizes[level] as number) + (counts[place] as number);
  });
  return sizes;
}

function tiedPairs(sizes: Float64Array): number {
  return sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
}

function correlationOfRanks(x: Levels, xSizes: Float64Array, y: Levels, ySizes: Float64Array, counts: Counts): number {
  const xRanks = centredRanks(xSizes);
  const yRanks = centredRanks(ySizes);
  let together = 0;
  for (let place = 0; place < x.levels.length; place++) {
    const count = counts[place] as number;
    if (count === 0) continue;
    together += count * (xRanks[x.levels[place] as number] as number) * (yRanks[y.levels[place] as number] as number);
  }
  const squares = (ranks: Float64Array, sizes: Float64Array) =>
    ranks.reduce((sum, rank, level) => sum + (sizes[level] as number) * rank * rank, 0);
  return within(together / Math.sqrt(squares(xRanks, xSizes)) / Math.sqrt(squares(yRanks, ySizes)));
}

function centredRanks(sizes: Float64Array): Float64Array {
  const total = sumOf(sizes);
  let below = 0;
  return sizes.map((size) => {
    const rank = below + (size + 1) / 2;
    below += size;
    return rank - (total + 1) / 2;
  });
}

/** Returns the number of concordant pairs minus the number of discordant pairs. */
function excessOf(order: Uint32Array, x: Levels, y: Levels, counts: ArrayLike<number>): number {
  /** Fenwick tree (indexes from 1). For each level of y, it counts the items whose x is smaller than the current x. */
  const sums = new Float64Array(y.count + 1);
  const countUpTo = (level: number) => {
    let sum = 0;
    for (let at = level + 1; at > 0; at -= at & -at) sum += sums[at] as number;
    return sum;
  };
  let excess = 0;
  let before = 0;
  for (let begin = 0; begin < order.length; ) {
    let end = begin;
    const level = x.levels[order[begin] as number];
    let added = 0;
    for (; end < order.length && x.levels[order[end] as number] === level; end++) {
      const place = order[end] as number;
      const count = counts[place] as number;
      if (count === 0) continue;
      const yLevel = y.levels[place] as number;
      excess += count * (countUpTo(yLevel - 1) - (before - countUpTo(yLevel)));
      added += count;
    }
    for (let at = begin; at < end; at++) {
      const place = order[at] as number;
      const count = counts[place] as number;
      if (count === 0) continue;
      for (let node = (y.levels[place] as number) + 1; node <= y.count; node += node & -node) {
        sums[node] = (sums[node] as number) + count;
      }
    }
    before += added;
    begin = end;
  }
  return excess;
}

export interface SignStability {
  readonly difference: number;
  readonly interval: BootstrapInterval;
  /** Share of resamples, 0..1, whose mean has the sign of `difference` (and is not 0). Null if `difference` is 0. */
  readonly signStays: number | null;
}

/**
 * Returns the mean difference (rounded to 1e-12), its bootstrap interval, and how often resamples keep its sign. A
 * single difference always keeps its sign, so check the number of differences. Returns null if there are none.
 */
export function signStability(
  differences: ArrayLike<number>,
  options: Omit<BootstrapOptions, "statistic">,
): SignStability | null {
  const interval = bootstrapInterval(differences, options);
  if (interval === null) return null;
  const sorted = Float64Array.from(differences).sort();
  const difference = roundScore(meanOf(sorted));
  if (difference === 0) return { difference, interval, signStays: null };
  const places = Int32Array.from(sorted, (_, place) => place);
  let staying = 0;
  // Uses the seed of the interval, so the resamples are the same.
  for (const counts of resampleCounts(places, places.length, { seed: options.seed, samples: interval.resamples })) {
    const sum = sorted.reduce((sumBefore, value, place) => sumBefore + value * (counts[place] as number), 0);
    if (Math.sign(roundScore(sum / sorted.length)) === Math.sign(difference)) staying++;
  }
  return { difference, interval, signStays: staying / interval.resamples };
}

/**
 * Returns Kendall's τ-b of the engines' means from proxy labels and from human grades, with an interval from resampled
 * queries. Values are engines x queries, NaN if not measured. `leftOut` counts resamples in which τ-b is undefined: an
 * engine has no measured query, or one side has only equal means. Each resample adds noise to both orders. So the
 * interval is cautious: even its upper end may be below the τ-b of the original queries. Cost O(samples engines
 * (queries + engines)).
 */
export function bootstrapEngineOrder(
  proxy: readonly Float64Array[],
  truth: readonly Float64Array[],
  options: ResampleOptions,
) {
  const queries = proxy[0]?.length ?? 0;
  const tauBOf = (counts: Uint32Array) => {
    const proxyMeans = proxy.map((values) => meanOfDrawn(values, counts));
    const trueMeans = truth.map((values) => meanOfDrawn(values, counts));
    if ([...proxyMeans, ...trueMeans].some(Number.isNaN)) return null;
    return kendallTauB(proxyMeans, trueMeans)?.tau ?? null;
  };
  const everyQuery = Int32Array.from({ length: queries }, (_, query) => query);
  const resampled: (number | null)[] = [];
  for (const counts of resampleCounts(everyQuery, queries, options)) resampled.push(tauBOf(counts));
  return { tauB: tauBOf(new Uint32Array(queries).fill(1)), ...percentileInterval(resampled) };
}

function meanOfDrawn(values: Float64Array, counts: Uint32Array): number {
  let [sum, drawn] = [0, 0];
  for (let query = 0; query < values.length; query++) {
    const value = values[query] as number;
    const count = counts[query] as number;
    if (Number.isNaN(value)) continue;
    sum += count * value;
    drawn += count;
  }
  return sum / drawn;
}
