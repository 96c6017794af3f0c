import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BetaGammaOptions, betaGammaThreshold } from "../../../src/estimate/calibration/beta-gamma-threshold.ts";
import { runs } from "../../support/property.ts";

const scores = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4];

describe("betaGammaThreshold", () => {
  // Worked by hand: utilities of 0.9 … 0.4 with grades 1 0 1 0 0 0 are 2 1 3 2 1 0, so the best score is 0.7 and no score
  // falls below 0: the lowest one, 0.4, is the zero threshold.
  it("lies between the best score and the last one that does no harm", () => {
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

  it("takes the lowest score of no harm where utility falls below 0 and rises again", () => {
    // Utilities 2 1 0 -1 -2 0: below the best score 0.9, 0.4 is the lowest at 0 or above.
    expect(betaGammaThreshold(scores, [2, 0, 0, 0, 0, 1])).toMatchObject({ optimal: 0.9, zero: 0.4 });
    // Utilities 2 1 0 -1 -2 -3: it is 0.7.
    expect(betaGammaThreshold(scores, [2, 0, 0, 0, 0, 0])).toMatchObject({ optimal: 0.9, zero: 0.7 });
  });

  it("takes the largest of equally good scores, and equal scores together", () => {
    // Utilities 2 1 0 2: 0.9 and 0.6 are equally good.
    expect(betaGammaThreshold(scores.slice(0, 4), [1, 0, 0, 1])).toMatchObject({ optimal: 0.9, utility: 2 });
    // The pair of 0.9 that is relevant cannot be had without the other: utility 1, then 3.
    expect(betaGammaThreshold([0.9, 0.9, 0.8], [1, 0, 1])).toMatchObject({ optimal: 0.8, utility: 3 });
  });

  it("leaves unrated pairs out, or counts them against a score but not as rated", () => {
    const grades = [1, Number.NaN, 1, -1, Number.NaN, 0];
    // 0.9, 0.7, 0.4: utilities 2 4 3.
    expect(betaGammaThreshold(scores, grades)).toMatchObject({ optimal: 0.7, zero: 0.4, utility: 4, rated: 3 });
    // As in the first example.
    expect(betaGammaThreshold(scores, grades, { unjudged: "nonrelevant" })).toMatchObject({
      optimal: 0.7,
      zero: 0.4,
      utility: 3,
      rated: 3,
    });
  });

  it("weighs relevant pairs and others as asked, and knows from which grade on one is relevant", () => {
    // 1 for a relevant, 1 for another: utilities 1 0 1 0 -1 -2.
    expect(betaGammaThreshold(scores, [1, 0, 1, 0, 0, 0], { gain: 1 })).toMatchObject({ optimal: 0.9, zero: 0.6 });
    expect(betaGammaThreshold(scores, [1, 2, 2, 0, 0, 0], { relevantFrom: 2 })).toMatchObject({ utility: 3 });
    // 2 and 3: utilities 2 -1 1 -2 -5 -8.
    expect(betaGammaThreshold(scores, [1, 0, 1, 0, 0, 0], { cost: 3 })).toMatchObject({ optimal: 0.9, zero: 0.7 });
  });

  it("comes to the best score with many ratings, as far as beta lets it", () => {
    const many = Array.from({ length: 2000 }, (_, pair) => 1 - pair / 2000);
    const grades = many.map((score) => (score > 0.5 ? 1 : 0));
    const found = betaGammaThreshold(many, grades, { beta: 0 });
    expect(found?.threshold).toBeCloseTo(found?.optimal ?? 0, 12);
    expect(betaGammaThreshold(scores, [1, 0, 1, 0, 0, 0], { beta: 1 })?.threshold).toBe(0.4);
  });

  it("lies between its two bounds, whatever the ratings", () => {
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

  it("believes nothing where nothing is relevant, or nothing rated", () => {
    expect(betaGammaThreshold(scores, [0, 0, 0, 0, 0, 0])).toBeNull();
    expect(
      betaGammaThreshold(
        scores,
        scores.map(() => Number.NaN),
      ),
    ).toBeNull();
    expect(betaGammaThreshold([], [])).toBeNull();
  });

  it.each<[string, BetaGammaOptions]>([
    ["beta", { beta: 1.1 }],
    ["beta", { beta: Number.NaN }],
    ["gamma", { gamma: -1 }],
    ["gain", { gain: 0 }],
    ["cost", { cost: Number.POSITIVE_INFINITY }],
  ])("refuses a wrong %s", (name, options) => {
    expect(() => betaGammaThreshold(scores, scores, options)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringContaining(name) }),
    );
  });

  it("refuses scores without grades and scores that are no numbers", () => {
    expect(() => betaGammaThreshold(scores, [1])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    expect(() => betaGammaThreshold([Number.NaN], [1])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});
