import { at } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import { studentTQuantile } from "../distributions.ts";
import { everyPair, requireCount } from "../numbers.ts";
import { inclusionProbabilities } from "../random.ts";
import { SIGNIFICANCE, smallestDetectableDifference } from "../significance/corrections.ts";
import { meanAndDeviation, meanOf, sumOf } from "../summary.ts";

interface RatedDepth {
  readonly depth: number;
  readonly ratingsPerQuery: number;
  /** For each engine, a value per query or NaN. Plans promise too much if values from ratings vary more than these. */
  readonly values: readonly Float64Array[];
}

export interface PlanOptions {
  /** Numbers of queries to rate, one per plan. Each is from 3 to the number of queries in the set (`of`). */
  readonly queries: readonly number[];
  readonly of: number;
  readonly target: "these" | "future";
  /** Correlation of labels and ratings over queries, 0..1; 0 if there are no labels. */
  readonly rho: number;
  /** Like `rho`, for differences of engines, which labels may predict better or worse. @default rho */
  readonly rhoOfDifferences?: number;
  readonly secondsPerRating: number;
}

export type RatingPlan = ReturnType<typeof planRatings>[number];

/**
 * Returns a plan for each depth and number of queries, by the formulas of `intervalEstimate`. `expectedHalfWidth` uses
 * the mean variance of an engine's values. `smallestDifference` uses the mean variance of the difference of two
 * engines, and the significance divided by the number of pairs of engines.
 */
export function planRatings(depths: readonly RatedDepth[], options: PlanOptions) {
  const { target, rho, rhoOfDifferences = rho, secondsPerRating } = options;
  requirePlan(options);
  return depths.flatMap(({ depth, ratingsPerQuery, values }) => {
    const pairs = everyPair(values, (one, other) => one.map((value, query) => value - at(other, query)));
    const ofEngines = meanVariance(values);
    const ofPairs = meanVariance(pairs);
    return options.queries.map((queries) => {
      const perVariance = (correlation: number) =>
        ((1 - queries / options.of) * (1 - correlation ** 2)) / queries + (target === "future" ? 1 / options.of : 0);
      const ratings = Math.ceil(queries * ratingsPerQuery);
      return {
        queries,
        depth,
        ratings,
        minutes: (ratings * secondsPerRating) / 60,
        expectedHalfWidth:
          ofEngines === null
            ? null
            : -studentTQuantile(SIGNIFICANCE / 2, queries - 2) * Math.sqrt(ofEngines * perVariance(rho)),
        smallestDifference:
          ofPairs === null
            ? null
            : smallestDetectableDifference({
                // λ costs a degree of freedom, so `queries` is n - 1. The standard error is still that of n queries.
                queries: queries - 1,
                standardDeviation: Math.sqrt(ofPairs * perVariance(rhoOfDifferences) * (queries - 1)),
                significance: SIGNIFICANCE / pairs.length,
              }),
      };
    });
  });
}

function meanVariance(series: readonly Float64Array[]): number | null {
  const variances = series.flatMap((values) => {
    const known = values.filter((value) => !Number.isNaN(value));
    return known.length < 2 ? [] : meanAndDeviation(known).standardDeviation ** 2;
  });
  return variances.length === 0 ? null : meanAndDeviation(variances).mean;
}

function requirePlan({ queries, of, rho, rhoOfDifferences = rho, secondsPerRating }: PlanOptions) {
  requireCount("of", of);
  const wrong = queries.find((count) => !Number.isSafeInteger(count) || count < 3 || count > of);
  if (wrong !== undefined) {
    const found = `${wrong} rated queries of ${of}. Plan for 3 to ${of} queries.`;
    throw invalidOption(`Planning ratings: ${found}`, { queries: wrong, of });
  }
  for (const [name, value, highest] of [
    ["rho", rho, 1],
    ["rhoOfDifferences", rhoOfDifferences, 1],
    ["secondsPerRating", secondsPerRating, Number.MAX_VALUE],
  ] as const) {
    if (value >= 0 && value <= highest) continue;
    const range = highest === 1 ? "from 0 to 1" : ">= 0";
    throw invalidOption(`Planning ratings: ${name} is ${value}. Give a number ${range}.`, { [name]: value });
  }
}

