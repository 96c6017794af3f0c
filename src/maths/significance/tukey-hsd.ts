/** Which of several engines differ, when all pairs are compared at once on the same queries? */

import { at } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import { roundScore } from "../classification/round-score.ts";
import { studentizedRangeQuantile, studentizedRangeTail } from "../distributions/studentized-range.ts";
import { requirePaired, requireShare } from "../require.ts";
import { meanOf } from "../summary/means.ts";

/** Level of the intervals. */
export interface TukeyOptions {
  /** Share of samples in which all intervals hold their true difference, between 0 and 1. @default 0.95 */
  readonly level?: number;
}

/** One pair of runs in Tukey's HSD. */
export interface TukeyPair {
  /** Places of two runs, the earlier one first. */
  readonly first: number;
  readonly second: number;
  /** Mean of the first - mean of the second. */
  readonly difference: number;
  /** Adjusted for all pairs, two-sided, 0..1. */
  readonly p: number;
  /** Simultaneous, of the difference. */
  readonly interval: readonly [low: number, high: number];
}

/** Tukey's HSD over all pairs of runs. */
export interface TukeyHsd {
  /** Of one score, without the effects of query and run. */
  readonly residualVariance: number;
  /** (runs - 1) (queries - 1) */
  readonly degreesOfFreedom: number;
  /** 0-1, 0-2, …, 1-2, … */
  readonly pairs: readonly TukeyPair[];
}

/**
 * Tukey's honestly significant differences of k runs on the same n queries, in the two-way layout without interaction
 * (score = query + run + residual):
 *
 *   residual = score - mean of its query - mean of its run + mean of all;  s² = Σ residual² / ((k - 1) (n - 1))
 *   q = |difference of two run means| / sqrt(s² / n), referred to the studentized range of k means
 *
 * The residuals are taken to vary alike for all pairs. Of two runs it is the paired t test. Where no residual is left,
 * equal means have p 1, others 0, and intervals are the differences alone. Cost O(k n) and one `studentizedRangeTail`
 * for each of k (k - 1) / 2 pairs: 20 runs take some 0.15 s. Source: Tukey 1953; for search engines Carterette 2012
 * (TOIS 30, 4) and Sakai 2018, Laboratory Experiments in Information Retrieval, 4.3.
 * @param runs each with one finite score per query, in the same order of queries; at least two runs
 * @returns null below two queries
 * @throws SemqrelError INVALID_OPTION  fewer than two runs; level out of range; runs as `requirePaired`
 */
export function tukeyHsd(runs: readonly ArrayLike<number>[], options: TukeyOptions = {}): TukeyHsd | null {
  const fit = fitTukey(runs, options);
  if (fit === null) return null;
  const { residualVariance, degreesOfFreedom, pairOf } = fit;
  const pairs = runs.flatMap((_, first) => runs.slice(first + 1).map((_, after) => pairOf(first, first + 1 + after)));
  return { residualVariance, degreesOfFreedom, pairs };
}

/** What all pairs have in common, and each pair where it is asked for: the tails cost most. */
interface TukeyFit extends Omit<TukeyHsd, "pairs"> {
  /** Of two runs by index, in either order: `second` need not be the later one. */
  pairOf(first: number, second: number): TukeyPair;
}

/** As `tukeyHsd`, for callers that look at some of the pairs. */
export function fitTukey(runs: readonly ArrayLike<number>[], options: TukeyOptions = {}): TukeyFit | null {
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
      // Rounded, so that runs at a constant distance leave exactly nothing.
      squares += roundScore(at(run, query) - queryMean - at(runMeans, place) + grandMean) ** 2;
    });
  }
  return squares;
}
