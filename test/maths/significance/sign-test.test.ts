import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signTest } from "../../../src/maths/significance/paired-tests.ts";
import { manyRuns, somePairs } from "../../support/some-pairs.ts";

/** Samples with the given wins, losses and ties. */
function pairs(positive: number, negative: number, ties = 0): [number[], number[]] {
  const x = [...new Array(positive).fill(1), ...new Array(negative + ties).fill(0)];
  const y = [...new Array(positive).fill(0), ...new Array(negative).fill(1), ...new Array(ties).fill(0)];
  return [x, y];
}

describe("signTest", () => {
  // scipy 1.17: scipy.stats.binomtest(positive, positive + negative, .5).pvalue
  it.each([
    { positive: 9, negative: 2, p: 0.0654296875 },
    { positive: 3, negative: 8, p: 0.2265625 },
    { positive: 150, negative: 75, p: 6.433102088708883e-7 },
    { positive: 1, negative: 1, p: 1 },
    { positive: 0, negative: 6, p: 0.03125 },
    { positive: 500, negative: 420, p: 0.00916276387523132 },
  ])("matches scipy for $positive positive and $negative negative differences", ({ positive, negative, p }) => {
    const found = signTest(...pairs(positive, negative, 3));
    expect(found).toMatchObject({ positive, negative, ties: 3 });
    expect(found.p / p).toBeCloseTo(1, 11);
  });

  describe("properties", () => {
    it("signTest is twice the sum of binomial coefficients up to the smaller count", () => {
      fc.assert(
        fc.property(fc.nat(25), fc.nat(25), (positive, negative) => {
          const count = positive + negative;
          let coefficient = 1;
          let sum = 0;
          for (let fewer = 0; fewer <= Math.min(positive, negative); fewer++) {
            sum += coefficient;
            coefficient *= (count - fewer) / (fewer + 1);
          }
          expect(signTest(...pairs(positive, negative)).p).toBeCloseTo(Math.min(1, (2 * sum) / 2 ** count), 12);
        }),
        manyRuns,
      );
    });

    it("signTest returns p in 0..1, and the same p for swapped samples", () => {
      fc.assert(
        fc.property(somePairs(0, 40), ({ x, y }) => {
          const { positive, negative, ties, p } = signTest(x, y);
          expect(p).toBeGreaterThanOrEqual(0);
          expect(p).toBeLessThanOrEqual(1);
          expect(signTest(y, x)).toEqual({ positive: negative, negative: positive, ties, p });
        }),
        manyRuns,
      );
    });
  });

  describe("edge cases", () => {
    it("signTest returns p 1 if there are only ties or no pairs", () => {
      expect(signTest([1], [1])).toEqual({ positive: 0, negative: 0, ties: 1, p: 1 });
      expect(signTest([], []).p).toBe(1);
    });
  });

  describe("errors", () => {
    it("signTest rejects NaN", () => {
      expect(() => signTest([Number.NaN], [1])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    });
  });
});
