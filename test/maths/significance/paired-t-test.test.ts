import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pairedTTest } from "../../../src/maths/significance/paired-tests.ts";
import { manyRuns, somePairs } from "../../support/some-pairs.ts";

const x = [0.5, 0.7, 0.31, 0.9, 0.12, 0.4, 0.66, 0.81, 0.25, 0.3, 0.72, 0.44];
const y = [0.4, 0.7, 0.35, 0.6, 0.1, 0.45, 0.5, 0.61, 0.25, 0.1, 0.62, 0.5];

describe("pairedTTest", () => {
  // scipy 1.17: r = scipy.stats.ttest_rel(x, y); r.confidence_interval(.95); numpy for mean and deviation
  it("matches scipy", () => {
    const found = pairedTTest(x, y);
    expect(found?.t).toBeCloseTo(2.2866687737386515, 12);
    expect(found?.degreesOfFreedom).toBe(11);
    expect(found?.p).toBeCloseTo(0.04302892280794127, 13);
    expect(found?.interval[0]).toBeCloseTo(0.0029039973492909765, 13);
    expect(found?.interval[1]).toBeCloseTo(0.15209600265070905, 13);
    expect(found?.mean).toBeCloseTo(0.0775, 14);
    expect(found?.standardDeviation).toBeCloseTo(0.117405668130167, 14);
  });

  // r.confidence_interval(.9)
  it("returns the interval for another level of confidence", () => {
    const found = pairedTTest(x, y, { level: 0.9 });
    expect(found?.interval[0]).toBeCloseTo(0.016633697434453733, 13);
    expect(found?.interval[1]).toBeCloseTo(0.13836630256554627, 13);
  });

  // Σ w d / Σ w = (2 · 1 - 0 - 2) / 4 = 0; with 3, 1, 1: (3 - 2) / 5, squares of w (d - 0.2): 5.76 + 0.04 + 4.84 = 10.64,
  // standard error sqrt(3 / 2 · 10.64) / 5.
  it("tests the weighted mean of the differences", () => {
    expect(pairedTTest([1, 2, 3], [0, 2, 5], { weights: [2, 1, 1] })).toMatchObject({ mean: 0, t: 0, p: 1 });
    const found = pairedTTest([1, 2, 3], [0, 2, 5], { weights: [3, 1, 1] });
    expect(found?.mean).toBeCloseTo(0.2, 14);
    expect(found?.t).toBeCloseTo(1 / Math.sqrt(1.5 * 10.64), 12);
  });

  it.each([0, -1, Number.NaN])(
    "refuses the weight %s, because its pair would count as a degree of freedom",
    (weight) => {
      expect(() => pairedTTest([1, 2, 3], [0, 2, 5], { weights: [1, weight, 1] })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { index: 1, weight } }),
      );
    },
  );

  describe("properties", () => {
    it("pairedTTest returns p in 0..1, and the same p with the opposite t if the samples are swapped", () => {
      fc.assert(
        fc.property(somePairs(2, 20), ({ x, y }) => {
          const found = pairedTTest(x, y);
          const swapped = pairedTTest(y, x);
          if (found === null || swapped === null) throw new RangeError("two pairs are enough");
          expect(found.p).toBeGreaterThanOrEqual(0);
          expect(found.p).toBeLessThanOrEqual(1);
          expect(swapped.p).toBeCloseTo(found.p, 12);
          expect(swapped.mean).toBeCloseTo(-found.mean, 14);
          expect(swapped.interval[0]).toBeCloseTo(-found.interval[1], 12);
        }),
        manyRuns,
      );
    });

    it("pairedTTest does not depend on the order of the pairs", () => {
      fc.assert(
        fc.property(somePairs(2, 20), ({ x, y }) => {
          const found = pairedTTest(x, y)?.p;
          expect(pairedTTest(x.toReversed(), y.toReversed())?.p).toBeCloseTo(Number(found), 12);
        }),
        manyRuns,
      );
    });

    it("pairedTTest returns p below .05 exactly if the 95 % interval excludes 0", () => {
      fc.assert(
        fc.property(somePairs(2, 20), ({ x, y }) => {
          const found = pairedTTest(x, y);
          const [low = 0, high = 0] = found?.interval ?? [];
          fc.pre(Math.abs(low) > 1e-9 && Math.abs(high) > 1e-9);
          expect(Number(found?.p) < 0.05).toBe(low > 0 || high < 0);
        }),
        manyRuns,
      );
    });
  });

  describe("edge cases", () => {
    it("pairedTTest returns p 1 if all differences are 0", () => {
      expect(pairedTTest([0.1, 0.2], [0.1, 0.2])).toEqual({
        t: 0,
        degreesOfFreedom: 1,
        p: 1,
        interval: [0, 0],
        mean: 0,
        standardDeviation: 0,
      });
    });

    it("pairedTTest returns p 0 and an infinite t if all differences equal one nonzero number up to their last bits", () => {
      expect(pairedTTest([0.3, 0.2, 0.9], [0.2, 0.1, 0.8])).toEqual({
        t: Number.POSITIVE_INFINITY,
        degreesOfFreedom: 2,
        p: 0,
        interval: [0.1, 0.1],
        mean: 0.1,
        standardDeviation: 0,
      });
      expect(pairedTTest([0.2, 0.1], [0.3, 0.2])?.t).toBe(Number.NEGATIVE_INFINITY);
    });

    it("pairedTTest returns null for fewer than two pairs", () => {
      expect(pairedTTest([], [])).toBeNull();
      expect(pairedTTest([1], [0])).toBeNull();
    });
  });

  describe("errors", () => {
    it("pairedTTest rejects unequal lengths, NaN and a level in per cent", () => {
      expect(() => pairedTTest([1], [])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
      expect(() => pairedTTest([Number.NaN], [1])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
      expect(() => pairedTTest(x, y, { level: 95 })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { level: 95 } }),
      );
    });
  });
});
