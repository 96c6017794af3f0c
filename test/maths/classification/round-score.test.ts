import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roundScore } from "../../../src/maths/numbers.ts";
import { manyRuns } from "../../support/some-pairs.ts";

describe("roundScore", () => {
  // By hand.
  it.each([
    { value: 0.1 + 0.2, expected: 0.3 },
    { value: 0.123456789012345, expected: 0.123456789012 },
    { value: -0.123456789012545, expected: -0.123456789013 },
    { value: 4e-13, expected: 0 },
    { value: 12345.678, expected: 12345.678 },
    { value: 1e300, expected: 1e300 },
  ])("rounds $value to $expected", ({ value, expected }) => {
    expect(roundScore(value)).toBe(expected);
  });

  describe("properties", () => {
    it("roundScore is symmetric about 0 and changes values by at most 1e-12", () => {
      fc.assert(
        fc.property(fc.double({ min: -1, max: 1, noNaN: true }), (value) => {
          expect(roundScore(-value)).toBe(0 - roundScore(value));
          expect(Math.abs(roundScore(value) - value)).toBeLessThan(1e-12);
        }),
        manyRuns,
      );
    });

    it("roundScore rounds equal differences of tenths to the same number", () => {
      fc.assert(
        fc.property(fc.nat(9), fc.nat(9), fc.nat(9), (one, other, further) => {
          const moved = (one + further) / 10 - (other + further) / 10;
          expect(roundScore(moved)).toBe(roundScore(one / 10 - other / 10));
        }),
        manyRuns,
      );
    });
  });

  describe("edge cases", () => {
    it("roundScore never returns -0", () => {
      expect(roundScore(-0)).toBe(0);
      expect(roundScore(-1e-13)).toBe(0);
    });
  });
});
