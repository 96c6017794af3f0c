import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalCdf, normalQuantile } from "../../../src/maths/distributions.ts";
import { manyRuns } from "../../support/some-pairs.ts";

describe("normalCdf", () => {
  // mpmath 1.3: float(mpmath.ncdf(z)) with 30 digits. Tests the relative error, even 300 orders of magnitude below 1.
  it.each([
    { z: -37, expected: 5.725571222524577e-300 },
    { z: -10, expected: 7.619853024160525e-24 },
    { z: -5.5, expected: 1.8989562465887718e-8 },
    { z: -1.96, expected: 0.024997895148220435 },
    { z: -1, expected: 0.15865525393145705 },
    { z: -0.3, expected: 0.3820885778110474 },
    { z: 0, expected: 0.5 },
    { z: 0.5, expected: 0.6914624612740131 },
    { z: 1.2, expected: 0.8849303297782918 },
    { z: 3, expected: 0.9986501019683699 },
  ])("matches mpmath at $z", ({ z, expected }) => {
    expect(Math.abs(normalCdf(z) / expected - 1)).toBeLessThan(1e-14);
  });

  describe("properties", () => {
    it("normalCdf increases, and has values at z and -z that add up to 1", () => {
      const number = fc.double({ min: -40, max: 40, noNaN: true });
      fc.assert(
        fc.property(number, number, (one, other) => {
          expect(normalCdf(one) + normalCdf(-one)).toBeCloseTo(1, 15);
          expect(normalCdf(Math.min(one, other))).toBeLessThanOrEqual(normalCdf(Math.max(one, other)) * (1 + 1e-14));
        }),
        manyRuns,
      );
    });

    it("normalCdf is smooth at -1, where one formula replaces another", () => {
      const slope = (normalCdf(-1 + 1e-6) - normalCdf(-1 - 1e-6)) / 2e-6;
      expect(slope).toBeCloseTo(Math.exp(-0.5) / Math.sqrt(2 * Math.PI), 9);
    });
  });

  describe("edge cases", () => {
    it("normalCdf is 0 at -infinity and 1 at infinity", () => {
      expect(normalCdf(Number.NEGATIVE_INFINITY)).toBe(0);
      expect(normalCdf(Number.POSITIVE_INFINITY)).toBe(1);
    });
  });
});

describe("normalQuantile", () => {
  // scipy 1.17: scipy.stats.norm.ppf(share)
  it.each([
    { share: 1e-300, expected: -37.0470962993612 },
    { share: 1e-20, expected: -9.262340089798409 },
    { share: 1e-5, expected: -4.264890793922825 },
    { share: 0.025, expected: -1.9599639845400545 },
    { share: 0.3, expected: -0.5244005127080409 },
    { share: 0.5, expected: 0.0 },
    { share: 0.84, expected: 0.994457883209753 },
    { share: 0.975, expected: 1.959963984540054 },
    { share: 0.9999, expected: 3.719016485455709 },
  ])("matches scipy at $share", ({ share, expected }) => {
    expect(normalQuantile(share)).toBeCloseTo(expected, 13);
  });

  describe("properties", () => {
    it("normalQuantile inverts the distribution function", () => {
      fc.assert(
        fc.property(fc.double({ min: 1e-300, max: 0.999, noNaN: true }), (share) => {
          expect(normalCdf(normalQuantile(share)) / share).toBeCloseTo(1, 12);
        }),
        manyRuns,
      );
    });
  });

  describe("errors", () => {
    it.each([0, 1, Number.NaN])("normalQuantile rejects the share %s", (share) => {
      expect(() => normalQuantile(share)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { share } }),
      );
    });
  });
});
