import { describe, expect, it } from "vitest";
import { findCrossing } from "../../../src/maths/distributions.ts";

describe("findCrossing", () => {
  it.each([1e-9, 0.3, 1, 2, 12345.678, 1e200])("finds the zero of a line at %s", (place) => {
    expect(Math.abs(findCrossing((x) => x - place) - place)).toBeLessThan(2e-15 * Math.max(1, place));
  });

  it("finds the zero of a curve", () => {
    expect(findCrossing((x) => x * x - 2)).toBeCloseTo(Math.SQRT2, 14);
  });

  it("needs fewer than 20 evaluations of a smooth function", () => {
    let count = 0;
    findCrossing((x) => {
      count++;
      return Math.exp(-1.7) - Math.exp(-x);
    });
    expect(count).toBeLessThan(20);
  });

  describe("edge cases", () => {
    it("findCrossing returns 0 if the crossing is at 0", () => {
      expect(findCrossing((x) => x)).toBe(0);
    });

    it("findCrossing finds the zero of a function even if squares of its values underflow", () => {
      expect(findCrossing((x) => 1e-200 * (x * x - 2))).toBeCloseTo(Math.SQRT2, 14);
    });

    it("findCrossing finds a crossing at which the function jumps", () => {
      expect(findCrossing((x) => (x < 3 ? -1 : 1))).toBeCloseTo(3, 14);
    });
  });
});
