import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { smallestDetectableDifference } from "../../../src/maths/significance/corrections.ts";
import { runs } from "../../support/property.ts";

describe("smallestDetectableDifference", () => {
  // mpmath 1.3: mpmath.findroot of mpmath.quad over s of the chi density of s times Φ(D - t s) + Φ(-D - t s), minus the
  // power, with t = scipy.stats.t.isf(significance / 2, n - 1); for 225 also scipy.stats.nct. Printed tables of Cohen
  // (1988) require 34 pairs to show d = 0.5.
  it.each([
    { queries: 2, expected: 11.549888435882359 },
    { queries: 5, expected: 1.681996965955555 },
    { queries: 34, expected: 0.4950280979734406 },
    { queries: 225, expected: 0.18757763311902284 },
    { queries: 20, power: 0.9, significance: 0.01, expected: 0.9472363276272182 },
  ])("matches the noncentral t distribution for $queries queries", ({ expected, ...options }) => {
    const found = smallestDetectableDifference({ standardDeviation: 1, ...options });
    expect(Number(found) / expected).toBeCloseTo(1, 10);
  });

  describe("properties", () => {
    it("smallestDetectableDifference is proportional to the deviation, and decreases with more queries", () => {
      const deviations = fc.double({ min: 0.001, max: 10, noNaN: true });
      fc.assert(
        fc.property(fc.integer({ min: 2, max: 400 }), deviations, (queries, standardDeviation) => {
          const unit = Number(smallestDetectableDifference({ queries, standardDeviation: 1 }));
          const found = Number(smallestDetectableDifference({ queries, standardDeviation }));
          expect(found / standardDeviation).toBeCloseTo(unit, 10);
          expect(Number(smallestDetectableDifference({ queries: queries + 1, standardDeviation }))).toBeLessThan(found);
        }),
        { ...runs, numRuns: 100 },
      );
    });
  });

  describe("edge cases", () => {
    it("smallestDetectableDifference is null for fewer than two queries, and 0 if the deviation is 0", () => {
      expect(smallestDetectableDifference({ queries: 0, standardDeviation: 1 })).toBeNull();
      expect(smallestDetectableDifference({ queries: 1, standardDeviation: 1 })).toBeNull();
      expect(smallestDetectableDifference({ queries: 10, standardDeviation: 0 })).toBe(0);
    });
  });

  describe("errors", () => {
    it.each([{ power: 80 }, { power: 1 }, { significance: 0 }, { power: 0.05 }])(
      "smallestDetectableDifference rejects the options %s",
      (option) => {
        expect(() => smallestDetectableDifference({ queries: 10, standardDeviation: 1, ...option })).toThrow(
          expect.objectContaining({ code: "INVALID_OPTION", details: expect.objectContaining(option) }),
        );
      },
    );
  });
});
