import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { winsTiesLosses } from "../../../src/maths/significance/wins-ties-losses.ts";
import { manyRuns, somePairs } from "../../support/some-pairs.ts";

describe("winsTiesLosses", () => {
  // By hand.
  it("counts the queries where the first is higher, equal and lower", () => {
    expect(winsTiesLosses([1, 0.5, 0.2, 0.9], [0, 0.5, 0.3, 0.1])).toEqual({ wins: 2, ties: 1, losses: 1 });
  });

  describe("shape of the answer", () => {
    it("counts every query once, and swaps wins and losses with the samples", () => {
      fc.assert(
        fc.property(somePairs(0, 30), ({ x, y }) => {
          const { wins, ties, losses } = winsTiesLosses(x, y);
          expect(wins + ties + losses).toBe(x.length);
          expect(winsTiesLosses(y, x)).toEqual({ wins: losses, ties, losses: wins });
        }),
        manyRuns,
      );
    });
  });

  describe("edges", () => {
    it("takes scores that differ in their last bits for equal", () => {
      expect(winsTiesLosses([0.1 + 0.2], [0.3])).toEqual({ wins: 0, ties: 1, losses: 0 });
    });
  });

  describe("errors", () => {
    it("rejects unequal lengths", () => {
      expect(() => winsTiesLosses([1], [])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    });
  });
});
