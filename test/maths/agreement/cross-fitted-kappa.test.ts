import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestCutPoints, crossFittedKappa } from "../../../src/maths/classification.ts";
import { seededRandom } from "../../../src/maths/random.ts";
import { runs } from "../../support/property.ts";
import { scoredSample, someScored } from "../../support/scored-sample.ts";

const { scores, grades, relevant, queries } = scoredSample;

describe("crossFittedKappa", () => {
  // scikit-learn 1.9.1: LeaveOneGroupOut over the six queries, with the best of all ways to cut the other five (unique
  // in every fold), cohen_kappa_score(…, weights="quadratic") of all held-out grades. In sample: .545 and .727.
  it.each([
    { name: "two grades", truth: relevant, expected: 0.3469387755102041 },
    { name: "four grades", truth: grades, expected: 0.5609756097560976 },
  ])("matches scikit-learn: $name", ({ truth, expected }) => {
    const found = crossFittedKappa(scores, truth, { groups: queries, folds: 6, seed: 1 });
    expect(found).toBeCloseTo(expected, 13);
  });

  describe("properties", () => {
    it("crossFittedKappa is at most 1, repeatable for a seed, and independent of seeds if each group is a fold", () => {
      fc.assert(
        fc.property(someScored(4, 16, 3), fc.integer(), fc.integer({ min: 2, max: 5 }), (sample, seed, folds) => {
          const groups = Int32Array.from(sample.scores, (_, item) => item % 4);
          const found = crossFittedKappa(sample.scores, sample.truth, { groups, folds, seed });
          fc.pre(found !== null);
          expect(found).toBeLessThanOrEqual(1);
          expect(crossFittedKappa(sample.scores, sample.truth, { groups, folds, seed })).toBe(found);
          const alone = crossFittedKappa(sample.scores, sample.truth, { groups, folds: 4, seed });
          expect(crossFittedKappa(sample.scores, sample.truth, { groups, folds: 9, seed: seed + 1 })).toBe(alone);
        }),
        runs,
      );
    });

    it("crossFittedKappa finds no agreement in noise, unlike κ on the training items", () => {
      const random = seededRandom(5);
      let [held, inSample] = [0, 0];
      for (let turn = 0; turn < 100; turn++) {
        const noise = Array.from({ length: 40 }, random);
        const truth = noise.map(() => Number(random() < 0.5));
        const groups = Int32Array.from(noise, (_, item) => item % 10);
        held += Number(crossFittedKappa(noise, truth, { groups, folds: 5, seed: turn })) / 100;
        inSample += Number(bestCutPoints(noise, truth).kappa) / 100;
      }
      // κ of 40 random items has a standard deviation of some .16: .016 for the mean of a hundred.
      expect(Math.abs(held)).toBeLessThan(0.07);
      expect(inSample).toBeGreaterThan(0.15);
    });

    it("crossFittedKappa does not use a group's own items to choose its threshold", () => {
      // Within each query, the score is the truth. Between queries, the threshold moves past all other scores.
      const moving = [1, 2, 11, 12, 21, 22];
      const groups = Int32Array.of(0, 0, 1, 1, 2, 2);
      const found = crossFittedKappa(moving, [0, 1, 0, 1, 0, 1], { groups, folds: 3, seed: 1 });
      expect(found).toBeLessThanOrEqual(0);
    });
  });

  describe("edge cases", () => {
    it("crossFittedKappa is null for fewer than two folds or groups", () => {
      expect(crossFittedKappa(scores, relevant, { groups: queries, folds: 1, seed: 1 })).toBeNull();
      expect(crossFittedKappa([1, 2], [0, 1], { groups: Int32Array.of(7, 7), folds: 5, seed: 1 })).toBeNull();
      expect(crossFittedKappa([], [], { groups: new Int32Array(0), folds: 5, seed: 1 })).toBeNull();
    });

    it("crossFittedKappa is null if all grades are equal", () => {
      expect(crossFittedKappa([1, 2], [3, 3], { groups: Int32Array.of(0, 1), folds: 2, seed: 1 })).toBeNull();
    });

    it("crossFittedKappa gives an item the grade of the other folds if they have only one grade", () => {
      // Held out, the first item gets 1 and the second 0: worse than chance.
      expect(crossFittedKappa([1, 2], [0, 1], { groups: Int32Array.of(0, 1), folds: 2, seed: 1 })).toBe(-1);
    });
  });

  describe("errors", () => {
    it("crossFittedKappa rejects groups and scores of unequal length, and invalid numbers of folds", () => {
      const invalid = expect.objectContaining({ code: "INVALID_OPTION" });
      expect(() => crossFittedKappa([1, 2], [0, 1], { groups: Int32Array.of(1), folds: 2, seed: 1 })).toThrow(invalid);
      expect(() => crossFittedKappa(scores, relevant, { groups: queries, folds: 0, seed: 1 })).toThrow(invalid);
    });
  });
});
