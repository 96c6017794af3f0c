import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { studentTCdf } from "../../../src/maths/distributions/student-t-cdf.ts";
import { manyRuns } from "../../support/some-pairs.ts";

describe("studentTCdf", () => {
  // scipy 1.17: scipy.stats.t.cdf(t, df)
  it.each([
    { t: -2.5, degreesOfFreedom: 11, expected: 0.014753187043682081 },
    { t: -12, degreesOfFreedom: 224, expected: 3.0124955429490905e-26 },
    { t: -0.3, degreesOfFreedom: 1, expected: 0.4072264209222577 },
    { t: 1.7, degreesOfFreedom: 5, expected: 0.925061606575838 },
    { t: -6.47, degreesOfFreedom: 7000, expected: 5.230731741122818e-11 },
  ])("gives the number of scipy at $t with $degreesOfFreedom", ({ t, degreesOfFreedom, expected }) => {
    expect(studentTCdf(t, degreesOfFreedom) / expected).toBeCloseTo(1, 10);
  });

  describe("shape of the answer", () => {
    it("is the Cauchy distribution with one degree of freedom", () => {
      fc.assert(
        fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), (t) => {
          expect(studentTCdf(t, 1)).toBeCloseTo(0.5 + Math.atan(t) / Math.PI, 13);
        }),
        manyRuns,
      );
    });

    it("is symmetric about 1/2 and rises", () => {
      const number = fc.double({ min: -50, max: 50, noNaN: true });
      fc.assert(
        fc.property(number, number, fc.integer({ min: 1, max: 500 }), (one, other, degreesOfFreedom) => {
          expect(studentTCdf(one, degreesOfFreedom) + studentTCdf(-one, degreesOfFreedom)).toBeCloseTo(1, 14);
          const low = studentTCdf(Math.min(one, other), degreesOfFreedom);
          expect(low).toBeLessThanOrEqual(studentTCdf(Math.max(one, other), degreesOfFreedom) * (1 + 1e-12));
        }),
        manyRuns,
      );
    });
  });

  describe("edges", () => {
    it("is 0, 1/2 and 1 at the ends and in the middle", () => {
      expect(studentTCdf(Number.NEGATIVE_INFINITY, 7)).toBe(0);
      expect(studentTCdf(0, 7)).toBe(0.5);
      expect(studentTCdf(Number.POSITIVE_INFINITY, 7)).toBe(1);
    });

    it("bears a t whose square is infinite", () => {
      expect(studentTCdf(-1e200, 5)).toBe(0);
    });
  });
});
