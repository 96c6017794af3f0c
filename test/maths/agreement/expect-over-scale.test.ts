import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectOverScale } from "../../../src/maths/agreement/expect-over-scale.ts";
import { normalCdf } from "../../../src/maths/distributions/normal-cdf.ts";
import { studentTCdf } from "../../../src/maths/distributions/student-t-cdf.ts";
import { runs } from "../../support/property.ts";

describe("expectOverScale", () => {
  // P(Z <= -t s) over s is Student's distribution at -t: the sum against the continued fraction.
  it("turns the normal distribution into Student's", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 30, noNaN: true }), fc.integer({ min: 1, max: 400 }), (t, count) => {
        const found = expectOverScale(count, (scale) => normalCdf(-t * scale), { width: 0.1 });
        expect(found / studentTCdf(-t, count)).toBeCloseTo(1, 9);
      }),
      runs,
    );
  });

  it("gives 1 for what is 1 everywhere", () => {
    expect(expectOverScale(3, () => 1, { width: 0.2 })).toBeCloseTo(1, 14);
  });

  describe("edges", () => {
    it("finds a value that vanishes at s = 1, begun where it is", () => {
      const tail = (scale: number) => normalCdf(-50 * scale);
      const start = -0.5 * Math.log1p((50 * 50) / 100);
      expect(expectOverScale(100, tail, { width: 0.1, start }) / studentTCdf(-50, 100)).toBeCloseTo(1, 9);
    });

    it("is 0 for what is 0", () => {
      expect(expectOverScale(3, () => 0, { width: 0.2 })).toBe(0);
    });
  });
});
