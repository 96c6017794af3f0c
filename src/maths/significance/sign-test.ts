/** Would wins and losses be so uneven if each were as likely as the other? */
import { regularisedIncompleteBeta } from "../distributions/beta.ts";
import { winsTiesLosses } from "./paired-differences.ts";

/** A sign test of differences. */
export interface SignTest {
  readonly positive: number;
  readonly negative: number;
  /** Differences of 0 (to 1e-12); they do not count. */
  readonly ties: number;
  /** Two-sided, 0..1. */
  readonly p: number;
}

/**
 * The exact two-sided sign test: twice P(X <= min(positive, negative)) of a binomial X with probability 1/2, at most 1.
 * Where there are only ties, p is 1. Source: Conover 1999, Practical Nonparametric Statistics, 3.4; the binomial sum by
 * DLMF 8.17.5.
 * @throws SemqrelError INVALID_OPTION as `pairedDifferences`
 */
export function signTest(first: ArrayLike<number>, second: ArrayLike<number>): SignTest {
  const { wins, ties, losses } = winsTiesLosses(first, second);
  const fewer = Math.min(wins, losses);
  const more = Math.max(wins, losses);
  // P(X <= fewer) = I_(1/2)(more, fewer + 1); with as many wins as losses it is above 1/2.
  const p = fewer === more ? 1 : Math.min(1, 2 * regularisedIncompleteBeta(0.5, { a: more, b: fewer + 1 }));
  return { positive: wins, negative: losses, ties, p };
}
