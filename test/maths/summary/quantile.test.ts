import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { quantile } from "../../../src/maths/summary/quantile.ts";
import { runs } from "../../support/property.ts";

describe("quantile", () => {
  // R: quantile(c(1, 2, 3, 4), p, type = 7), worked by hand as 1 + 3 p. Type 6 would give 1.25 at 0.25.
  test.each([
    { share: 0, expected: 1 },
    { share: 0.25, expected: 1.75 },
    { share: 0.5, expected: 2.5 },
    { share: 0.9, expected: 3.7 },
    { share: 1, expected: 4 },
  ])("interpolates as type 7 does: share $share of 1, 2, 3, 4", ({ share, expected }) => {
    expect(quantile(Float64Array.of(1, 2, 3, 4), share)).toBeCloseTo(expected, 12);
  });

  describe("shape of the answer", () => {
    it("does not fall when the share rises", () => {
      const share = fc.double({ min: 0, max: 1, noNaN: true });
      fc.assert(
        fc.property(fc.array(fc.integer(), { minLength: 1 }), share, share, (values, one, other) => {
          const sorted = Float64Array.from(values).sort();
          const low = quantile(sorted, Math.min(one, other));
          expect(low).toBeLessThanOrEqual(quantile(sorted, Math.max(one, other)) + 1e-6);
        }),
        runs,
      );
    });
  });

  describe("edges", () => {
    it("is the value itself where there is one", () => {
      expect(quantile(Float64Array.of(7), 0.3)).toBe(7);
    });

    it("takes a value that stands at the place without interpolating", () => {
      expect(quantile(Float64Array.of(0, 10, 20, 30, 40), 0.75)).toBe(30);
    });
  });
});