/** A rated pair, or a pair with a label instead of a grade. */
export interface PilotPair {
  /** Size of the pair, above 0. The planned draw has probabilities proportional to sizes. */
  readonly size: number;
  /** Probability with which the pilot drew the pair (or its query, if queries were drawn), above 0 and up to 1. */
  readonly chance: number;
  readonly query: number;
  readonly gain: number;
  /** Gain predicted by a model that saw no rating of the query; 0 without a prediction. */
  readonly predicted: number;
  /** For each engine, the weight of the pair's gain. */
  readonly weights: Float64Array;
}

export interface DesignPilot {
  readonly queries: number;
  readonly isWhole: boolean;
  readonly rated: readonly PilotPair[];
  readonly sizes: readonly Float64Array[];
  /** Correlation of labels and ratings over queries, 0..1. For draws of pairs, only used if `isPredicted` is false. */
  readonly rho: number;
  readonly isPredicted: boolean;
  readonly target: "these" | "future";
}

export interface PlannedDesign {
  /** Number of queries rated completely. For a draw of pairs, expected number of queries with a rated pair. */
  readonly queries: number;
  /** Width of the 95 % interval of a difference: root mean square over pairs of engines; null if unknown. */
  readonly width: number | null;
  /** Smallest difference of two engines that is significant (with Bonferroni's correction) in four of five samples. */
  readonly smallestDifference: number | null;
}

/**
 * Returns two designs for each number N of ratings. V estimates the variance of the difference of two engines:
 *
 *   pairs: V = Σ over rated pairs of (1/p) (1/π(N) - 1) (x - λ x̂)² / Q²
 *   whole queries: V = (1 - n/Q) S² (1 - ρ²) / n, where S² is the variance of the queries' sums of x
 *
 * x is a pair's gain times the difference of its weights for two engines. x̂ is computed like x, from the predicted
 * gain. λ is the value that minimises V, shrunk for noise and limited to 0..1. p is the pair's probability in the
 * pilot, and π(N) its probability in a draw of N pairs. Q is the number of queries, and n = N / pairs per query. For
 * "future", S² / Q (with Q - 1 degrees of freedom) is added to both V. For pairs, Satterthwaite's formula gives the
 * degrees of freedom of the sum.
 */
export function planDesigns(pilot: DesignPilot, ratings: readonly number[]) {
  const { queries, rated, sizes, rho, target } = pilot;
  const couples = everyPair([...(rated[0]?.weights ?? [])], (_, __, first, second) => [first, second] as const);
  const ofQueries = meanOf(couples.map((couple) => varianceOfQueries(pilot, couple)));
  const perQuery = sizes.reduce((sum, own) => sum + own.length, 0) / queries;
  const between = target === "future" ? ofQueries / queries : 0;
  return ratings.map((count) => {
    const chanceOf = chancesOf(pilot, count);
    const ofPairs = couples.map((couple) => {
      const { variance, degrees } = varianceOfPairs(pilot, couple, chanceOf);
      if (between === 0) return { variance, degrees };
      const shares = variance ** 2 / degrees + between ** 2 / (queries - 1);
      return { variance: variance + between, degrees: (variance + between) ** 2 / shares };
    });
    const whole = Math.min(queries, Math.floor(count / perQuery));
    const share = ((1 - whole / queries) * (1 - rho ** 2)) / Math.max(1, whole);
    return {
      ratings: count,
      whole: planned(whole, couples.length, [{ variance: ofQueries * share + between, degrees: whole - 2 }]),
      pairs: planned(openedQueries(pilot, count), couples.length, ofPairs),
    };
  });
}

/** Returns how many queries are expected to have at least one pair among draws `before` + 1 to `count`. */
export function openedQueries({ sizes }: Pick<DesignPilot, "sizes">, count: number, before = 0): number {
  const chanceOf = chancesOf({ sizes }, count);
  const chanceBefore = before === 0 ? () => 0 : chancesOf({ sizes }, before);
  const isMissed = (size: number) => 1 - (chanceOf(size) - chanceBefore(size));
  return sizes.reduce((sum, own) => sum + 1 - own.reduce((none, size) => none * isMissed(size), 1), 0);
}

