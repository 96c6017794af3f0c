/** Learns from a few ratings which score, such as a cosine, a match must reach. */
import { at } from "../../core/at.ts";
import { foldsOfQueries } from "./calibration-model.ts";

/** Defaults of `betaGammaThreshold`: its β and γ, the gain of each relevant pair, and the cost of each other pair. */
export const usualWeights = { beta: 0.1, gamma: 0.05, gain: 2, cost: 1 };

export interface BetaGammaOptions extends Partial<Readonly<typeof usualWeights>> {
  /** The smallest relevant grade. @default 1 */
  readonly relevantFrom?: number;
  /** Whether unrated pairs are left out or count as not relevant. @default "leave-out" */
  readonly unjudged?: "leave-out" | "nonrelevant";
}

/**
 * Returns `threshold` = (1 - α) `optimal` + α `zero`, with α = β + (1 - β) e^(-γ N) and N the number of rated pairs.
 * The utility of a score is gain · (number of relevant pairs) - cost · (number of other pairs) over the pairs that
 * reach the score. Pairs with equal scores count together. Cost O(pairs log pairs). Source: Zhai, Jansen, Stoica, Grot,
 * Evans 1998, Threshold calibration in CLARIT adaptive filtering (TREC-7), with its β and γ.
 * @param scores - score of each pair, such as a cosine; finite
 * @param grades - grade of each pair; NaN or negative if it is unrated
 * @returns null if no score has a utility of at least 0, so no match can be trusted
 */
export function betaGammaThreshold(
  scores: ArrayLike<number>,
  grades: ArrayLike<number>,
  options: BetaGammaOptions = {},
) {
  const { beta, gamma, gain, cost } = { ...usualWeights, ...options };
  const { relevantFrom = 1, unjudged = "leave-out" } = options;
  const pairs = Array.from(scores, (score, pair) => ({ score, grade: grades[pair] ?? Number.NaN }));
  const rated = pairs.filter(({ grade }) => grade >= 0).length;
  const counted = pairs
    .filter(({ grade }) => grade >= 0 || unjudged === "nonrelevant")
    .sort((one, other) => other.score - one.score);
  let utility = 0;
  let optimal = { score: Number.NaN, utility: Number.NEGATIVE_INFINITY };
  let zero = Number.NaN;
  for (const [place, { score, grade }] of counted.entries()) {
    utility += grade >= relevantFrom ? gain : -cost;
    if (counted[place + 1]?.score === score) continue;
    if (utility > optimal.utility) optimal = { score, utility };
    if (utility >= 0) zero = score;
  }
  if (!(optimal.utility >= 0)) return null;
  const alpha = beta + (1 - beta) * Math.exp(-rated * gamma);
  return {
    threshold: (1 - alpha) * optimal.score + alpha * zero,
    /** The score with the largest utility; if several scores have it, the largest of them. */
    optimal: optimal.score,
    /** The smallest score whose utility is not negative. */
    zero,
    alpha,
    utility: optimal.utility,
    rated,
  };
}

export interface ScoredPairs {
  readonly scores: Float64Array;
  /** Grade of each pair; NaN if it is not rated. */
  readonly grades: Float64Array;
  readonly queries: Int32Array;
}

/**
 * Returns `threshold`, learned from all ratings, to apply to queries without ratings. `ofQuery` has the threshold of
 * each rated query, learned from the other cross-validation folds; Infinity if no score can be trusted.
 */
export function crossFitThreshold(
  { scores, grades, queries }: ScoredPairs,
  { seed, ...options }: BetaGammaOptions & { readonly seed: number },
) {
  const threshold = betaGammaThreshold(scores, grades, options);
  const folds = foldsOfQueries(queries, seed, "Choosing a match threshold", "rated query has matches");
  const ofFold = Array.from({ length: new Set(folds).size }, (_, fold) => {
    const others = <Column extends Float64Array>(column: Column) => column.filter((__, pair) => folds[pair] !== fold);
    return betaGammaThreshold(others(scores), others(grades), options)?.threshold ?? Number.POSITIVE_INFINITY;
  });
  return { threshold, ofQuery: new Map(Array.from(queries, (query, pair) => [query, at(ofFold, at(folds, pair))])) };
}
