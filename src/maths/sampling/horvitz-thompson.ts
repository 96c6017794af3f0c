/** What is the mean of a sum of gains, if only a sample of pairs was rated? */
import { at } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import { studentTInterval } from "../distributions.ts";
import { roundScore } from "../numbers.ts";
import { requireCount, requireShare } from "../require.ts";
import { meanAndDeviation, sumOf } from "../summary.ts";

export interface SampledQuery {
  /** Chance to be drawn, above 0 and up to 1. */
  readonly probability: number;
  /** By pair: its chance once its query is drawn. */
  readonly pairProbabilities: Float64Array;
  /**
   * By pair: gain of its grade times the measure's weight of the document's place (1/k up to place k for P@k,
   * 1/log2(position + 1) for DCG@k, (1 - p) p^rank for RBP), or the difference of two engines' weights.
   */
  readonly contributions: Float64Array;
}

export interface IntervalOptions {
  /** The mean over these queries, or over all the queries of which these are a sample. */
  readonly target: "these" | "future";
  /** Chance that the interval misses, between 0 and 1. @default 0.05 */
  readonly significance?: number;
}

interface HorvitzThompsonOptions extends IntervalOptions {
  /** Size of the set from which queries were drawn. */
  readonly queries: number;
  /** Where `drawInOrder` drew pairs of all queries together: by query, what is known of its sum beside the sample. */
  readonly together?: Float64Array | null;
}

/**
 * The mean over all queries of Σ weight gain, weighted by 1 / probability in both stages, so that it is unbiased:
 *
 *   total_q = Σ contribution / pair probability, estimate = Σ total_q / probability_q / Q
 *   variance = (V(totals) + Σ V_q / probability_q) / Q², V_q the same V of the pairs of query q;
 *   V = m / (m - 1) Σ (1 - π) (x / π - B)², B the mean of x / π weighted by 1 - π, over the m units with π < 1
 *
 * V is exact for equal probabilities, else Hájek's approximation for draws of a fixed size. A unit that is alone has V =
 * (1 - π) (x / π)². "future" adds the variance of the totals, less that of drawing their pairs, / Q. The interval has
 * Student's t with one degree of freedom less than queries drawn. nDCG is no such sum: its ideal is a maximum, which
 * unrated pairs bias. Cost O(pairs). Source: Horvitz and Thompson 1952 (JASA 47, 663-685); two stages: Särndal,
 * Swensson, Wretman 1992, Model Assisted Survey Sampling, 4.3; V: Hájek 1964 (Annals of Mathematical Statistics 35,
 * 1491-1523), Deville 1999.
 * @returns no standard error below two drawn queries and if nothing varies, unless all queries were drawn and rated whole
 */
export function horvitzThompson(sampled: readonly SampledQuery[], options: HorvitzThompsonOptions) {
  const { queries, target, significance = 0.05, together = null } = options;
  requireCount("queries", queries);
  requireShare("significance", significance);
  if (sampled.length > queries) {
    throw invalidOption(
      `Estimating from a sample: ${sampled.length} queries were drawn from ${queries}. Give the number of queries in the whole set.`,
      { sampled: sampled.length, queries },
    );
  }
  sampled.forEach(requireSampled);
  const drawn = sampled.length;
  if (drawn === 0) return { estimate: null, standardError: null, interval: null };
  const chances = Float64Array.from(sampled, ({ probability }) => probability);
  const totals = Float64Array.from(sampled, ({ contributions, pairProbabilities }) =>
    weightedSum(contributions, pairProbabilities),
  );
  const ofPairs = Float64Array.from(sampled, ({ contributions, pairProbabilities }) =>
    varianceOfSum(contributions, pairProbabilities),
  );
  const estimate = weightedSum(totals, chances) / queries;
  if (together !== null) requireAll(sampled, together, queries);
  const ofDraw =
    together === null
      ? (varianceOfSum(totals, chances) + weightedSum(ofPairs, chances)) / queries ** 2
      : sumOf(sampled.map((query) => sumOf(orderTerms(query.contributions, query.pairProbabilities)))) / queries ** 2;
  if (ofDraw === 0 && target === "these" && isWhole(sampled, queries)) {
    // Without noise what rounding leaves of 0 would count as a difference.
    const exact = roundScore(estimate);
    return { estimate: exact, standardError: 0, interval: [exact, exact] };
  }
  if (drawn < 2) return { estimate, standardError: null, interval: null };
  const variance =
    target === "these"
      ? ofDraw
      : together === null
        ? ofDraw + varianceBetween(totals, ofPairs, chances) / queries
        : Math.max(ofDraw, varianceOf(totals.map((total, query) => total + at(together, query))) / queries);
  const standardError = Math.sqrt(variance);
  if (standardError === 0) return { estimate, standardError: null, interval: null };
  return { estimate, standardError, interval: studentTInterval(estimate, standardError, drawn - 1, significance) };
}

