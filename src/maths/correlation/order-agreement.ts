/** Do proxy labels put engines into the order that people's grades do, and the good engines among them too? */
import { roundScore } from "../classification/round-score.ts";
import { requirePaired } from "../require.ts";
import { kendallTauB } from "./kendall-tau-b.ts";
import { spearman } from "./pearson-spearman.ts";
import { tauAp } from "./tau-ap.ts";

/** Each -1..1; null below two engines, and where a side gives all of them the same mean. */
interface OrderAgreement {
  readonly tauB: number | null;
  /** With the truth as the reference order: an error at the top of the proxy's order weighs more. */
  readonly tauAp: number | null;
  readonly spearman: number | null;
  /**
   * τ-b of the upper half of the true order alone (with the middle one, and all that tie with the last): bad engines are
   * easily told from good ones, and hide whether good ones are told apart.
   */
  readonly upperHalfTauB: number | null;
}

/**
 * Means that are equal to 1e-12 tie.
 * @param proxy the mean of each engine by proxy labels; finite
 * @param truth the mean of each engine by people's grades, in the same order of engines
 */
export function orderAgreement(proxy: ArrayLike<number>, truth: ArrayLike<number>): OrderAgreement {
  requirePaired(proxy, truth);
  const means = Float64Array.from(truth, roundScore);
  const lastOfUpper = means.toSorted()[Math.floor(means.length / 2)] as number;
  const isUpper = (_: number, engine: number) => (means[engine] as number) >= lastOfUpper;
  const allTie = new Set(means).size < 2 || new Set(Float64Array.from(proxy, roundScore)).size < 2;
  return {
    tauB: kendallTauB(proxy, truth)?.tau ?? null,
    tauAp: allTie ? null : tauAp(truth, proxy),
    spearman: spearman(proxy, truth),
    upperHalfTauB: kendallTauB(Array.from(proxy).filter(isUpper), Array.from(truth).filter(isUpper))?.tau ?? null,
  };
}

/** With fewer engines even a perfect order is no evidence: τ of four has a smallest two-sided p of .083. */
export const FEWEST_ENGINES = 5;
