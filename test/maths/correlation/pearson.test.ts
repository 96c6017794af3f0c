import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pearson } from "../../../src/maths/correlation/pearson.ts";
import { manyRuns, somePairs } from "../../support/some-pairs.ts";

const x = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8];
const y = [2, 1, 3, 2, 6, 7, 2, 5, 5, 1, 7, 9];

describe("pearson", () => {
  // scipy 1.17: scipy.stats.pearsonr(x, y).statistic
  it("gives the number of scipy", () => {
    expect(pearson(x, y)).toBeCloseTo(0.8840690676442415, 14);
  });

  describe("shape of the answer", () => {
    it("is in -1..1, symmetric, and turns its sign with one side", () => {
      fc.assert(
        fc.property(somePairs(0, 20), ({ x, y }) => {
          const found = pearson(x, y);
          fc.pre(found !== null);
          expect(Math.abs(Number(found))).toBeLessThanOrEqual(1);
          expect(pearson(y, x)).toBeCloseTo(Number(found), 12);
          expect(
            pearson(
              x,
              y.map((value) => -value),
            ),
          ).toBeCloseTo(-Number(found), 12);
          expect(pearson(x.toReversed(), y.toReversed())).toBeCloseTo(Number(found), 12);
        }),
        manyRuns,
      );
    });

    it("is the same after stretching and moving a side", () => {
      fc.assert(
        fc.property(somePairs(2, 20), ({ x, y }) => {
          const found = pearson(x, y);
          fc.pre(found !== null);
          expect(
            pearson(
              x,
              y.map((value) => 3 * value - 7),
            ),
          ).toBeCloseTo(Number(found), 10);
        }),
        manyRuns,
      );
    });
  });

  describe("edges", () => {
    it("is null where a side is constant and below two values", () => {
      expect(pearson([1, 2, 3], [0.1, 0.1, 0.1])).toBeNull();
      expect(pearson([0.7, 0.7], [1, 2])).toBeNull();
      expect(pearson([1], [1])).toBeNull();
      expect(pearson([], [])).toBeNull();
    });
  });

  describe("errors", () => {
    it("rejects unequal lengths and NaN", () => {
      expect(() => pearson([1], [])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
      expect(() => pearson([1, 2], [1, Number.NaN])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    });
  });
});
