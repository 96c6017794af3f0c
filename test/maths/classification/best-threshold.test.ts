import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cohenKappa } from "../../../src/maths/agreement/cohen-kappa.ts";
import { bestThreshold } from "../../../src/maths/classification/best-threshold.ts";
import { scoredSample, someScored } from "../../support/scored-sample.ts";
import { manyRuns } from "../../support/some-pairs.ts";

describe("bestThreshold", () => {
  // scikit-learn 1.9.1: the maximum of cohen_kappa_score(relevant, scores >= threshold) over all thresholds, and f1_score
  // there
  it("gives the numbers of scikit-learn", () => {
    const found = bestThreshold(scoredSample.scores, scoredSample.relevant);
    expect(found?.threshold).toBe(0.55);
    expect(found?.kappa).toBeCloseTo(0.5454545454545454, 13);
    expect(found?.f1).toBeCloseTo(0.7058823529411765, 14);
  });

  describe("shape of the answer", () => {
    it("has the highest κ of all thresholds, 0..1, and F1 of 0..1", () => {
      fc.assert(
        fc.property(someScored(2, 20), ({ scores, truth }) => {
          const found = bestThreshold(scores, truth);
          if (found === null) {
            expect(new Set(truth).size).toBe(1);
            return;
          }
          const kappaAt = (threshold: number) =>
            Number(
              cohenKappa(
                truth,
                scores.map((score) => Number(score >= threshold)),
              ),
            );
          expect(found.kappa).toBeCloseTo(Math.max(0, ...scores.map(kappaAt)), 12);
          expect(found.kappa).toBeCloseTo(kappaAt(found.threshold), 12);
          expect(found.f1).toBeGreaterThanOrEqual(0);
          expect(found.f1).toBeLessThanOrEqual(1);
        }),
        manyRuns,
      );
    });
  });

  describe("edges", () => {
    it("is null where a class is missing", () => {
      expect(bestThreshold([1, 2], [1, 1])).toBeNull();
      expect(bestThreshold([1, 2], [0, 0])).toBeNull();
      expect(bestThreshold([], [])).toBeNull();
    });

    it("lies above all scores where none tells the classes apart", () => {
      expect(bestThreshold([2, 2], [0, 1])).toEqual({ threshold: Number.POSITIVE_INFINITY, kappa: 0, f1: 0 });
    });

    it("separates what can be separated", () => {
      expect(bestThreshold([0.1, 0.8, 0.7, 0.3], [0, 1, 1, 0])).toEqual({ threshold: 0.7, kappa: 1, f1: 1 });
    });
  });

  it("rejects graded truth", () => {
    expect(() => bestThreshold([1, 2], [0, 3])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});
