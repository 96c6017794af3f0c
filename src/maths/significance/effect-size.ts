/**
 * How large is a difference beside its spread from query to query?
 */
import { meanAndDeviation } from "../summary/mean-and-deviation.ts";
import { pairedDifferences } from "./paired-differences.ts";

/**
 * Cohen's d_z: mean of the differences first - second / their sample standard deviation (n - 1). Beside the paired t
 * test, t = d_z sqrt(n).
 *
 * @returns null below two pairs and where all differences are the same: undefined, not infinite
 * @throws SemqrelError INVALID_OPTION as `pairedDifferences`
 *
 * Source: Cohen 1988, Statistical Power Analysis for the Behavioral Sciences, 2.3.5.
 */
export function effectSize(first: ArrayLike<number>, second: ArrayLike<number>): number | null {
  const differences = pairedDifferences(first, second);
  if (differences.length < 2) return null;
  const { mean, standardDeviation } = meanAndDeviation(differences);
  return standardDeviation === 0 ? null : mean / standardDeviation;
}
