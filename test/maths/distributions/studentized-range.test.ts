import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { studentTCdf } from "../../../src/maths/distributions.ts";
import { studentizedRangeQuantile, studentizedRangeTail } from "../../../src/maths/significance/tukey-hsd.ts";
import { runs } from "../../support/property.ts";

describe("studentizedRangeTail", () => {
  // scipy 1.17: scipy.stats.studentized_range.sf(q, k, df)
  it.each([
    { range: 3.5, means: 3, degreesOfFreedom: 20, expected: 0.055891849081749934 },
    { range: 2, means: 2, degreesOfFreedom: 9, expected: 0.19094711716972368 },
    { range: 5, means: 20, degreesOfFreedom: 4256, expected: 0.05174003810431571 },
    { range: 1, means: 5, degreesOfFreedom: 40, expected: 0.9536778720607655 },
    { range: 9, means: 4, degreesOfFreedom: 448, expected: 2.9182019023465955e-9 },
    { range: 4, means: 50, degreesOfFreedom: 49, expected: 0.7455004867947689 },
    { range: 20, means: 3, degreesOfFreedom: 2, expected: 0.009051718850177526 },
  ])(
    "matches scipy for range $range of $means means with $degreesOfFreedom degrees of freedom",
    ({ range, means, degreesOfFreedom, expected }) => {
      expect(studentizedRangeTail(range, means, degreesOfFreedom)).toBeCloseTo(expected, 11);
    },
  );

  describe("properties", () => {
    it("studentizedRangeTail is Student's two-sided p at t = q / √2 for two means, even if p is tiny", () => {
      const ranges = fc.double({ min: 0, max: 40, noNaN: true });
      fc.assert(
        fc.property(ranges, fc.integer({ min: 3, max: 300 }), (range, degreesOfFreedom) => {
          const p = 2 * studentTCdf(-range / Math.SQRT2, degreesOfFreedom);
          expect(studentizedRangeTail(range, 2, degreesOfFreedom) / p).toBeCloseTo(1, 9);
        }),
        { ...runs, numRuns: 100 },
      );
    });

    it("studentizedRangeTail decreases with the range and increases with the number of means", () => {
      const places = fc.tuple(fc.double({ min: 0, max: 12, noNaN: true }), fc.integer({ min: 2, max: 40 }));
      fc.assert(
        fc.property(places, places, ([range, means], [further, more]) => {
          const p = studentizedRangeTail(range, means, 60);
          const slack = 1 + 1e-11;
          expect(p).toBeLessThanOrEqual(1);
          expect(studentizedRangeTail(range + further, means, 60)).toBeLessThanOrEqual(p * slack);
          expect(p).toBeLessThanOrEqual(studentizedRangeTail(range, means + more, 60) * slack);
        }),
        { ...runs, numRuns: 100 },
      );
    });
  });

  describe("edge cases", () => {
    it("studentizedRangeTail is 1 at 0 and 0 at infinity", () => {
      expect(studentizedRangeTail(0, 4, 30)).toBeCloseTo(1, 13);
      expect(studentizedRangeTail(Number.POSITIVE_INFINITY, 4, 30)).toBe(0);
    });
  });
});

describe("studentizedRangeQuantile", () => {
  // scipy 1.17: scipy.stats.studentized_range.ppf(share, k, df); printed tables have the first as 3.877.
  it.each([
    { share: 0.95, means: 3, degreesOfFreedom: 10, expected: 3.876776750013158 },
    { share: 0.99, means: 20, degreesOfFreedom: 448, expected: 5.693389516722836 },
    { share: 0.9, means: 2, degreesOfFreedom: 5, expected: 2.8497087384054045 },
    { share: 0.5, means: 8, degreesOfFreedom: 60, expected: 2.8078734220158807 },
  ])(
    "matches scipy at share $share for $means means with $degreesOfFreedom degrees of freedom",
    ({ share, means, degreesOfFreedom, expected }) => {
      expect(studentizedRangeQuantile(share, means, degreesOfFreedom)).toBeCloseTo(expected, 9);
    },
  );

  it("returns the same quantile for the same arguments, even after calls with other arguments", () => {
    const asked = [0.9, 0.95].flatMap((share) =>
      [3, 4].flatMap((means) => [11, 12].map((degreesOfFreedom) => ({ share, means, degreesOfFreedom }))),
    );
    const quantiles = () => asked.map((one) => studentizedRangeQuantile(one.share, one.means, one.degreesOfFreedom));
    const first = quantiles();
    for (const [place, { share, means, degreesOfFreedom }] of asked.entries()) {
      expect(studentizedRangeTail(first[place] ?? Number.NaN, means, degreesOfFreedom)).toBeCloseTo(1 - share, 9);
    }
    expect(quantiles()).toEqual(first);
  });
});
