import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  betaGammaThreshold,
  crossFitThreshold,
  type ScoredPairs,
} from "../../../src/estimate/calibration/match-threshold.ts";
import { seededRandom } from "../../../src/maths/random.ts";
import { runs } from "../../support/property.ts";

const scores = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4];

describe("betaGammaThreshold", () => {
  // Worked by hand: utilities of 0.9 … 0.4 with grades 1 0 1 0 0 0 are 2 1 3 2 1 0. So the best score is 0.7, and no
  // score is below 0: the lowest, 0.4, is the zero threshold.
  it("returns a threshold between the best score and the lowest score with a utility of at least 0", () => {
    const alpha = 0.1 + 0.9 * Math.exp(-6 * 0.05);
    expect(betaGammaThreshold(scores, [1, 0, 1, 0, 0, 0])).toEqual({
      threshold: expect.closeTo(0.7 - 0.3 * alpha, 12),
      optimal: 0.7,
      zero: 0.4,
      alpha: expect.closeTo(alpha, 12),
      utility: 3,
      rated: 6,
    });
    // α = 0.1 + 0.9 · 0.7408182206817179 = 0.766736…, threshold = 0.469979…
    expect(betaGammaThreshold(scores, [1, 0, 1, 0, 0, 0])?.threshold).toBeCloseTo(0.46997908, 8);
  });

  it("uses the lowest score with a utility of at least 0, even if higher scores have a smaller utility", () => {
    // Utilities 2 1 0 -1 -2 0: below the best score 0.9, 0.4 is the lowest with at least 0.
    expect(betaGammaThreshold(scores, [2, 0, 0, 0, 0, 1])).toMatchObject({ optimal: 0.9, zero: 0.4 });
    // Utilities 2 1 0 -1 -2 -3: the lowest is 0.7.
    expect(betaGammaThreshold(scores, [2, 0, 0, 0, 0, 0])).toMatchObject({ optimal: 0.9, zero: 0.7 });
  });

  it("uses the largest of equally good thresholds, and includes pairs with equal scores together", () => {
    // Utilities 2 1 0 2: 0.9 and 0.6 are equally good.
    expect(betaGammaThreshold(scores.slice(0, 4), [1, 0, 0, 1])).toMatchObject({ optimal: 0.9, utility: 2 });
    // The relevant pair of 0.9 cannot be included without the other pair of 0.9: utility 1, then 3.
    expect(betaGammaThreshold([0.9, 0.9, 0.8], [1, 0, 1])).toMatchObject({ optimal: 0.8, utility: 3 });
  });

  it("leaves out unrated pairs, or treats them as not relevant but does not count them as rated", () => {
    const grades = [1, Number.NaN, 1, -1, Number.NaN, 0];
    // 0.9, 0.7, 0.4: utilities 2 4 3.
    expect(betaGammaThreshold(scores, grades)).toMatchObject({ optimal: 0.7, zero: 0.4, utility: 4, rated: 3 });
    // As in the first example.
    expect(betaGammaThreshold(scores, grades, { unjudged: "nonrelevant" })).toMatchObject({
      optimal: 0.7,
      zero: 0.4,
      utility: 3,
      rated: 3,
      // Three ratings: 0.1 + 0.9 · 0.8607079764250578.
      alpha: expect.closeTo(0.874637178782552, 12),
    });
  });

  it("treats a negative grade as missing", () => {
    // 0.9 and 0.7: utilities 2 1. If the pair of 0.8 counted, they would be 2 1 0; with the pair of 0.6 too, 2 1 0 -1.
    expect(betaGammaThreshold(scores.slice(0, 4), [1, -1, 0, -1])).toMatchObject({ zero: 0.7, utility: 2, rated: 2 });
    // The utility is 2 + 2, not 2 - 1 + 2.
    expect(betaGammaThreshold(scores.slice(0, 3), [1, -1, 1])).toMatchObject({ optimal: 0.7, utility: 4 });
  });

  it("weights pairs by the given gain and cost, and uses the given relevance level", () => {
    // Gain 1, cost 1: utilities 1 0 1 0 -1 -2.
    expect(betaGammaThreshold(scores, [1, 0, 1, 0, 0, 0], { gain: 1 })).toMatchObject({ optimal: 0.9, zero: 0.6 });
    expect(betaGammaThreshold(scores, [1, 2, 2, 0, 0, 0], { relevantFrom: 2 })).toMatchObject({ utility: 3 });
    // Gain 2, cost 3: utilities 2 -1 1 -2 -5 -8.
    expect(betaGammaThreshold(scores, [1, 0, 1, 0, 0, 0], { cost: 3 })).toMatchObject({ optimal: 0.9, zero: 0.7 });
  });

  it("approaches the best score if there are many ratings, unless beta prevents it", () => {
    const many = Array.from({ length: 2000 }, (_, pair) => 1 - pair / 2000);
    const grades = many.map((score) => (score > 0.5 ? 1 : 0));
    const found = betaGammaThreshold(many, grades, { beta: 0 });
    expect(found?.threshold).toBeCloseTo(found?.optimal ?? 0, 12);
    expect(betaGammaThreshold(scores, [1, 0, 1, 0, 0, 0], { beta: 1 })?.threshold).toBe(0.4);
  });

  it("returns a threshold between its two bounds, whatever the ratings are", () => {
    const pair = fc.tuple(fc.integer({ min: -10, max: 10 }), fc.constantFrom(0, 1, 2, Number.NaN));
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 20 }), fc.boolean(), (pairs, counts) => {
        const [s, g] = [pairs.map(([score]) => score / 10), pairs.map(([, grade]) => grade)];
        const found = betaGammaThreshold(s, g, { unjudged: counts ? "nonrelevant" : "leave-out" });
        const utilityOf = (from: number) =>
          pairs.reduce((sum, [score, grade]) => {
            if (score / 10 < from || (Number.isNaN(grade) && !counts)) return sum;
            return sum + (grade >= 1 ? 2 : -1);
          }, 0);
        const asked = s.filter((_, place) => counts || !Number.isNaN(g[place]));
        const utilities = asked.map(utilityOf);
        if (found === null) {
          expect(utilities.every((utility) => utility < 0)).toBe(true);
          return;
        }
        expect(found.utility).toBe(Math.max(...utilities));
        expect(utilityOf(found.optimal)).toBe(found.utility);
        expect(found.zero).toBe(Math.min(...asked.filter((score) => score <= found.optimal && utilityOf(score) >= 0)));
        expect(found.threshold).toBeGreaterThanOrEqual(found.zero - 1e-12);
        expect(found.threshold).toBeLessThanOrEqual(found.optimal + 1e-12);
      }),
      runs,
    );
  });

  it("returns null if no pair is relevant, or if no pair is rated", () => {
    expect(betaGammaThreshold(scores, [0, 0, 0, 0, 0, 0])).toBeNull();
    expect(
      betaGammaThreshold(
        scores,
        scores.map(() => Number.NaN),
      ),
    ).toBeNull();
    expect(betaGammaThreshold([], [])).toBeNull();
  });
});

