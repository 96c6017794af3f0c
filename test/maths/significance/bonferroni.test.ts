import { describe, expect, it } from "vitest";
import { bonferroni } from "../../../src/maths/significance/bonferroni.ts";

describe("bonferroni", () => {
  // By hand: 3 p, at most 1.
  it("multiplies by the number of comparisons, up to 1", () => {
    const found = bonferroni([0.01, 0.5, 0.03]);
    expect(found[0]).toBeCloseTo(0.03, 15);
    expect(found[1]).toBe(1);
    expect(found[2]).toBeCloseTo(0.09, 15);
  });

  describe("edges", () => {
    it("is empty for none, the same for one, and leaves its input as it was", () => {
      expect(bonferroni([])).toEqual([]);
      expect(bonferroni([0.3])).toEqual([0.3]);
      const given = Object.freeze([0.04, 0.01]);
      bonferroni(given);
      expect(given).toEqual([0.04, 0.01]);
    });
  });

  describe("errors", () => {
    it("names the index of what is no probability", () => {
      expect(() => bonferroni([0.1, Number.NaN])).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { index: 1, p: Number.NaN } }),
      );
    });
  });
});
