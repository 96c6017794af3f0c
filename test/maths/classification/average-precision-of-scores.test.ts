import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { averagePrecisionOfScores } from "../../../src/maths/classification/average-precision-of-scores.ts";
import { scoredSample, someScored } from "../../support/scored-sample.ts";
import { manyRuns } from "../../support/some-pairs.ts";

const { scores, relevant } = scoredSample;

describe("averagePrecisionOfScores", () => {
  // scikit-learn 1.9.1: average_precision_score(relevant, scores); nine of 24 are relevant
  it("gives the number of scikit-learn, with ties", () => {
    const { averagePrecision, prevalence } = averagePrecisionOfScores(scores, relevant);
    expect(averagePrecision).toBeCloseTo(0.761976911976912, 14);
    expect(prevalence).toBe(0.375);
  });

  // scikit-learn's documentation of average_precision_score: 0.83
  it("gives its worked example", () => {
    const { averagePrecision } = averagePrecisionOfScores([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1]);
    expect(averagePrecision).toBeCloseTo(5 / 6, 14);
  });

  describe("shape of the answer", () => {
    it("is in 0..1, does not depend on the order of items, nor on the scale of scores", () => {
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

    it("is the prevalence where all scores are equal, and 1 where the scores are the truth", () => {
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

  describe("edges", () => {
    it("is null, not 0, where nothing is relevant", () => {
      expect(averagePrecisionOfScores([1, 2], [0, 0])).toEqual({ averagePrecision: null, prevalence: 0 });
      expect(averagePrecisionOfScores([], [])).toEqual({ averagePrecision: null, prevalence: null });
    });

    it("leaves frozen inputs as they were", () => {
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
    ])("rejects $name", ({ scores, truth }) => {
      expect(() => averagePrecisionOfScores(scores, truth)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION" }),
      );
    });
  });
});
