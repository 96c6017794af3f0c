import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { meanAndDeviation, meanOf, sumOf, weightedMean } from "../../../src/maths/summary.ts";
import { manyRuns } from "../../support/some-pairs.ts";

describe("sums and means", () => {
  it("are computed in the order of the numbers, and are 0 without numbers", () => {
    expect(sumOf([1e16, 1, -1e16])).toBe(0);
    expect(meanOf(Float64Array.of(1, 2, 6))).toBe(3);
    expect([sumOf([]), meanOf([])]).toEqual([0, 0]);
  });
});

describe("meanAndDeviation", () => {
  // numpy: np.mean(x), np.std(x, ddof=1)
  it("matches numpy", () => {
    const { mean, standardDeviation } = meanAndDeviation([
      0.1, 0, -0.04, 0.3, 0.02, -0.05, 0.16, 0.2, 0, 0.2, 0.1, -0.06,
    ]);
    expect(mean).toBeCloseTo(0.0775, 14);
    expect(standardDeviation).toBeCloseTo(0.117405668130167, 14);
  });

  describe("properties", () => {
    it("meanAndDeviation returns the exact value and deviation 0 if all values are equal", () => {
      fc.assert(
        fc.property(fc.double({ min: -10, max: 10, noNaN: true }), fc.integer({ min: 2, max: 50 }), (value, count) => {
          expect(meanAndDeviation(new Array(count).fill(value + 0))).toEqual({
            mean: value + 0,
            standardDeviation: 0,
          });
        }),
        manyRuns,
      );
    });
  });

  describe("edge cases", () => {
    // Numbers around 1e9, whose squares would lose the differences; by hand, as for 4, 7, 13, 16.
    it("meanAndDeviation keeps the digits of values far from 0", () => {
      const { mean, standardDeviation } = meanAndDeviation([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16]);
      expect(mean).toBe(1e9 + 10);
      expect(standardDeviation).toBeCloseTo(Math.sqrt(30), 12);
    });
  });
});

describe("weightedMean", () => {
  // numpy: m = (v * w).sum() / w.sum(); sqrt(3 / 2 * (w**2 * (v - m)**2).sum()) / w.sum(), the weight 0 not counted
  it("matches numpy", () => {
    const { mean, standardError } = weightedMean([0.2, 0.5, 0.9, 0.4], [1, 2, 3, 0]);
    expect(mean).toBeCloseTo(0.65, 14);
    expect(standardError).toBeCloseTo(0.18874586088176873, 14);
  });

  // scipy 1.17: scipy.stats.sem([.2, .5, .9, .4])
  it("matches the usual standard error for equal weights", () => {
    const { mean, standardError } = weightedMean([0.2, 0.5, 0.9, 0.4], [7, 7, 7, 7]);
    expect(mean).toBeCloseTo(0.5, 14);
    expect(standardError).toBeCloseTo(0.14719601443879746, 14);
  });

  describe("properties", () => {
    const weighted = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(9)), { minLength: 1 });

    it("weightedMean is within the range of the values, and depends only on the ratios of the weights", () => {
      fc.assert(
        fc.property(weighted, fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (pairs, factor) => {
          const values = pairs.map(([value]) => value);
          const weights = pairs.map(([, weight]) => weight);
          fc.pre(Math.max(...weights) > 0);
          const found = weightedMean(values, weights);
          expect(found.mean).toBeGreaterThanOrEqual(Math.min(...values) - 1e-12);
          expect(found.mean).toBeLessThanOrEqual(Math.max(...values) + 1e-12);
          const scaled = weightedMean(
            values,
            weights.map((weight) => weight * factor),
          );
          expect(scaled.mean).toBeCloseTo(found.mean, 12);
          if (found.standardError === null) expect(scaled.standardError).toBeNull();
          else expect(scaled.standardError).toBeCloseTo(found.standardError, 12);
        }),
        manyRuns,
      );
    });
  });

  describe("edge cases", () => {
    it("weightedMean returns null as standard error if only one weight is positive", () => {
      expect(weightedMean([1, 2], [0, 3])).toEqual({ mean: 2, standardError: null });
    });

    it("weightedMean returns the mean for weights whose sum is infinite", () => {
      expect(weightedMean([1, 3], [1e308, 1e308]).mean).toBe(2);
    });
  });

  describe("errors", () => {
    it("weightedMean rejects a negative weight, and names its index", () => {
      expect(() => weightedMean([1, 2], [1, -1])).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { index: 1, weight: -1 } }),
      );
    });

    it("weightedMean rejects weights that are all 0, no weights, unequal lengths and NaN", () => {
      for (const [values, weights] of [
        [[1], [0]],
        [[], []],
        [[1], []],
        [[1], [Number.NaN]],
      ] as const) {
        expect(() => weightedMean(values, weights)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
      }
    });
  });
});
