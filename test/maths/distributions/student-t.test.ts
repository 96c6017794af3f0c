import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectOverScale, normalCdf, studentTCdf, studentTQuantile } from "../../../src/maths/distributions.ts";
import { runs } from "../../support/property.ts";
import { manyRuns } from "../../support/some-pairs.ts";

describe("studentTCdf", () => {
  // scipy 1.17: scipy.stats.t.cdf(t, df)
  it.each([
    { t: -2.5, degreesOfFreedom: 11, expected: 0.014753187043682081 },
    { t: -12, degreesOfFreedom: 224, expected: 3.0124955429490905e-26 },
    { t: -0.3, degreesOfFreedom: 1, expected: 0.4072264209222577 },
    { t: 1.7, degreesOfFreedom: 5, expected: 0.925061606575838 },
    { t: -6.47, degreesOfFreedom: 7000, expected: 5.230731741122818e-11 },
  ])("matches scipy at $t with $degreesOfFreedom degrees of freedom", ({ t, degreesOfFreedom, expected }) => {
    expect(studentTCdf(t, degreesOfFreedom) / expected).toBeCloseTo(1, 10);
  });

  describe("properties", () => {
    it("studentTCdf is the Cauchy distribution for one degree of freedom", () => {
      fc.assert(
        fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), (t) => {
          expect(studentTCdf(t, 1)).toBeCloseTo(0.5 + Math.atan(t) / Math.PI, 13);
        }),
        manyRuns,
      );
    });

    it("studentTCdf increases, and has values at t and -t that add up to 1", () => {
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

  describe("edge cases", () => {
    it("studentTCdf is 0, 1/2 and 1 at -infinity, 0 and infinity", () => {
      expect(studentTCdf(Number.NEGATIVE_INFINITY, 7)).toBe(0);
      expect(studentTCdf(0, 7)).toBe(0.5);
      expect(studentTCdf(Number.POSITIVE_INFINITY, 7)).toBe(1);
    });

    it("studentTCdf is 0 at a negative t whose square is infinite", () => {
      expect(studentTCdf(-1e200, 5)).toBe(0);
    });
  });
});

describe("studentTQuantile", () => {
  // scipy 1.17: scipy.stats.t.ppf(share, df)
  it.each([
    { share: 0.975, degreesOfFreedom: 224, expected: 1.9706109611023637 },
    { share: 0.975, degreesOfFreedom: 1, expected: 12.706204736174694 },
    { share: 0.8, degreesOfFreedom: 11, expected: 0.8755299780738819 },
    { share: 1e-6, degreesOfFreedom: 5, expected: -24.771029720515948 },
    { share: 0.0005, degreesOfFreedom: 7000, expected: -3.291917226497215 },
  ])("matches scipy at $share with $degreesOfFreedom degrees of freedom", ({ share, degreesOfFreedom, expected }) => {
    expect(studentTQuantile(share, degreesOfFreedom) / expected).toBeCloseTo(1, 12);
  });

  describe("properties", () => {
    it("studentTQuantile inverts the distribution function", () => {
      const shares = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });
      fc.assert(
        fc.property(shares, fc.integer({ min: 1, max: 500 }), (share, degreesOfFreedom) => {
          expect(studentTCdf(studentTQuantile(share, degreesOfFreedom), degreesOfFreedom)).toBeCloseTo(share, 12);
        }),
        runs,
      );
    });
  });

  describe("edge cases", () => {
    it("studentTQuantile is 0 at the share 1/2", () => {
      expect(studentTQuantile(0.5, 3)).toBe(0);
    });
  });

  describe("errors", () => {
    it.each([0, 1, Number.NaN])("studentTQuantile rejects the share %s", (share) => {
      expect(() => studentTQuantile(share, 3)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { share } }),
      );
    });

    it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
      "studentTQuantile rejects %s degrees of freedom",
      (degreesOfFreedom) => {
        expect(() => studentTQuantile(0.975, degreesOfFreedom)).toThrow(
          expect.objectContaining({ code: "INVALID_OPTION", details: { degreesOfFreedom } }),
        );
      },
    );
  });
});

describe("expectOverScale", () => {
  // P(Z <= -t s) over s is Student's distribution at -t: compares the sum with the continued fraction.
  it("turns the normal distribution into Student's distribution", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 30, noNaN: true }), fc.integer({ min: 1, max: 400 }), (t, count) => {
        const found = expectOverScale(count, (scale) => normalCdf(-t * scale), 0.1);
        expect(found / studentTCdf(-t, count)).toBeCloseTo(1, 9);
      }),
      runs,
    );
  });

  it("is 1 for the constant 1", () => {
    expect(expectOverScale(3, () => 1, 0.2)).toBeCloseTo(1, 14);
  });

  describe("edge cases", () => {
    it("expectOverScale integrates a function that is almost 0 at s = 1 if the start is near its peak", () => {
      const tail = (scale: number) => normalCdf(-50 * scale);
      const start = -0.5 * Math.log1p((50 * 50) / 100);
      expect(expectOverScale(100, tail, 0.1, start) / studentTCdf(-50, 100)).toBeCloseTo(1, 9);
    });

    it("expectOverScale is 0 for the constant 0", () => {
      expect(expectOverScale(3, () => 0, 0.2)).toBe(0);
    });
  });
});
