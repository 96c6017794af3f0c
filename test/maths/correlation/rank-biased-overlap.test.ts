/** Does rank-biased overlap match another implementation for lists of any length? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rankBiasedOverlap } from "../../../src/maths/correlation/rank-correlation.ts";
import { runs } from "../../support/property.ts";

const rbo = (one: readonly string[], other: readonly string[], p: number) =>
  rankBiasedOverlap(
    Int32Array.from(one, (item) => other.indexOf(item)),
    other.length,
    p,
  );

/** `RankingSimilarity(one, other).rbo_ext(p)` of the Python package rbo 0.1.3, for p = .9 and .98. */
const expected = [
  ["abcdefg", "zcavwxy", 0.28821728571428573, 0.2887201603626667],
  ["abcde", "abcde", 1, 1],
  ["abcdef", "bacdef", 0.9, 0.98],
  ["abcd", "xyzw", 0, 0],
  ["abcdefghij", "abc", 1, 1],
  ["abc", "xaybzc", 0.543177, 0.63963569824],
  ["abcdefghijkl", "lkjihgfedcba", 0.4442989627905196, 0.8540139029223197],
  ["ab", "cdefgabh", 0.1445997535714286, 0.22510640909642665],
  ["a", "bcdefghija", 0.038742048900000006, 0.08337477621301498],
] as const;

const list = fc.uniqueArray(fc.constantFrom(..."abcdefghijklmnop"), { minLength: 1, maxLength: 12 });
const persistence = fc.double({ min: 0.05, max: 0.99, noNaN: true });

describe("rankBiasedOverlap", () => {
  it.each(expected)("matches the Python package rbo for %s and %s", (one, other, at90, at98) => {
    expect(rbo([...one], [...other], 0.9)).toBeCloseTo(at90, 12);
    expect(rbo([...other], [...one], 0.98)).toBeCloseTo(at98, 12);
  });

  it("is exactly 1 for equal lists of any length", () => {
    fc.assert(
      fc.property(list, persistence, (one, p) => {
        expect(rbo(one, one, p)).toBe(1);
      }),
      runs,
    );
  });

  it("is in 0..1 and symmetric", () => {
    fc.assert(
      fc.property(list, list, persistence, (one, other, p) => {
        const value = rbo(one, other, p);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(rbo(other, one, p)).toBeCloseTo(value, 12);
      }),
      runs,
    );
  });

  it("is 0 if one list is empty, and NaN if both lists are empty", () => {
    expect(rbo(["a"], [], 0.9)).toBe(0);
    expect(rbo([], ["a"], 0.9)).toBe(0);
    expect(rbo([], [], 0.9)).toBeNaN();
  });
});
