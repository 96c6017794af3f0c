/** Correlations, and other measures of how similar two orders of the same items are. */
import { at } from "../../core/at.ts";
import { normalCdf } from "../distributions.ts";
import { orderOf, requirePaired, roundScore, within } from "../numbers.ts";
import { meanOf, sumOfSquares } from "../summary.ts";

/** Kendall's τ-b and its p-value. */
export interface KendallTauB {
  /** τ-b, -1..1. */
  readonly tau: number;
  /** Two-sided p-value, 0..1. The normal approximation is inaccurate for fewer than about ten pairs. */
  readonly p: number;
}

/**
 * Returns Kendall's τ-b: (concordant - discordant) / sqrt((pairs - tied in x) (pairs - tied in y)). p uses the normal
 * approximation with the variance under ties, like scipy's `kendalltau(method="asymptotic")`. Values are first rounded
 * to 1e-12. Cost O(n²): 0.7 s for 10,000 values. Source: Kendall 1970, Rank Correlation Methods, 3.4 and 4.
 * @returns null for fewer than two values, or if all values of one side are equal
 * @throws SemqrelError INVALID_OPTION  lengths differ; a value is not finite
 */
export function kendallTauB(first: ArrayLike<number>, second: ArrayLike<number>): KendallTauB | null {
  requirePaired(first, second);
  const x = Float64Array.from(first, roundScore);
  const y = Float64Array.from(second, roundScore);
  const count = x.length;
  let [excess, xTied, yTied] = [0, 0, 0];
  for (let one = 0; one < count; one++) {
    const xOne = x[one] as number;
    const yOne = y[one] as number;
    for (let other = 0; other < one; other++) {
      const xSign = Math.sign(xOne - (x[other] as number));
      const ySign = Math.sign(yOne - (y[other] as number));
      excess += xSign * ySign;
      if (xSign === 0) xTied++;
      if (ySign === 0) yTied++;
    }
  }
  const pairs = (count * (count - 1)) / 2;
  const xTies = xTied === 0 ? noTies : tieSums(x);
  const yTies = yTied === 0 ? noTies : tieSums(y);
  if (count < 2 || xTies.pairs === pairs || yTies.pairs === pairs) return null;
  const tau = excess / Math.sqrt(pairs - xTies.pairs) / Math.sqrt(pairs - yTies.pairs);
  const ofTriples = count < 3 ? 0 : (xTies.triples * yTies.triples) / (18 * pairs * (count - 2));
  const variance =
    (2 * pairs * (2 * count + 5) - xTies.spread - yTies.spread) / 18 + (xTies.pairs * yTies.pairs) / pairs + ofTriples;
  return {
    tau: within(tau),
    p: variance > 0 ? 2 * normalCdf(-Math.abs(excess) / Math.sqrt(variance)) : 1,
  };
}

const noTies = { pairs: 0, triples: 0, spread: 0 };

function tieSums(values: Float64Array) {
  const sizes = new Map<number, number>();
  for (const value of values) sizes.set(value, (sizes.get(value) ?? 0) + 1);
  let [pairs, triples, spread] = [0, 0, 0];
  for (const size of sizes.values()) {
    pairs += (size * (size - 1)) / 2;
    triples += size * (size - 1) * (size - 2);
    spread += size * (size - 1) * (2 * size + 5);
  }
  return { pairs, triples, spread };
}

/**
 * Returns the rank correlation τ_AP of an estimated order with a reference order. C(i) is the number of engines that
 * are above the engine at position i of the estimated order, and are also above it in the reference order:
 *
 *   τ_AP = 2 / (n - 1) Σ over positions i = 2..n of C(i) / (i - 1)  - 1
 *
 * τ_AP is asymmetric: errors at the top of the estimated order weigh more. Scores tie if they are equal when rounded to
 * 1e-12. If there are ties, the result is the mean over all ways of breaking them, in closed form. A pair tied in the
 * reference counts one half, and engines tied in the estimate are averaged over their positions (τ_AP,a of Urbano &
 * Marrero). Cost O(n²). Source: Yilmaz, Aslam & Robertson 2008 (SIGIR); ties: Urbano & Marrero 2017 (ICTIR).
 * @param reference - score of each engine, finite; the highest is best
 * @returns -1..1, on average 0 for random orders; null for fewer than two engines
 * @throws SemqrelError INVALID_OPTION  lengths differ; a value is not finite
 * @example tauAp([4, 3, 2, 1], [3, 4, 2, 1]) // 1/3: the top two are swapped. With the last two swapped, 7/9.
 */
export function tauAp(reference: ArrayLike<number>, estimate: ArrayLike<number>): number | null {
  requirePaired(reference, estimate);
  const count = reference.length;
  if (count < 2) return null;
  const trueScores = Float64Array.from(reference, roundScore);
  const scores = Float64Array.from(estimate, roundScore);
  const order = Array.from(scores, (_, index) => index).sort((one, other) => at(scores, other) - at(scores, one));
  let sum = 0;
  for (let above = 0; above < count; ) {
    const score = at(scores, at(order, above));
    let end = above + 1;
    while (end < count && at(scores, at(order, end)) === score) end++;
    // For each engine of the tied group, counts the engines above the group that the reference also ranks higher.
    let agreeing = 0;
    for (const engine of order.slice(above, end)) {
      for (const higher of order.slice(0, above)) agreeing += agreement(at(trueScores, higher), at(trueScores, engine));
    }
    agreeing /= end - above;
    // The engine at index `inside` of its group is below `inside` others. On average, half of these pairs agree.
    for (let inside = 0; above + inside < end; inside++) {
      if (above + inside > 0) sum += (agreeing + inside / 2) / (above + inside);
    }
    above = end;
  }
  return (2 * sum) / (count - 1) - 1;
}

