/** Would the mean difference of two engines be so far from 0 if they were equally good? */

import { at } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import { roundScore } from "../classification/round-score.ts";
import { studentTCdf, studentTQuantile } from "../distributions/student-t.ts";
import { requireShare } from "../require.ts";
import { meanAndDeviation, weightedMean } from "../summary/means.ts";
import { pairedDifferences } from "./paired-differences.ts";

/** Level of the interval, and weights of the pairs. */
export interface PairedTTestOptions {
  /** Share of intervals that hold the true mean, between 0 and 1. @default 0.95 */
  readonly level?: number;
  /** One per pair, above 0: the test is then of the weighted mean difference. Null weighs all the same. @default null */
  readonly weights?: ArrayLike<number> | null;
}

/** A paired t test. */
export interface PairedTTest {
  readonly t: number;
  /** Pairs - 1. */
  readonly degreesOfFreedom: number;
  /** Two-sided, 0..1. */
  readonly p: number;
  /** Of the mean difference. */
  readonly interval: readonly [low: number, high: number];
  /** Mean difference, first - second. */
  readonly mean: number;
  /** Of the differences (n - 1); with weights, the standard error times sqrt(n). */
  readonly standardDeviation: number;
}

/**
 * Student's t test of paired samples, two-sided: t = mean / (standard deviation / sqrt(n)) of the differences, n - 1
 * degrees of freedom. Where all differences are 0, t is 0 and p 1; where all are the same other number, t is infinite
 * with its sign and p 0. The interval is that number alone then. With weights the mean is Σ w d / Σ w and its standard
 * error that of `weightedMean`, still with n - 1 degrees of freedom. Source: Student 1908 (Biometrika 6, 1-25). For
 * search engines: Smucker, Allan & Carterette 2007 (CIKM).
 * @returns null below two pairs
 * @throws SemqrelError INVALID_OPTION  as `pairedDifferences`; level out of range, details: { level }; a weight
 *         that is not above 0, details: { index, weight }; another number of weights, as `requirePaired`
 */
export function pairedTTest(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  options: PairedTTestOptions = {},
): PairedTTest | null {
  const { level = 0.95, weights = null } = options;
  requireShare("level", level);
  const differences = pairedDifferences(first, second);
  if (weights !== null) requirePositive(weights);
  if (differences.length < 2) return null;
  const degreesOfFreedom = differences.length - 1;
  const { mean, standardDeviation } =
    weights === null ? meanAndDeviation(differences) : weightedMeanAndDeviation(differences, weights);
  const standardError = standardDeviation / Math.sqrt(differences.length);
  const t = mean === 0 ? 0 : mean / standardError;
  const margin = standardError * studentTQuantile((1 + level) / 2, degreesOfFreedom);
  return {
    t,
    degreesOfFreedom,
    p: 2 * studentTCdf(-Math.abs(t), degreesOfFreedom),
    interval: [mean - margin, mean + margin],
    mean,
    standardDeviation,
  };
}

/** A weight of 0 would count as a degree of freedom and add nothing to the spread. */
function requirePositive(weights: ArrayLike<number>): void {
  for (let index = 0; index < weights.length; index++) {
    const weight = at(weights, index);
    if (weight > 0) continue;
    throw invalidOption(
      `Weighting pairs: the weight ${weight} at index ${index} is not above 0. Leave out pairs that do not count.`,
      { index, weight },
    );
  }
}

/** The deviation that gives the weighted mean's standard error when divided by sqrt(n). */
function weightedMeanAndDeviation(differences: Float64Array, weights: ArrayLike<number>) {
  const { mean, standardError } = weightedMean(differences, weights);
  const standardDeviation = (standardError ?? 0) * Math.sqrt(differences.length);
  // Equal differences have no deviation, whatever the last bits of their mean.
  return { mean, standardDeviation: roundScore(standardDeviation) === 0 ? 0 : standardDeviation };
}
