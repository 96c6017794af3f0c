/** How do two engines differ query by query: how often, and how much beside the spread? */
import { at } from "../../core/at.ts";
import { roundScore } from "../classification/round-score.ts";
import { requirePaired } from "../require.ts";
import { meanAndDeviation } from "../summary/means.ts";

/**
 * first - second of each pair, rounded to 1e-12: 0.3 - 0.2 and 0.2 - 0.1 are the same difference.
 * @throws SemqrelError INVALID_OPTION as `requirePaired`
 */
export function pairedDifferences(first: ArrayLike<number>, second: ArrayLike<number>): Float64Array {
  requirePaired(first, second);
  return Float64Array.from(first, (value, index) => roundScore(value - at(second, index)));
}

/** On how many queries the first run is better, equal and worse. */
export interface WinsTiesLosses {
  readonly wins: number;
  /** Equal to 1e-12. */
  readonly ties: number;
  readonly losses: number;
}

/** @throws SemqrelError INVALID_OPTION as `pairedDifferences` */
export function winsTiesLosses(first: ArrayLike<number>, second: ArrayLike<number>): WinsTiesLosses {
  const differences = pairedDifferences(first, second);
  const wins = differences.filter((difference) => difference > 0).length;
  const losses = differences.filter((difference) => difference < 0).length;
  return { wins, ties: differences.length - wins - losses, losses };
}

/**
 * Cohen's d_z: mean of the differences first - second / their sample standard deviation (n - 1). Beside the paired t
 * test, t = d_z sqrt(n). Source: Cohen 1988, Statistical Power Analysis for the Behavioral Sciences, 2.3.5.
 * @returns null below two pairs and where all differences are the same: undefined, not infinite
 * @throws SemqrelError INVALID_OPTION as `pairedDifferences`
 */
export function effectSize(first: ArrayLike<number>, second: ArrayLike<number>): number | null {
  const differences = pairedDifferences(first, second);
  if (differences.length < 2) return null;
  const { mean, standardDeviation } = meanAndDeviation(differences);
  return standardDeviation === 0 ? null : mean / standardDeviation;
}
