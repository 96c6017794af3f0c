import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cohenKappa, confusionTable } from "../../../src/maths/agreement/coefficients.ts";
import { runs } from "../../support/property.ts";
import { raterRows, someRatings, threeRaters } from "../../support/some-ratings.ts";

describe("confusionTable", () => {
  const one = Int32Array.of(0, 0, 1, 1, -1, 1);
  const other = Int32Array.of(0, 1, 1, 0, 1, -1);

  it("has the first rater's grades as rows, and leaves out items that only one rater rated", () => {
    expect([...confusionTable(one, Int32Array.of(1, 1, 1, 1, 1, -1), 2)]).toEqual([0, 2, 0, 2]);
    expect([...confusionTable(one, other, 2)]).toEqual([1, 1, 1, 1]);
  });
});

const weights = ["plain", "linear", "quadratic"] as const;
const someWeights = fc.constantFrom(...weights);

describe("cohenKappa", () => {
  // Wikipedia, "Cohen's kappa", Simple example: 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: 0.4.
  it("matches a worked example", () => {
    const cells = [
      { one: 1, other: 1, count: 20 },
      { one: 1, other: 0, count: 5 },
      { one: 0, other: 1, count: 10 },
      { one: 0, other: 0, count: 15 },
    ];
    const one = cells.flatMap((cell) => Array<number>(cell.count).fill(cell.one));
    const other = cells.flatMap((cell) => Array<number>(cell.count).fill(cell.other));
    expect(cohenKappa(one, other)).toBeCloseTo(0.4, 12);
  });

  // scikit-learn 1.9.1: cohen_kappa_score(one, other, weights=…, labels=[1, 2, 3, 4, 5])
  it.each([
    { weights: "plain", expected: 0.5 },
    { weights: "linear", expected: 0.7058823529411764 },
    { weights: "quadratic", expected: 0.847457627118644 },
  ] as const)("returns the same value as scikit-learn for $weights weights", ({ weights, expected }) => {
    expect(cohenKappa(threeRaters[0], threeRaters[1], weights)).toBeCloseTo(expected, 12);
  });

  // scikit-learn, as above: no rater uses 3 or 4, but grades 2 and 5 are still three apart.
  it.each([
    { weights: "plain", expected: 0.6363636363636364 },
    { weights: "linear", expected: 0.7142857142857143 },
    { weights: "quadratic", expected: 0.7727272727272727 },
  ] as const)(
    "weights grades by their distance even if no rater uses the grades between them: $weights",
    ({ weights, expected }) => {
      expect(cohenKappa([1, 1, 2, 5, 5, 2, 1, 5], [1, 2, 2, 5, 2, 2, 1, 5], weights)).toBeCloseTo(expected, 12);
    },
  );

  describe("properties", () => {
    it("cohenKappa is at most 1, the same for swapped raters, and 1 for a rater compared with themselves", () => {
      fc.assert(
        fc.property(someRatings(2, 2), someWeights, (ratings, weights) => {
          const [one, other] = raterRows(ratings);
          const found = cohenKappa(one, other, weights);
          if (found === null) {
            expect(cohenKappa(other, one, weights)).toBeNull();
          } else {
            expect(found).toBeLessThanOrEqual(1);
            expect(cohenKappa(other, one, weights)).toBeCloseTo(found, 12);
          }
          expect([1, null]).toContain(cohenKappa(one, one, weights));
        }),
        runs,
      );
    });

    it("cohenKappa does not change if all grades are shifted, reversed or repeated", () => {
      fc.assert(
        fc.property(someRatings(2, 2), someWeights, (ratings, weights) => {
          const [one, other] = raterRows(ratings);
          const found = cohenKappa(one, other, weights);
          fc.pre(found !== null);
          const turned = (row: readonly number[]) => row.map((grade) => 9 - grade);
          expect(cohenKappa(turned(one), turned(other), weights)).toBeCloseTo(Number(found), 12);
          expect(cohenKappa([...one, ...one], [...other, ...other], weights)).toBeCloseTo(Number(found), 12);
        }),
        runs,
      );
    });

    it("cohenKappa is the same for all weights if there are only two adjacent grades", () => {
      fc.assert(
        fc.property(someRatings(2, 2), (ratings) => {
          const [one = [], other = []] = ratings.map((row) => row.map((grade) => grade % 2));
          const [plain, linear, quadratic] = weights.map((weight) => cohenKappa(one, other, weight));
          expect(linear).toBe(plain);
          expect(quadratic).toBe(plain);
        }),
        runs,
      );
    });
  });

  describe("edge cases", () => {
    it.each(weights)(
      "cohenKappa is null, not 0 or 1, if both raters give the same grade to all items: %s",
      (weight) => {
        expect(cohenKappa([3, 3], [3, 3], weight)).toBeNull();
      },
    );

    it("cohenKappa is 0 if only one rater gives different grades", () => {
      expect(cohenKappa([3, 3, 3], [3, 4, 5], "quadratic")).toBe(0);
    });

    it("cohenKappa is null if no item was rated by both raters", () => {
      expect(cohenKappa([], [])).toBeNull();
      expect(cohenKappa([1, Number.NaN], [Number.NaN, 1])).toBeNull();
    });

    it("cohenKappa does not modify frozen inputs", () => {
      const ratings = Object.freeze([3, 1, 2]);
      expect(cohenKappa(ratings, ratings)).toBe(1);
      expect(ratings).toEqual([3, 1, 2]);
    });
  });

  it("rejects raters with different numbers of items", () => {
    expect(() => cohenKappa([1, 2], [1])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});
