/** Would the signs of large and small differences be so uneven if two engines were equally good? */
import { midRanks } from "../correlation/pearson-spearman.ts";
import { normalCdf } from "../distributions/normal.ts";
import { pairedDifferences } from "./paired-differences.ts";

/** Up to here the exact distribution is quick, and every probability a double to the last bit. */
const exactUpTo = 50;

/** What is done with differences of 0, and how p is computed. */
export interface WilcoxonOptions {
  /**
   * `wilcox`: differences of 0 are left out before ranking (Wilcoxon 1945). `pratt`: they are ranked with the others,
   * and their ranks left out (Pratt 1959). @default "wilcox"
   */
  readonly zeroRule?: "wilcox" | "pratt";
  /** @default "exact" up to 50 differences that are not 0, "normal" above */
  readonly method?: "exact" | "normal";
}

/** A Wilcoxon signed-rank test. */
export interface WilcoxonTest {
  /** The smaller one of wPlus and wMinus. */
  readonly statistic: number;
  /** Sums of the ranks of positive and of negative differences; ranks are 1-based, ties have mid-ranks. */
  readonly wPlus: number;
  readonly wMinus: number;
  /** Differences that are not 0, and those that are. */
  readonly n: number;
  readonly zeros: number;
  readonly zeroRule: "wilcox" | "pratt";
  /** Two-sided, 0..1. */
  readonly p: number;
  readonly method: "exact" | "normal";
}

/**
 * Wilcoxon's signed-rank test, two-sided. `exact`: twice the probability of a sum of ranks of at most `statistic`, when each rank (mid-ranks as they are, given
 * the ties) is positive with probability 1/2; at most 1. `normal`: the same sum taken as normal with mean Σr / 2 and
 * variance Σr² / 4, which is the usual correction for ties and for zeros, without continuity correction (scipy's
 * `wilcoxon(correction=False)`). Where no difference is left, p is 1. Cost O(n³) of the exact method, O(n log n) of the
 * other. Source: Wilcoxon 1945 (Biometrics Bulletin 1, 80-83); Pratt 1959 (JASA 54, 655-667).
 * @throws SemqrelError INVALID_OPTION as `pairedDifferences`
 */
export function wilcoxonSignedRankTest(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  options: WilcoxonOptions = {},
): WilcoxonTest {
  const { zeroRule = "wilcox" } = options;
  const differences = pairedDifferences(first, second);
  const kept = differences.filter((difference) => difference !== 0);
  const n = kept.length;
  const zeros = differences.length - n;
  // The zeros are the smallest, so to rank them too is to begin after them.
  const offset = zeroRule === "pratt" ? zeros : 0;
  const ranks = midRanks(kept.map(Math.abs)).map((rank) => rank + offset);
  const total = ranks.reduce((sum, rank) => sum + rank, 0);
  const wPlus = ranks.reduce((sum, rank, index) => ((kept[index] as number) > 0 ? sum + rank : sum), 0);
  const wMinus = total - wPlus;
  const statistic = Math.min(wPlus, wMinus);
  const { method = n <= exactUpTo ? "exact" : "normal" } = options;
  const tail = method === "exact" ? exactTail(ranks, statistic) : normalTail(ranks, statistic);
  return { statistic, wPlus, wMinus, n, zeros, zeroRule, p: Math.min(1, 2 * tail), method };
}

/** P(sum <= statistic). Doubled, mid-ranks are whole numbers, and each sum has its own entry. */
function exactTail(ranks: Float64Array, statistic: number): number {
  const limit = 2 * statistic;
  const probabilities = new Float64Array(limit + 1);
  probabilities[0] = 1;
  for (const rank of ranks) {
    for (let sum = limit; sum >= 0; sum--) {
      const withoutRank = sum >= 2 * rank ? (probabilities[sum - 2 * rank] as number) : 0;
      probabilities[sum] = ((probabilities[sum] as number) + withoutRank) / 2;
    }
  }
  return probabilities.reduce((sum, probability) => sum + probability, 0);
}

function normalTail(ranks: Float64Array, statistic: number): number {
  const mean = ranks.reduce((sum, rank) => sum + rank, 0) / 2;
  const deviation = Math.sqrt(ranks.reduce((sum, rank) => sum + rank * rank, 0)) / 2;
  return deviation === 0 ? 1 : normalCdf((statistic - mean) / deviation);
}
