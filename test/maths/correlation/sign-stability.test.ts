import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bootstrapInterval } from "../../../src/maths/bootstrap-interval.ts";
import { signStability } from "../../../src/maths/correlation/correlate.ts";
import { runs } from "../../support/property.ts";

const differences = [0.1, -0.05, 0.2, 0, 0.03, -0.12, 0.15, 0.08, -0.02, 0.05, -0.1, 0.04, 0, 0.11, -0.07];

describe("signStability", () => {
  // numpy 2.4, 2,000,000 resamples: .87514 of the means are above 0, .00607 are 0. The 100,000 here have a standard
  // deviation of .0010. scipy 1.17: bootstrap(…, np.mean, method="BCa") gives -.017333 and .072, as do numpy's
  // percentiles.
  it.each(["bca", "percentile"] as const)("matches numpy and scipy: %s", (method) => {
    const found = signStability(differences, { seed: 2, resamples: 100_000, method });
    expect(found?.difference).toBeCloseTo(0.4 / 15, 12);
    expect(Math.abs(Number(found?.signStays) - 0.87514)).toBeLessThan(0.0042);
    expect(Math.abs(Number(found?.interval.low) + 0.017333)).toBeLessThan(0.002);
    expect(Math.abs(Number(found?.interval.high) - 0.072)).toBeLessThan(0.002);
  });

  describe("properties", () => {
    const samples = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 15 });

    it("signStability does not depend on the order of queries, and returns the same interval as bootstrapInterval", () => {
      fc.assert(
        fc.property(samples, fc.nat(), (tenths, seed) => {
          const values = tenths.map((tenth) => tenth / 10);
          const options = { seed, resamples: 200 };
          const found = signStability(values, options);
          expect(signStability(values.toReversed(), options)).toEqual(found);
          expect(found?.interval).toEqual(bootstrapInterval(values, options));
          if (found?.signStays === null || found === null) {
            expect(tenths.reduce((sum, tenth) => sum + tenth, 0)).toBe(0);
          } else {
            expect(found.signStays).toBeGreaterThan(0);
            expect(found.signStays).toBeLessThanOrEqual(1);
          }
        }),
        runs,
      );
    });

    it("signStability counts signs in the same resamples that the interval uses", () => {
      // One resample: its mean is both ends of the percentile interval.
      fc.assert(
        fc.property(fc.nat(), (seed) => {
          const found = signStability(differences, { seed, resamples: 1, method: "percentile" });
          const mean = Number(found?.interval.low);
          fc.pre(Math.abs(mean) > 1e-9);
          expect(found?.signStays).toBe(Number(mean > 0));
        }),
        runs,
      );
    });

    it("signStability finds the opposite sign about as often as the percentile interval implies", () => {
      // An interval of level 1 - 2 s ends at 0 if a share of s is beyond 0.
      const found = signStability(differences, { seed: 9, resamples: 20_000 });
      const lost = 1 - Number(found?.signStays);
      const interval = bootstrapInterval(differences, {
        seed: 9,
        resamples: 20_000,
        method: "percentile",
        level: 1 - 2 * lost,
      });
      expect(Math.abs(Number(interval?.low))).toBeLessThan(0.001);
    });
  });

  describe("edge cases", () => {
    it("signStability is null if there are no differences", () => {
      expect(signStability([], { seed: 1 })).toBeNull();
    });

    it("signStability is null if the mean is 0 up to its last bits", () => {
      expect(signStability([0.1, 0.2, -0.3], { seed: 1, resamples: 10 })).toMatchObject({
        difference: 0,
        signStays: null,
      });
    });

    it("signStability finds the same sign in all resamples if all differences have this sign", () => {
      expect(signStability([-0.1, -0.3, -0.2], { seed: 1 })).toMatchObject({ signStays: 1 });
      expect(signStability([0.2], { seed: 1 })).toMatchObject({ difference: 0.2, signStays: 1 });
    });

    it("signStability does not modify frozen inputs", () => {
      const frozen = Object.freeze([2, 1]);
      expect(signStability(frozen, { seed: 1, resamples: 10 })).toMatchObject({ difference: 1.5 });
      expect(frozen).toEqual([2, 1]);
    });
  });

  it("rejects NaN", () => {
    expect(() => signStability([Number.NaN], { seed: 1 })).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});
