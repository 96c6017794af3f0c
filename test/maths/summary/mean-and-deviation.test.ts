import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { meanAndDeviation } from "../../../src/maths/summary/mean-and-deviation.ts";
import { manyRuns } from "../../support/some-pairs.ts";

describe("meanAndDeviation", () => {
  // numpy: np.mean(x), np.std(x, ddof=1)
  it("gives the numbers of numpy", () => {
    const { mean, standardDeviation } = meanAndDeviation([
      0.1, 0, -0.04, 0.3, 0.02, -0.05, 0.16, 0.2, 0, 0.2, 0.1, -0.06,
    ]);
    expect(mean).toBeCloseTo(0.0775, 14);
    expect(standardDeviation).toBeCloseTo(0.117405668130167, 14);
  });

  describe("shape of the answer", () => {
    it("is exact for equal values: the value itself and 0", () => {
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

  describe("edges", () => {
    // Numbers of size 1e9 whose squares would swallow the differences; by hand, as of 4, 7, 13, 16.
    it("keeps the digits of values far from 0", () => {
      const { mean, standardDeviation } = meanAndDeviation([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16]);
      expect(mean).toBe(1e9 + 10);
      expect(standardDeviation).toBeCloseTo(Math.sqrt(30), 12);
    });
  });
});