function weightedSum(values: Float64Array, chances: Float64Array): number {
  return values.reduce((sum, value, unit) => sum + value / (chances[unit] as number), 0);
}

function varianceOfSum(values: Float64Array, chances: Float64Array): number {
  let [units, doubts, center] = [0, 0, 0];
  for (const [unit, chance] of chances.entries()) {
    if (chance === 1) continue;
    units++;
    doubts += 1 - chance;
    center += (1 - chance) * ((values[unit] as number) / chance);
  }
  center = units > 1 ? center / doubts : 0;
  const squares = values.reduce((sum, value, unit) => {
    const chance = chances[unit] as number;
    return sum + (1 - chance) * (value / chance - center) ** 2;
  }, 0);
  return units > 1 ? (squares * units) / (units - 1) : squares;
}

/** By pair of a draw in order: its part of the variance, because its terms have no covariance. */
export function orderTerms(values: Float64Array, chances: Float64Array): Float64Array {
  return values.map((value, pair) => {
    const chance = chances[pair] as number;
    return (1 - chance) * (value / chance) ** 2;
  });
}

function varianceOf(values: Float64Array): number {
  return meanAndDeviation(values).standardDeviation ** 2;
}

function varianceBetween(totals: Float64Array, ofPairs: Float64Array, chances: Float64Array): number {
  const size = weightedSum(new Float64Array(totals.length).fill(1), chances);
  const center = weightedSum(totals, chances) / size;
  const squares = weightedSum(
    totals.map((total) => (total - center) ** 2),
    chances,
  );
  const seen = ((squares / size) * totals.length) / (totals.length - 1);
  return Math.max(0, seen - weightedSum(ofPairs, chances) / size);
}

function isWhole(sampled: readonly SampledQuery[], queries: number): boolean {
  const isCertain = (chance: number) => chance === 1;
  return (
    sampled.length === queries &&
    sampled.every(({ probability, pairProbabilities }) => isCertain(probability) && pairProbabilities.every(isCertain))
  );
}

function requireAll(sampled: readonly SampledQuery[], together: Float64Array, queries: number): void {
  const place = sampled.findIndex(({ probability }) => probability !== 1);
  if (sampled.length === queries && together.length === queries && place < 0) return;
  throw invalidOption(
    `Estimating from a sample: pairs were drawn of ${queries} queries together, and ${place < 0 ? `${sampled.length} queries are given, with ${together.length} known sums` : `query ${place} has probability ${sampled[place]?.probability}`}. Give every query with the probability 1.`,
    { sampled: sampled.length, queries, query: place < 0 ? null : place },
  );
}

function requireSampled({ probability, pairProbabilities, contributions }: SampledQuery, query: number): void {
  const isChance = (chance: number) => chance > 0 && chance <= 1;
  const pair = pairProbabilities.findIndex((chance) => !isChance(chance));
  if (!isChance(probability) || pair >= 0) {
    const [where, found] = isChance(probability)
      ? [`pair ${pair} of query ${query}`, pairProbabilities[pair]]
      : [`query ${query}`, probability];
    throw invalidOption(
      `Estimating from a sample: ${where} has probability ${found}. What could not be drawn, or was picked by hand, has no weight: leave it out, or give the chance (above 0, up to 1) that it was drawn with.`,
      { query, pair: isChance(probability) ? pair : null, probability: found },
    );
  }
  if (contributions.length === pairProbabilities.length && contributions.every(Number.isFinite)) return;
  throw invalidOption(
    `Estimating from a sample: query ${query} has ${pairProbabilities.length} pairs and ${contributions.length} contributions, or one that is not finite. Give one finite number per rated pair.`,
    { query },
  );
}
