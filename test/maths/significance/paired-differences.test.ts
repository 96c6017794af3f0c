import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  effectSize,
  pairedDifferences,
  pairedTTest,
  winsTiesLosses,
} from "../../../src/maths/significance/paired-tests.ts";
import { manyRuns, somePairs } from "../../support/some-pairs.ts";

describe("pairedDifferences", () => {
  // By hand.
  it("subtracts the second sample from the first, and rounds to 1e-12", () => {
    expect([...pairedDifferences([0.3, 0.2, 0.5], [0.2, 0.3, 0.5])]).toEqual([0.1, -0.1, 0]);
  });

  describe("properties", () => {
    it("pairedDifferences changes signs if the samples are swapped", () => {
      fc.assert(
        fc.property(somePairs(0, 20), ({ x, y }) => {
          expect([...pairedDifferences(y, x)]).toEqual([...pairedDifferences(x, y)].map((value) => 0 - value));
        }),
        manyRuns,
      );
    });
  });

  describe("edge cases", () => {
    it("pairedDifferences does not modify its inputs", () => {
      const x = Object.freeze([1, 2]);
      const y = Float64Array.of(3, 4);
      expect([...pairedDifferences(x, y)]).toEqual([-2, -2]);
      expect([...y]).toEqual([3, 4]);
    });
  });

  describe("errors", () => {
    it.each([
      { x: [1, 2], y: [1], details: { first: 2, second: 1 } },
      { x: [1, Number.NaN], y: [1, 0], details: { index: 1, first: Number.NaN, second: 0 } },
    ])("pairedDifferences rejects the samples $x and $y", ({ x, y, details }) => {
      expect(() => pairedDifferences(x, y)).toThrow(expect.objectContaining({ code: "INVALID_OPTION", details }));
    });
  });
});

describe("winsTiesLosses", () => {
  // By hand.
  it("counts the queries in which the first sample is higher, equal and lower", () => {
    expect(winsTiesLosses([1, 0.5, 0.2, 0.9], [0, 0.5, 0.3, 0.1])).toEqual({ wins: 2, ties: 1, losses: 1 });
  });

  describe("properties", () => {
    it("winsTiesLosses counts every query once, and swaps wins and losses if the samples are swapped", () => {
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

  describe("edge cases", () => {
    it("winsTiesLosses treats scores that differ in their last bits as equal", () => {
      expect(winsTiesLosses([0.1 + 0.2], [0.3])).toEqual({ wins: 0, ties: 1, losses: 0 });
    });
  });

  describe("errors", () => {
    it("winsTiesLosses rejects unequal lengths", () => {
      expect(() => winsTiesLosses([1], [])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    });
  });
});

const x = [0.5, 0.7, 0.31, 0.9, 0.12, 0.4, 0.66, 0.81, 0.25, 0.3, 0.72, 0.44];
const y = [0.4, 0.7, 0.35, 0.6, 0.1, 0.45, 0.5, 0.61, 0.25, 0.1, 0.62, 0.5];

describe("effectSize", () => {
  // numpy: d = x - y; d.mean() / d.std(ddof=1)
  it("matches numpy", () => {
    expect(effectSize(x, y)).toBeCloseTo(0.6601044160327607, 13);
  });

  describe("properties", () => {
    it("effectSize is t / sqrt(n), and changes sign if the samples are swapped", () => {
      fc.assert(
        fc.property(somePairs(2, 20), ({ x, y }) => {
          const found = effectSize(x, y);
          fc.pre(found !== null);
          expect(Number(found) * Math.sqrt(x.length)).toBeCloseTo(Number(pairedTTest(x, y)?.t), 9);
          expect(effectSize(y, x)).toBeCloseTo(-Number(found), 9);
        }),
        manyRuns,
      );
    });
  });

  describe("edge cases", () => {
    it("effectSize is null for fewer than two pairs, or if all differences are equal up to their last bits", () => {
      expect(effectSize([0.3, 0.2], [0.2, 0.1])).toBeNull();
      expect(effectSize([1, 1], [1, 1])).toBeNull();
      expect(effectSize([1], [0])).toBeNull();
      expect(effectSize([], [])).toBeNull();
    });
  });

  describe("errors", () => {
    it("effectSize rejects unequal lengths", () => {
      expect(() => effectSize([1], [])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    });
  });
});
