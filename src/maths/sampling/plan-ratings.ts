/** What would rating more queries, or deeper lists, buy, and what would it cost? */

import { at } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import { studentTQuantile } from "../distributions/student-t.ts";
import { requireCount, requireShare } from "../require.ts";
import { smallestDetectableDifference } from "../significance/smallest-detectable-difference.ts";
import { meanAndDeviation } from "../summary/means.ts";

/** A depth to which lists would be rated, >= 1. */
interface RatedDepth {
  readonly depth: number;
  /** Mean number of distinct results per query, over all engines to that depth, > 0. */
  readonly ratingsPerQuery: number;
  /**
   * By engine, then query: the measure at that depth from labels or a pilot's ratings; NaN for none. Only their spread
   * counts. Labels that shrink to their mean promise too much.
   */
  readonly values: readonly Float64Array[];
}

/** Which ways to rate are planned for. */
export interface PlanOptions {
  /** Numbers of rated queries to plan for, each >= 3 and up to `of`. */
  readonly queries: readonly number[];
  /** Queries in the set. */
  readonly of: number;
  readonly target: "these" | "future";
  /** Correlation of labels and ratings query by query, 0..1; 0 without labels. */
  readonly rho: number;
  /** The same for differences of engines, which labels may tell better or worse. @default rho */
  readonly rhoOfDifferences?: number;
  /** Of one person. */
  readonly secondsPerRating: number;
  /** For one interval, and for all pairs together. @default 0.05 */
  readonly significance?: number;
  /** Chance to decide the smallest difference. @default 0.8 */
  readonly power?: number;
}

/** What one way to rate would cost and show. */
export interface RatingPlan {
  readonly queries: number;
  readonly depth: number;
  /** Rounded up. */
  readonly ratings: number;
  readonly minutes: number;
  /** An engine's interval is its estimate ± this; null where no engine has two values. */
  readonly expectedHalfWidth: number | null;
  /** Smallest true difference of two engines that would be decided; null where no pair has two values. */
  readonly smallestDifference: number | null;
}

/**
 * By the formulas of `intervalEstimate`, with σ² the mean variance of engines, or of the differences of pairs:
 *
 *   V = (1 - n/Q) σ² (1 - ρ²) / n, for "future" plus σ² / Q; half width = t sqrt V, n - 2 degrees of freedom
 *
 * The smallest difference has the exact power of the noncentral t, with the significance divided by the pairs.
 * @returns by depth, then number of queries, in the order given
 * @throws SemqrelError INVALID_OPTION  a number out of range
 */
export function planRatings(depths: readonly RatedDepth[], options: PlanOptions): RatingPlan[] {
  const { target, rho, rhoOfDifferences = rho, secondsPerRating, significance = 0.05, power } = options;
  requirePlan(options);
  return depths.flatMap(({ depth, ratingsPerQuery, values }) => {
    const pairs = values.flatMap((one, first) =>
      values.slice(first + 1).map((other) => one.map((value, query) => value - at(other, query))),
    );
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
            : -studentTQuantile(significance / 2, queries - 2) * Math.sqrt(ofEngines * perVariance(rho)),
        smallestDifference:
          ofPairs === null
            ? null
            : smallestDetectableDifference({
                // λ takes a degree of freedom: n - 2, as of n - 1 queries whose mean has the same standard error.
                queries: queries - 1,
                standardDeviation: Math.sqrt(ofPairs * perVariance(rhoOfDifferences) * (queries - 1)),
                significance: significance / pairs.length,
                ...(power === undefined ? {} : { power }),
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

function requirePlan({ queries, of, rho, rhoOfDifferences = rho, secondsPerRating, significance = 0.05 }: PlanOptions) {
  requireCount("of", of);
  requireShare("significance", significance);
  const wrong = queries.find((count) => !Number.isSafeInteger(count) || count < 3 || count > of);
  if (wrong !== undefined) {
    const found = `${wrong} rated queries of ${of}. Plan for 3 up to ${of} queries.`;
    throw invalidOption(`Planning ratings: ${found}`, { queries: wrong, of });
  }
  for (const [name, value, highest] of [
    ["rho", rho, 1],
    ["rhoOfDifferences", rhoOfDifferences, 1],
    ["secondsPerRating", secondsPerRating, Number.MAX_VALUE],
  ] as const) {
    if (value >= 0 && value <= highest) continue;
    const range = `from 0${highest === 1 ? " to 1" : " on"}`;
    throw invalidOption(`Planning ratings: ${name} is ${value}. Give a number ${range}.`, { [name]: value });
  }
}
