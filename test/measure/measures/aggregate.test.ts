/** Are values of queries combined to a mean, a sum, a geometric mean? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aggregate } from "../../../src/measure/measures/evaluate-run.ts";
import { runs } from "../../support/property.ts";

const values = Float64Array.of(0.5, Number.NaN, 1, 0.25);

describe("aggregate", () => {
  // Worked by hand.
  it("averages or adds up the values that exist, and counts them", () => {
    expect(aggregate("mean", values, null)).toEqual({ count: 3, value: 1.75 / 3 });
    expect(aggregate("sum", values, null)).toEqual({ count: 3, value: 1.75 });
  });

  it("weighs means", () => {
    expect(aggregate("mean", values, Float64Array.of(1, 100, 2, 5))).toEqual({ count: 3, value: 3.75 / 8 });
    expect(aggregate("mean", values, Float64Array.of(0, 1, 0, 3))).toEqual({ count: 1, value: 0.25 });
  });

  it("does not weigh sums, because they are counts", () => {
    expect(aggregate("sum", values, Float64Array.of(1, 100, 2, 5))).toEqual({ count: 3, value: 1.75 });
  });

  // The values of a geometric mean are logarithms, as in trec_eval's gm_map.
  it("returns the geometric mean of numbers whose logarithms are given", () => {
    const logarithms = Float64Array.of(Math.log(0.5), Math.log(0.125), Number.NaN);
    expect(aggregate("geometric mean", logarithms, null).value).toBeCloseTo(0.25, 14);
    // 0.5^3 x 0.125 = 0.015625 = 0.3535…^4
    expect(aggregate("geometric mean", logarithms, Float64Array.of(3, 1, 9)).value).toBeCloseTo(Math.SQRT1_2 / 2, 14);
  });

  it("returns the same mean with equal weights as without weights", () => {
    const someValues = fc.array(fc.oneof(fc.nat(10), fc.constant(Number.NaN)), { maxLength: 20 });
    fc.assert(
      fc.property(someValues, fc.integer({ min: 1, max: 1000 }), (given, weight) => {
        const all = Float64Array.from(given);
        const plain = aggregate("mean", all, null);
        const weighted = aggregate("mean", all, new Float64Array(all.length).fill(weight));
        expect(weighted.count).toBe(plain.count);
        if (Number.isNaN(plain.value)) expect(weighted.value).toBeNaN();
        else expect(weighted.value).toBeCloseTo(plain.value, 12);
      }),
      runs,
    );
  });

  describe("aggregate in edge cases", () => {
    it.each(["mean", "sum", "geometric mean"] as const)("returns NaN as the %s if no query has a value", (how) => {
      for (const none of [new Float64Array(0), Float64Array.of(Number.NaN, Number.NaN)]) {
        expect(aggregate(how, none, null)).toEqual({ count: 0, value: Number.NaN });
      }
    });

    it("does not count values with weight 0, and returns NaN if all weights are 0", () => {
      expect(aggregate("mean", values, new Float64Array(4))).toEqual({ count: 0, value: Number.NaN });
      expect(aggregate("mean", values, Float64Array.of(0, 7, 0, 0))).toEqual({ count: 0, value: Number.NaN });
    });
  });
});