function agreement(higher: number, lower: number): number {
  return higher === lower ? 0.5 : Number(higher > lower);
}

/** Returns the rank of each value, from 1 for the smallest. Equal values get their mean rank. NaN is not allowed. */
export function midRanks(values: ArrayLike<number>): Float64Array {
  const valueAt = (index: number) => values[index] as number;
  const order = orderOf(values, (one, other) => one - other);
  const ranks = new Float64Array(order.length);
  for (let start = 0; start < order.length; ) {
    const value = valueAt(order[start] as number);
    let end = start + 1;
    while (end < order.length && valueAt(order[end] as number) === value) end++;
    for (const index of order.subarray(start, end)) ranks[index] = (start + 1 + end) / 2;
    start = end;
  }
  return ranks;
}

/**
 * Returns Pearson's correlation: Σ (x - mean x) (y - mean y) / sqrt(Σ (x - mean x)² Σ (y - mean y)²).
 * @returns -1..1; null, not 0, for fewer than two values or if a side is constant
 * @throws SemqrelError INVALID_OPTION  lengths differ; a value is not finite
 */
export function pearson(first: ArrayLike<number>, second: ArrayLike<number>): number | null {
  requirePaired(first, second);
  const x = deviations(first);
  const y = deviations(second);
  const xLength = Math.sqrt(sumOfSquares(x));
  const yLength = Math.sqrt(sumOfSquares(y));
  if (xLength === 0 || yLength === 0) return null;
  const correlation = x.reduce((sum, value, index) => sum + (value / xLength) * ((y[index] as number) / yLength), 0);
  return within(correlation);
}

/** Returns value - mean. Subtracts `values[0]` from all values first, so that equal values give exactly 0. */
function deviations(values: ArrayLike<number>): Float64Array {
  const shifted = Float64Array.from(values, (value) => value - (values[0] ?? 0));
  const mean = meanOf(shifted);
  return shifted.map((value) => value - mean);
}

/**
 * Returns Spearman's ρ: Pearson's correlation of the mid-ranks. Scores tie if they are equal when rounded to 1e-12.
 * Cost O(n log n). Source: Kendall 1970, Rank Correlation Methods, 1.12 and 3.8.
 * @returns -1..1; null, not 0, for fewer than two values or if a side is constant
 * @throws SemqrelError INVALID_OPTION  lengths differ; a value is not finite
 */
export function spearman(first: ArrayLike<number>, second: ArrayLike<number>): number | null {
  requirePaired(first, second);
  return pearson(midRanks(Float64Array.from(first, roundScore)), midRanks(Float64Array.from(second, roundScore)));
}

/**
 * Returns the rank-biased overlap of two lists, extrapolated beyond their ends (RBO_ext): the mean agreement over all
 * depths d, with weights proportional to p^d. The agreement at depth d is the share of the first d results that both
 * lists contain. Beyond its end, the shorter list is assumed to agree as much as before. So a list compared with its
 * own beginning gives 1. Cost O(length of the longer list). Source: equation 32 of Webber, Moffat & Zobel 2010 (TOIS
 * 28(4), 20). Equal lists give exactly 1.
 * @param partners - for each result of one list, the index of the same document in the other list, or -1
 * @param p - persistence, between 0 and 1: with .9, the first ten positions have 86 % of the weight
 * @returns 0..1; NaN if both lists are empty
 */
export function rankBiasedOverlap(partners: Int32Array, length: number, p: number): number {
  const shorter = Math.min(partners.length, length);
  const longer = Math.max(partners.length, length);
  if (longer === 0) return Number.NaN;
  if (shorter === 0) return 0;
  // At index d - 1: number of documents that both lists contain at depth d, but not yet at depth d - 1.
  const joined = new Int32Array(longer);
  partners.forEach((partner, place) => {
    const depth = Math.max(partner, place);
    if (partner >= 0) joined[depth] = (joined[depth] as number) + 1;
  });
  let overlap = 0;
  let overlapOfBoth = 0;
  let disagreement = 0;
  let difference = 0;
  let weight = 1;
  for (let depth = 1; depth <= longer; depth++) {
    overlap += joined[depth - 1] as number;
    if (depth <= shorter) overlapOfBoth = overlap;
    const expected = (overlapOfBoth * Math.max(0, depth - shorter)) / shorter;
    difference = 1 - (overlap + expected) / depth;
    disagreement += (1 - p) * weight * difference;
    weight *= p;
  }
  // If the lists have no common document, rounding errors may give a number below 0.
  return Math.max(0, 1 - disagreement - weight * difference);
}

/**
 * Returns rank correlations of the engines' proxy means with their true means. τ_AP takes the order of the true means
 * as the reference order. Means tie if they are equal when rounded to 1e-12. A correlation is null for fewer than two
 * engines, or if one side has only equal means. `upperHalfTauB` is only for the better half of the engines, whose true
 * mean is at least the median. Bad engines are easy to tell from good ones, so a correlation over all engines hides
 * errors among the good ones.
 */
export function orderAgreement(proxy: ArrayLike<number>, truth: ArrayLike<number>) {
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

/** With fewer engines, τ-b means little. For four, even a perfect order is not significant: its two-sided p is .083. */
export const FEWEST_ENGINES = 5;
