import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countValues } from "../../../src/maths/agreement/coefficients.ts";
import { runs } from "../../support/property.ts";

describe("countValues", () => {
  // Counted by hand.
  it("counts how often each value occurs, with 0 for missing values in between", () => {
    expect(countValues([2, 0, 2, 4])).toEqual([1, 0, 2, 0, 1]);
  });

  describe("properties", () => {
    it("countValues counts every value once, and returns a count for each number up to the largest value", () => {
      fc.assert(
        fc.property(fc.array(fc.nat(50), { minLength: 1 }), (values) => {
          const counts = countValues(values);
          expect(counts.reduce((sum, count) => sum + count, 0)).toBe(values.length);
          expect(counts.length).toBe(Math.max(...values) + 1);
          expect(counts.map((_, value) => values.filter((other) => other === value).length)).toEqual(counts);
        }),
        runs,
      );
    });
  });

  describe("edge cases", () => {
    it("countValues returns an empty list for an empty list", () => {
      expect(countValues([])).toEqual([]);
    });

    it("countValues reads typed arrays without modifying them", () => {
      const values = Int32Array.of(1, 1);
      expect(countValues(values)).toEqual([0, 2]);
      expect([...values]).toEqual([1, 1]);
    });
  });
});
