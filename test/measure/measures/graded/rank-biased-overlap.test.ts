import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { rankBiasedOverlap } from "../../../../src/measure/measures/graded/compatibility.ts";
import { manyRuns } from "../../../support/ranked-list.ts";

const someRankings = fc.uniqueArray(fc.constantFrom(..."abcdefghij"), { minLength: 1 });
const persistences = fc.constantFrom(0.1, 0.5, 0.9, 0.98);

describe("rankBiasedOverlap", () => {
  // Equation 32 with overlaps counted by sets and exact fractions in Python. The package rbo 0.1.3 (rbo_ext) agrees.
  test.each([
    { one: "abcdefg", other: "zcavwxy", p: 0.9, expected: 0.28821728571428573 },
    { one: "abcde", other: "bad", p: 0.9, expected: 0.779445 },
    { one: "abc", other: "abc", p: 0.9, expected: 1 },
    { one: "abc", other: "xyz", p: 0.9, expected: 0 },
    { one: "a", other: "bca", p: 0.9, expected: 0.27 },
    { one: "abcd", other: "dcba", p: 0.9, expected: 0.783 },
    { one: "ab", other: "abcdef", p: 0.9, expected: 1 },
    { one: "abcdefg", other: "zcavwxy", p: 0.5, expected: 0.1367559523809524 },
    { one: "abcde", other: "bad", p: 0.5, expected: 0.44479166666666664 },
    { one: "a", other: "bca", p: 0.5, expected: 0.08333333333333333 },
    { one: "abcd", other: "dcba", p: 0.5, expected: 0.20833333333333334 },
  ])("matches another program: $one and $other at $p", ({ one, other, p, expected }) => {
    expect(rankBiasedOverlap([...one], [...other], p)).toBeCloseTo(expected, 12);
  });

  describe("rankBiasedOverlap for random lists", () => {
    it("is between 0 and 1, and does not change if the rankings are swapped", () => {
      fc.assert(
        fc.property(someRankings, someRankings, persistences, (one, other, p) => {
          const value = rankBiasedOverlap(one, other, p);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1 + 1e-12);
          expect(rankBiasedOverlap(other, one, p)).toBeCloseTo(value, 12);
        }),
        manyRuns,
      );
    });

    it("is 1 for equal rankings and for their beginnings, and 0 for rankings without a common document", () => {
      fc.assert(
        fc.property(someRankings, fc.nat(), persistences, (ranking, end, p) => {
          const beginning = ranking.slice(0, 1 + (end % ranking.length));
          expect(rankBiasedOverlap(ranking, beginning, p)).toBeCloseTo(1, 12);
          expect(
            rankBiasedOverlap(
              ranking,
              ranking.map((id) => `not ${id}`),
              p,
            ),
          ).toBe(0);
        }),
        manyRuns,
      );
    });
  });

  it("is 0 if one ranking is empty, and undefined if both rankings are empty", () => {
    expect(rankBiasedOverlap([], ["a"], 0.9)).toBe(0);
    expect(rankBiasedOverlap([], [], 0.9)).toBeNaN();
  });

  it("counts a repeated document at its first position", () => {
    expect(rankBiasedOverlap(["a", "a", "b"], ["b"], 0.9)).toBe(rankBiasedOverlap(["a", "b"], ["b"], 0.9));
  });

  it.each([0, 1, -0.5, Number.NaN])("rejects p = %s", (p) => {
    expect(() => rankBiasedOverlap(["a"], ["a"], p)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", details: { p } }),
    );
  });
});
