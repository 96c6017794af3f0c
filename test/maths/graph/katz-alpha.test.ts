import { describe, expect, it } from "vitest";
import { katzAlpha } from "../../../src/maths/graph/katz-alpha.ts";

const radius = (value: number) => ({ value, rounds: 1, isSettled: true });

describe("katzAlpha", () => {
  it("takes what is asked, below 1 / radius", () => {
    expect(katzAlpha(0.2, radius(4))).toEqual({ alpha: 0.2, limit: 0.25 });
    expect(katzAlpha(5, radius(0))).toEqual({ alpha: 5, limit: Number.POSITIVE_INFINITY });
  });

  it("takes half of the limit unasked, or a tenth where there is none", () => {
    expect(katzAlpha(null, radius(4)).alpha).toBe(0.125);
    expect(katzAlpha(null, radius(0)).alpha).toBe(0.1);
  });

  it.each([0.25, 0.3, 9])("refuses %s at radius 4, and says the limit", (alpha) => {
    expect(() => katzAlpha(alpha, radius(4))).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", details: { alpha, limit: 0.25 } }),
    );
  });
});
