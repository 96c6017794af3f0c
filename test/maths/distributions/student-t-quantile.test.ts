import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { studentTCdf } from "../../../src/maths/distributions/student-t-cdf.ts";
import { studentTQuantile } from "../../../src/maths/distributions/student-t-quantile.ts";
import { runs } from "../../support/property.ts";

describe("studentTQuantile", () => {
  // scipy 1.17: scipy.stats.t.ppf(share, df)
  it.each([
    { share: 0.975, degreesOfFreedom: 224, expected: 1.9706109611023637 },
    { share: 0.975, degreesOfFreedom: 1, expected: 12.706204736174694 },
    { share: 0.8, degreesOfFreedom: 11, expected: 0.8755299780738819 },
    { share: 1e-6, degreesOfFreedom: 5, expected: -24.771029720515948 },
    { share: 0.0005, degreesOfFreedom: 7000, expected: -3.291917226497215 },
  ])("gives the number of scipy at $share with $degreesOfFreedom", ({ share, degreesOfFreedom, expected }) => {
    expect(studentTQuantile(share, degreesOfFreedom) / expected).toBeCloseTo(1, 12);
  });

  describe("shape of the answer", () => {
    it("is undone by the distribution function", () => {
      const shares = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });
      fc.assert(
        fc.property(shares, fc.integer({ min: 1, max: 500 }), (share, degreesOfFreedom) => {
          expect(studentTCdf(studentTQuantile(share, degreesOfFreedom), degreesOfFreedom)).toBeCloseTo(share, 12);
        }),
        runs,
      );
    });
  });

  describe("edges", () => {
    it("is 0 in the middle", () => {
      expect(studentTQuantile(0.5, 3)).toBe(0);
    });
  });

  describe("errors", () => {
    it.each([0, 1, Number.NaN])("rejects the share %s", (share) => {
      expect(() => studentTQuantile(share, 3)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { share } }),
      );
    });

    it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])("rejects %s degrees of freedom", (degreesOfFreedom) => {
      expect(() => studentTQuantile(0.975, degreesOfFreedom)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { degreesOfFreedom } }),
      );
    });
  });
});
