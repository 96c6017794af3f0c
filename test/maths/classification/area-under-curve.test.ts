import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areaUnderCurve } from "../../../src/maths/classification/area-under-curve.ts";
import { scoredSample, someScored } from "../../support/scored-sample.ts";
import { manyRuns } from "../../support/some-pairs.ts";

const { scores, relevant } = scoredSample;

describe("areaUnderCurve", () => {
  // scikit-learn 1.9.1: roc_auc_score(relevant, scores)
  it("gives the number of scikit-learn, with ties", () => {
    expect(areaUnderCurve(scores, relevant)).toBeCloseTo(0.8518518518518519, 14);
  });

  describe("shape of the answer", () => {
    it("is the share of pairs in the right order, equal scores counting one half", () => {
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

    it("does not change under a rising curve, and is turned over by turned scores and by turned truth", () => {
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

  describe("edges", () => {
    it("is null where a class is missing", () => {
      expect(areaUnderCurve([1, 2], [1, 1])).toBeNull();
      expect(areaUnderCurve([1, 2], [0, 0])).toBeNull();
      expect(areaUnderCurve([], [])).toBeNull();
    });

    it("is one half where all scores are equal", () => {
      expect(areaUnderCurve([3, 3, 3], [1, 0, 0])).toBe(0.5);
    });

    it("tells scores apart however small they are", () => {
      expect(areaUnderCurve([1e-20, 2e-20], [0, 1])).toBe(1);
    });

    it("leaves frozen inputs as they were", () => {
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
    ])("rejects $name", ({ scores, truth }) => {
      expect(() => areaUnderCurve(scores, truth)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    });
  });
});
