/**
 * From which score on is a match worth believing, given a few ratings: for all queries, and for each by the ratings of others?
 */
import { at } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import { foldsByGroup } from "../../maths/regression/folds.ts";

/** What the threshold weighs. */
export interface BetaGammaOptions {
  /** What remains of the zero threshold after any number of ratings, 0..1. @default 0.1 */
  readonly beta?: number;
  /** How fast ratings speak for the optimal threshold, >= 0. @default 0.05 */
  readonly gamma?: number;
  /** What a relevant pair is worth, > 0. @default 2 */
  readonly gain?: number;
  /** What a pair costs that is not relevant, > 0. @default 1 */
  readonly cost?: number;
  /** A grade is relevant from here on. @default 1 */
  readonly relevantFrom?: number;
  /** Whether unrated pairs are left out or count as not relevant; they are no rated examples. @default "leave-out" */
  readonly unjudged?: "leave-out" | "nonrelevant";
}

/** The score from which on a match is worth believing, and what it lies between. */
export interface BetaGammaThreshold {
  /** Between the other two; a score that reaches it is a match. */
  readonly threshold: number;
  /** The score with the largest utility, of equals the largest score. */
  readonly optimal: number;
  /** The smallest score, `optimal` at most, whose utility is not negative. */
  readonly zero: number;
  /** Weight of `zero`, 0..1. */
  readonly alpha: number;
  /** Utility of the pairs from `optimal` on. */
  readonly utility: number;
  /** Rated pairs. */
  readonly rated: number;
}

/**
 * threshold = (1 - α) optimal + α zero, α = β + (1 - β) e^(-N γ), N rated pairs. The utility of a score is
 * gain · relevant - cost · other pairs, over the pairs that reach it; equal scores are taken together.
 *
 * @param scores by pair, such as cosines; finite
 * @param grades by pair; NaN and negative ones are unrated
 * @returns null where no score has a utility of 0 or more: then nothing is worth believing
 *
 * Cost O(pairs log pairs). Source: Zhai, Jansen, Stoica, Grot, Evans 1998, Threshold calibration in CLARIT adaptive
 * filtering (TREC-7), with its β and γ.
 */
export function betaGammaThreshold(
  scores: ArrayLike<number>,
  grades: ArrayLike<number>,
  options: BetaGammaOptions = {},
): BetaGammaThreshold | null {
  const { beta = 0.1, gamma = 0.05, gain = 2, cost = 1, relevantFrom = 1, unjudged = "leave-out" } = options;
  requireOption("beta", beta, beta >= 0 && beta <= 1, "a number from 0 to 1");
  requireOption("gamma", gamma, gamma >= 0, "a number >= 0");
  requireOption("gain", gain, gain > 0, "a number > 0");
  requireOption("cost", cost, cost > 0, "a number > 0");
  requireScores(scores, grades);
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
  // What reaches `optimal` is worth most: where that is below nothing, so is all the rest.
  if (!(optimal.utility >= 0)) return null;
  const alpha = beta + (1 - beta) * Math.exp(-rated * gamma);
  return {
    threshold: (1 - alpha) * optimal.score + alpha * zero,
    optimal: optimal.score,
    zero,
    alpha,
    utility: optimal.utility,
    rated,
  };
}

function requireOption(name: string, value: number, isAllowed: boolean, allowed: string): void {
  if (isAllowed && Number.isFinite(value)) return;
  throw invalidOption(`Choosing a match threshold: ${name} is ${value}. Give ${allowed}.`, { [name]: value });
}

function requireScores(scores: ArrayLike<number>, grades: ArrayLike<number>): void {
  const pair = Array.from(scores).findIndex((score) => !Number.isFinite(score));
  if (scores.length === grades.length && pair < 0) return;
  throw invalidOption(
    scores.length === grades.length
      ? `Choosing a match threshold: the score of pair ${pair} is ${scores[pair]}. Leave out pairs without a score.`
      : `Choosing a match threshold: there are ${scores.length} scores and ${grades.length} grades. Give one of each per pair, NaN where it is not rated.`,
    { scores: scores.length, grades: grades.length, pair },
  );
}

/** Pairs of a query and a title, in columns. */
export interface ScoredPairs {
  /** Such as cosines; finite. */
  readonly scores: Float64Array;
  /** NaN where the pair is not rated. */
  readonly grades: Float64Array;
  readonly queries: Int32Array;
}

export interface CrossFitThreshold {
  /** By all ratings: for queries without ratings. Null where no score is worth believing. */
  readonly threshold: BetaGammaThreshold | null;
  /** By query of the pairs: the threshold by the folds without it; Infinity where they believe no score. */
  readonly ofQuery: ReadonlyMap<number, number>;
}

/** As for calibrations. */
const MOST_FOLDS = 10;

/** Cost folds times a threshold. */
export function crossFitThreshold(
  { scores, grades, queries }: ScoredPairs,
  { seed, ...options }: BetaGammaOptions & { readonly seed: number },
): CrossFitThreshold {
  const threshold = betaGammaThreshold(scores, grades, options);
  const count = new Set(queries).size;
  if (count < 2) {
    throw invalidOption(
      `Choosing a match threshold: ${count === 0 ? "no rated query has" : "one rated query alone has"} matches in these lists. Rate at least two queries, better ten.`,
      { queries: count },
    );
  }
  const folds = foldsByGroup(queries, Math.min(MOST_FOLDS, count), seed);
  const ofFold = Array.from({ length: new Set(folds).size }, (_, fold) => {
    const others = <Column extends Float64Array>(column: Column) => column.filter((__, pair) => folds[pair] !== fold);
    return betaGammaThreshold(others(scores), others(grades), options)?.threshold ?? Number.POSITIVE_INFINITY;
  });
  return { threshold, ofQuery: new Map(Array.from(queries, (query, pair) => [query, at(ofFold, at(folds, pair))])) };
}