function chancesOf({ sizes }: Pick<DesignPilot, "sizes">, count: number): (size: number) => number {
  const positive = sizes.flatMap((own) => [...own.filter((size) => size > 0)]);
  const chances = inclusionProbabilities(positive, count);
  // Chances are proportional to the size, except for pairs that are drawn with certainty.
  const factor = positive.reduce((most, size, place) => Math.max(most, at(chances, place) / size), 0);
  return (size) => Math.min(1, factor * size);
}

function planned(
  queries: number,
  couples: number,
  found: readonly { readonly variance: number; readonly degrees: number }[],
): PlannedDesign {
  const known = found.filter(({ degrees }) => degrees >= 1);
  if (couples === 0 || known.length === 0) return { queries, width: null, smallestDifference: null };
  const variance = meanOf(known.map((one) => one.variance));
  const degrees = 1 / meanOf(known.map((one) => 1 / one.degrees));
  return {
    queries,
    width: 2 * studentTQuantile(1 - SIGNIFICANCE / 2, degrees) * Math.sqrt(variance),
    smallestDifference: smallestDetectableDifference({
      queries: degrees + 1,
      standardDeviation: Math.sqrt(variance * (degrees + 1)),
      significance: SIGNIFICANCE / couples,
    }),
  };
}

type Couple = readonly [first: number, second: number];

function difference({ weights }: PilotPair, [first, second]: Couple): number {
  return at(weights, first) - at(weights, second);
}

function varianceOfPairs(
  { rated, queries, rho, isPredicted }: DesignPilot,
  couple: Couple,
  chanceOf: (size: number) => number,
) {
  const terms = rated.flatMap((pair) => {
    const [weight, chance] = [difference(pair, couple), chanceOf(pair.size)];
    if (weight === 0 || chance === 1) return [];
    return { x: weight * pair.gain, predicted: weight * pair.predicted, chance, times: 1 / pair.chance };
  });
  const sum = (of: (term: (typeof terms)[number]) => number) => terms.reduce((total, term) => total + of(term), 0);
  const odds = ({ chance, times }: (typeof terms)[number]) => times * (1 / chance - 1);
  const ofPredicted = sum((term) => odds(term) * term.predicted ** 2);
  const shared = sum((term) => odds(term) * term.x * term.predicted);
  const ofGains = sum((term) => odds(term) * term.x ** 2);
  const trust = ofPredicted > 0 && ofGains > 0 ? shared ** 2 / (ofPredicted * ofGains) : 0;
  // Shrinks the slope by the noise in the pilot's gains, like in `pairSampleEstimate`.
  const gains = terms.filter(({ x }) => x !== 0).length;
  const noise = trust === 0 ? 1 : (1 - trust) / (Math.max(1, gains - 2) * trust);
  const lambda = shared > 0 ? Math.min(1, (shared / ofPredicted) * Math.max(0, 1 - noise)) : 0;
  const residual = (term: (typeof terms)[number]) => term.x - lambda * term.predicted;
  const squares = sum((term) => odds(term) * residual(term) ** 2);
  const informative = sum(({ x, chance, times }) => (x === 0 ? 0 : times * chance));
  const fourths = sum((term) => ((term.times * (1 - term.chance) ** 2) / term.chance ** 3) * residual(term) ** 4);
  return {
    variance: (squares * (isPredicted ? 1 : 1 - rho ** 2)) / queries ** 2,
    degrees: Math.max(1, Math.min(informative - 2, fourths === 0 ? informative - 2 : squares ** 2 / fourths)),
  };
}

function varianceOfQueries({ rated, queries, isWhole }: DesignPilot, couple: Couple): number {
  const totals = new Map<number, number>();
  let noise = 0;
  for (const pair of rated) {
    const own = (difference(pair, couple) * pair.gain) / (isWhole ? 1 : pair.chance);
    totals.set(pair.query, (totals.get(pair.query) ?? 0) + own);
    if (!isWhole) noise += (1 - pair.chance) * own ** 2;
  }
  const known = isWhole ? totals.size : queries;
  const ofQueries = [...totals.values()];
  const center = sumOf(ofQueries) / known;
  const squares = sumOf(ofQueries.map((total) => total ** 2)) - known * center ** 2;
  return Math.max(0, (squares - noise * (1 - 1 / known)) / (known - 1));
}
