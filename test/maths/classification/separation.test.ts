import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areaUnderCurve, averagePrecisionOfScores } from "../../../src/maths/classification.ts";
import { scoredSample, someScored } from "../../support/scored-sample.ts";
import { manyRuns } from "../../support/some-pairs.ts";

const { scores, relevant } = scoredSample;

describe("areaUnderCurve", () => {
  // scikit-learn 1.9.1: roc_auc_score(relevant, scores)
  it("matches scikit-learn if scores tie", () => {
    expect(areaUnderCurve(scores, relevant)).toBeCloseTo(0.8518518518518519, 14);
  });

  describe("properties", () => {
    it("areaUnderCurve is the share of pairs in the right order, where pairs with equal scores count one half", () => {
      fc.assert(
        fc.property(someScored(2, 20), ({ scores, truth }) => {
          const of = (wanted: number) => scores.filter((_, index) => truth[index] === wanted);
          const pairs = of(1).flatMap((high) => of(0).map((low) => (Math.sign(high - low) + 1) / 2));
          fc.pre(pairs.length > 0);
          const share = pairs.reduce((sum, pair) => sum + pair, 0) / pairs.length;
          expect(areaUnderCurve(scores, truth)).toBeCloseTo(share, 12);
        }),
        manyRuns,
      );
    });

    it("areaUnderCurve does not change if scores are rescaled, and becomes 1 minus itself if scores or truth are reversed", () => {
      fc.assert(
        fc.property(someScored(2, 20), ({ scores, truth }) => {
          const found = areaUnderCurve(scores, truth);
          fc.pre(found !== null);
          const risen = scores.map((score) => Math.exp(5 * score) - 40);
          expect(areaUnderCurve(risen, truth)).toBe(found);
          const turned = scores.map((score) => -score);
          expect(areaUnderCurve(turned, truth)).toBeCloseTo(1 - Number(found), 12);
          const swapped = truth.map((value) => 1 - value);
          expect(areaUnderCurve(scores, swapped)).toBeCloseTo(1 - Number(found), 12);
        }),
        manyRuns,
      );
    });
  });

  describe("edge cases", () => {
    it("areaUnderCurve is null if all items are in the same class", () => {
      expect(areaUnderCurve([1, 2], [1, 1])).toBeNull();
      expect(areaUnderCurve([1, 2], [0, 0])).toBeNull();
      expect(areaUnderCurve([], [])).toBeNull();
    });

    it("areaUnderCurve is one half if all scores are equal", () => {
      expect(areaUnderCurve([3, 3, 3], [1, 0, 0])).toBe(0.5);
    });

    it("areaUnderCurve distinguishes scores that differ by only 1e-20", () => {
      expect(areaUnderCurve([1e-20, 2e-20], [0, 1])).toBe(1);
    });

    it("areaUnderCurve does not modify frozen inputs", () => {
      const frozen = Object.freeze([2, 1]);
      expect(areaUnderCurve(frozen, Object.freeze([1, 0]))).toBe(1);
      expect(frozen).toEqual([2, 1]);
    });
  });

  describe("errors", () => {
    it.each([
      { name: "graded truth", scores: [1, 2], truth: [0, 2] },
      { name: "NaN", scores: [Number.NaN, 1], truth: [0, 1] },
      { name: "unequal lengths", scores: [1], truth: [0, 1] },
    ])("areaUnderCurve rejects $name", ({ scores, truth }) => {
      expect(() => areaUnderCurve(scores, truth)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    });
  });
});

describe("averagePrecisionOfScores", () => {
  // scikit-learn 1.9.1: average_precision_score(relevant, scores); nine of 24 are relevant.
  it("matches scikit-learn if scores tie", () => {
    const { averagePrecision, prevalence } = averagePrecisionOfScores(scores, relevant);
    expect(averagePrecision).toBeCloseTo(0.761976911976912, 14);
    expect(prevalence).toBe(0.375);
  });

  // scikit-learn's documentation of average_precision_score: 0.83
  it("matches the worked example of scikit-learn", () => {
    const { averagePrecision } = averagePrecisionOfScores([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1]);
    expect(averagePrecision).toBeCloseTo(5 / 6, 14);
  });

  describe("properties", () => {
    it("averagePrecisionOfScores is in 0..1 and does not depend on the order of items or the scale of scores", () => {
      fc.assert(
        fc.property(someScored(1, 20), ({ scores, truth }) => {
          const found = averagePrecisionOfScores(scores, truth);
          fc.pre(found.averagePrecision !== null);
          expect(found.averagePrecision).toBeGreaterThan(0);
          expect(found.averagePrecision).toBeLessThanOrEqual(1);
          expect(averagePrecisionOfScores(scores.toReversed(), truth.toReversed())).toEqual(found);
          const risen = scores.map((score) => score ** 3 - 7);
          expect(averagePrecisionOfScores(risen, truth)).toEqual(found);
        }),
        manyRuns,
      );
    });

    it("averagePrecisionOfScores is the prevalence if all scores are equal, and 1 if the scores equal the truth", () => {
      fc.assert(
        fc.property(someScored(1, 20), ({ truth }) => {
          fc.pre(truth.includes(1));
          const equal = averagePrecisionOfScores(
            truth.map(() => 3),
            truth,
          );
          expect(equal.averagePrecision).toBeCloseTo(Number(equal.prevalence), 12);
          expect(averagePrecisionOfScores(truth, truth).averagePrecision).toBe(1);
        }),
        manyRuns,
      );
    });
  });

  describe("edge cases", () => {
    it("averagePrecisionOfScores is null, not 0, if no item is relevant", () => {
      expect(averagePrecisionOfScores([1, 2], [0, 0])).toEqual({ averagePrecision: null, prevalence: 0 });
      expect(averagePrecisionOfScores([], [])).toEqual({ averagePrecision: null, prevalence: null });
    });

    it("averagePrecisionOfScores does not modify frozen inputs", () => {
      const frozen = Object.freeze([1, 2]);
      expect(averagePrecisionOfScores(frozen, Object.freeze([0, 1])).averagePrecision).toBe(1);
      expect(frozen).toEqual([1, 2]);
    });
  });

  describe("errors", () => {
    it.each([
      { name: "graded truth", scores: [1, 2], truth: [0, 2] },
      { name: "NaN", scores: [Number.NaN, 1], truth: [0, 1] },
      { name: "unequal lengths", scores: [1], truth: [0, 1] },
    ])("averagePrecisionOfScores rejects $name", ({ scores, truth }) => {
      expect(() => averagePrecisionOfScores(scores, truth)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION" }),
      );
    });
  });
});