describe("crossFitThreshold", () => {
  const random = seededRandom(4);
  const queries = Int32Array.from({ length: 60 }, (_, pair) => Math.floor(pair / 12));
  const scores = Float64Array.from(queries, () => random());
  const grades = scores.map((score) => (random() < score ? 1 : 0));
  const pairs: ScoredPairs = { scores, grades, queries };

  /** The pairs of queries that match the predicate. */
  const only = (keeps: (query: number) => boolean): [Float64Array, Float64Array] => [
    scores.filter((_, pair) => keeps(queries[pair] ?? 0)),
    grades.filter((_, pair) => keeps(queries[pair] ?? 0)),
  ];

  it("leaves out one query at a time if there are few queries, and uses all ratings for unrated queries", () => {
    const { threshold, ofQuery } = crossFitThreshold(pairs, { seed: 1 });
    expect(threshold).toEqual(betaGammaThreshold(scores, grades));
    expect([...ofQuery.keys()]).toEqual([0, 1, 2, 3, 4]);
    for (const [query, found] of ofQuery) {
      expect(found).toBe(betaGammaThreshold(...only((other) => other !== query))?.threshold);
    }
  });

  it("chooses a query's threshold without its own ratings", () => {
    const before = crossFitThreshold(pairs, { seed: 1 }).ofQuery.get(2);
    const changed = grades.map((grade, pair) => (queries[pair] === 2 ? 1 - grade : grade));
    const { ofQuery, threshold } = crossFitThreshold({ ...pairs, grades: changed }, { seed: 1 });
    expect(ofQuery.get(2)).toBe(before);
    expect(threshold).not.toEqual(crossFitThreshold(pairs, { seed: 1 }).threshold);
  });

  it("uses the given beta, gamma and cost", () => {
    const { threshold, ofQuery } = crossFitThreshold(pairs, { seed: 1, beta: 0, gamma: 9, cost: 3 });
    // With many ratings and beta 0, the threshold is the best score.
    expect(threshold?.threshold).toBeCloseTo(threshold?.optimal ?? 0, 12);
    expect(ofQuery.get(0)).not.toBe(crossFitThreshold(pairs, { seed: 1 }).ofQuery.get(0));
  });

  it("returns Infinity for a query if the other queries have no relevant pair", () => {
    const one = { ...pairs, grades: grades.map((_, pair) => Number(queries[pair] === 1 && (scores[pair] ?? 0) > 0.1)) };
    const { ofQuery } = crossFitThreshold(one, { seed: 1 });
    expect(ofQuery.get(1)).toBe(Number.POSITIVE_INFINITY);
    expect(crossFitThreshold({ ...pairs, grades: grades.map(() => 0) }, { seed: 1 }).threshold).toBeNull();
  });

  it.each([0, 1])("refuses ratings of %i queries", (count) => {
    const kept = only((query) => query < count);
    const few = { scores: kept[0], grades: kept[1], queries: queries.filter((query) => query < count) };
    expect(() => crossFitThreshold(few, { seed: 1 })).toThrow(
      expect.objectContaining({
        code: "INVALID_OPTION",
        message: expect.stringContaining("Rate at least two queries"),
      }),
    );
  });
});
