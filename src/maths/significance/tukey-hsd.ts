/** Which of several engines differ if all pairs are compared at once on the same queries? */
import { at } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import { expectOverScale, findCrossing, normalCdf } from "../distributions.ts";
import { everyPair, remember, requirePaired, requireShare, roundScore } from "../numbers.ts";
import { meanOf } from "../summary.ts";

/** Level of the intervals. */
export interface TukeyOptions {
  /** Share of samples in which all intervals contain their true difference, between 0 and 1. @default 0.95 */
  readonly level?: number;
}

/** One pair of runs in Tukey's HSD. */
export interface TukeyPair {
  /** Index of the earlier run. */
  readonly first: number;
  readonly second: number;
  readonly difference: number;
  /** Adjusted for all pairs, two-sided, 0..1. */
  readonly p: number;
  readonly interval: readonly [low: number, high: number];
}

/** Tukey's HSD over all pairs of runs. */
export interface TukeyHsd {
  /** Variance of a score without the effects of query and run. */
  readonly residualVariance: number;
  /** (runs - 1) (queries - 1) */
  readonly degreesOfFreedom: number;
  /** 0-1, 0-2, …, 1-2, … */
  readonly pairs: readonly TukeyPair[];
}

/**
 * Returns Tukey's honestly significant differences of k runs on the same n queries, in the two-way layout without
 * interaction (score = query + run + residual):
 *
 *   residual = score - mean of its query - mean of its run + mean of all;  s² = Σ residual² / ((k - 1) (n - 1))
 *   q = |difference of two run means| / sqrt(s² / n), referred to the studentized range of k means
 *
 * Assumes that residuals vary equally for all pairs. For two runs, it is the paired t test. If no residual is left,
 * equal means have p 1, others 0, and intervals are the differences alone. Null for fewer than two queries. Cost O(k n)
 * and one `studentizedRangeTail` per pair: 20 runs take some 0.15 s. Source: Tukey 1953; search engines: Carterette
 * 2012 (TOIS 30, 4) and Sakai 2018, Laboratory Experiments in Information Retrieval, 4.3.
 * @throws SemqrelError INVALID_OPTION  fewer than two runs; level out of range; runs as `requirePaired`
 */
export function tukeyHsd(runs: readonly ArrayLike<number>[], options: TukeyOptions = {}): TukeyHsd | null {
  const fit = fitTukey(runs, options);
  if (fit === null) return null;
  const { residualVariance, degreesOfFreedom, pairOf } = fit;
  return {
    residualVariance,
    degreesOfFreedom,
    pairs: everyPair(runs, (_, __, first, second) => pairOf(first, second)),
  };
}

/** As `tukeyHsd`, but returns a function of two runs instead of all pairs, because the tails of pairs cost most. */
export function fitTukey(runs: readonly ArrayLike<number>[], options: TukeyOptions = {}) {
  const { level = 0.95 } = options;
  requireShare("level", level);
  const [firstRun] = runs;
  if (firstRun === undefined || runs.length < 2) {
    throw invalidOption(`Comparing runs: ${runs.length} of them. Give at least two.`, { runs: runs.length });
  }
  for (const run of runs) requirePaired(firstRun, run);
  const queries = firstRun.length;
  if (queries < 2) return null;

  const shape = { means: runs.length, degreesOfFreedom: (runs.length - 1) * (queries - 1) };
  const runMeans = runs.map(meanOf);
  const residualVariance = sumOfSquaredResiduals(runs, queries, runMeans) / shape.degreesOfFreedom;
  const standardError = Math.sqrt(residualVariance / queries);
  const margin = standardError * studentizedRangeQuantile(level, shape);
  const pairOf = (first: number, second: number): TukeyPair => {
    const difference = roundScore(at(runMeans, first) - at(runMeans, second));
    const range = difference === 0 ? 0 : Math.abs(difference) / standardError;
    return {
      first,
      second,
      difference,
      p: studentizedRangeTail(range, shape),
      interval: [difference - margin, difference + margin],
    };
  };
  return { residualVariance, degreesOfFreedom: shape.degreesOfFreedom, pairOf };
}

function sumOfSquaredResiduals(
  runs: readonly ArrayLike<number>[],
  queries: number,
  runMeans: readonly number[],
): number {
  const grandMean = meanOf(runMeans);
  let squares = 0;
  for (let query = 0; query < queries; query++) {
    const queryMean = meanOf(runs.map((run) => at(run, query)));
    runs.forEach((run, place) => {
      // Rounds, so that runs with a constant difference leave exactly 0.
      squares += roundScore(at(run, query) - queryMean - at(runMeans, place) + grandMean) ** 2;
    });
  }
  return squares;
}

/** Ranges of up to a thousand means vary by at least a tenth of their size. */
const narrowest = 0.1;

interface RangeShape {
  /** At least 2. */
  readonly means: number;
  readonly degreesOfFreedom: number;
}

/**
 * Returns P(Q >= q) of Tukey's studentized range, with k means and the scale s of `expectOverScale`:
 *
 *   P(Q >= q | s) = k ∫ φ(z) { Φ(z)^(k-1) - [Φ(z) - Φ(z - q s)]^(k-1) } dz
 *
 * Sums the upper tail itself, so small p-values keep their digits: relative error about 1e-12 up to a thousand means.
 * Cost about 5000 normal probabilities, 0.6 ms; ten times that for fewer than 5 degrees of freedom. Source: Tukey 1953;
 * Copenhaver & Holland 1988 (Journal of Statistical Computation and Simulation 30, 1-15).
 */
export function studentizedRangeTail(range: number, { means, degreesOfFreedom }: RangeShape): number {
  if (range === Number.POSITIVE_INFINITY) return 0;
  const others = means - 1;
  // Step of the trapezoidal rule over the largest mean, which varies less for more means. Half the step changes nothing
  // above 1e-12 up to a thousand means.
  const step = means <= 50 ? 0.2 : 0.1;
  const lowest = -9;
  const below: number[] = [];
  const weights: number[] = [];
  for (let place = 0; place <= (38 - lowest) / step; place++) {
    const z = lowest + place * step;
    const share = normalCdf(z);
    below.push(share);
    weights.push((means * step * Math.exp(-0.5 * z * z) * share ** others) / Math.sqrt(2 * Math.PI));
  }
  const tailOfRange = (width: number): number => {
    // Outside its bell around width / 2, the integrand adds nothing.
    const count = Math.min(weights.length, Math.ceil((width / 2 + 9 - lowest) / step));
    let sum = 0;
    for (let place = 0; place < count; place++) {
      const inside = Math.min(1, normalCdf(lowest + place * step - width) / (below[place] as number));
      sum -= (weights[place] as number) * Math.expm1(others * Math.log1p(-inside));
    }
    return sum;
  };
  // For large ranges, the product has its peak at small scales.
  const start = -0.5 * Math.log1p((range * range) / (2 * degreesOfFreedom));
  return Math.min(
    1,
    expectOverScale(degreesOfFreedom, (scale) => tailOfRange(range * scale), narrowest, start),
  );
}

/** Inverts `studentizedRangeTail`. Relative error about 1e-11. Cost about 15 tails, 10 ms, once for each shape. */
export function studentizedRangeQuantile(share: number, { means, degreesOfFreedom }: RangeShape): number {
  requireShare("share", share);
  return quantile(share, means, degreesOfFreedom);
}

const quantile = remember((share: number, means: number, degreesOfFreedom: number) =>
  findCrossing((range) => 1 - share - studentizedRangeTail(range, { means, degreesOfFreedom })),
);
