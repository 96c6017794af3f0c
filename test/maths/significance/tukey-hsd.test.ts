import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/maths/random.ts";
import { pairedTTest } from "../../../src/maths/significance/paired-tests.ts";
import { tukeyHsd } from "../../../src/maths/significance/tukey-hsd.ts";
import { runs } from "../../support/property.ts";
import { somePairs } from "../../support/some-pairs.ts";

const runsOfFour = [
  [0.634, 0.823, 0.773, 0.281, 0.193, 0.837, 0, 0.718, 0.65, 0.449, 0.202, 0.3],
  [0.688, 0.932, 0.624, 0.232, 0.346, 0.933, 0, 0.833, 0.769, 0.453, 0.438, 0.264],
  [0.742, 1.088, 0.849, 0.336, 0.429, 0.999, 0.027, 0.947, 1.026, 0.464, 0.492, 0.408],
  [0.704, 1.187, 0.967, 0.259, 0.436, 1.05, 0.12, 1.006, 0.922, 0.651, 0.548, 0.354],
];

describe("tukeyHsd", () => {
  // numpy and scipy 1.17: r = X - X.mean(0) - X.mean(1)[:, None] + X.mean(); s2 = (r**2).sum() / 33;
  //   p = scipy.stats.studentized_range.sf(abs(difference) / sqrt(s2 / 12), 4, 33); interval by .ppf(.95, 4, 33)
  it("matches numpy and scipy", () => {
    const found = tukeyHsd(runsOfFour);
    expect(found?.degreesOfFreedom).toBe(33);
    expect(found?.residualVariance).toBeCloseTo(0.0050562531565656555, 15);
    const expected = [
      [0, 1, -0.0543333333333334, 0.2595626190853638, -0.13285646770273501, 0.0241898010360682],
      [0, 2, -0.16225, 1.8639359541383627e-5, -0.24077313436940168, -0.08372686563059846],
      [0, 3, -0.1953333333333332, 6.713506834898908e-7, -0.2738564677027348, -0.11681019896393159],
      [1, 2, -0.10791666666666666, 0.003954987825182332, -0.18643980103606828, -0.02939353229726506],
      [1, 3, -0.141, 0.00015857141575847944, -0.2195231343694014, -0.06247686563059819],
      [2, 3, -0.03308333333333313, 0.6680979411002885, -0.11160646770273473, 0.04543980103606847],
    ] as const;
    expect(found?.pairs.length).toBe(6);
    expected.forEach(([first, second, difference, p, low, high], place) => {
      const pair = found?.pairs[place];
      expect([pair?.first, pair?.second]).toEqual([first, second]);
      expect(pair?.difference).toBeCloseTo(difference, 12);
      expect(pair?.p).toBeCloseTo(p, 10);
      expect(pair?.interval[0]).toBeCloseTo(low, 10);
      expect(pair?.interval[1]).toBeCloseTo(high, 10);
    });
  });

  describe("properties", () => {
    it("tukeyHsd matches the paired t test for two runs", () => {
      fc.assert(
        fc.property(somePairs(8, 20), ({ x, y }) => {
          const pair = tukeyHsd([x, y])?.pairs[0];
          const test = pairedTTest(x, y);
          expect(pair?.p).toBeCloseTo(Number(test?.p), 9);
          expect(pair?.difference).toBeCloseTo(Number(test?.mean), 11);
          expect(pair?.interval[0]).toBeCloseTo(Number(test?.interval[0]), 9);
          expect(pair?.interval[1]).toBeCloseTo(Number(test?.interval[1]), 9);
        }),
        { ...runs, numRuns: 50 },
      );
    });

    it("tukeyHsd does not depend on the order of runs or queries, or on shifts of a query in all runs", () => {
      const other = tukeyHsd(runsOfFour.toReversed().map((run) => run.toReversed().map((value, at) => value + at / 3)));
      const found = tukeyHsd(runsOfFour);
      expect(other?.residualVariance).toBeCloseTo(Number(found?.residualVariance), 14);
      expect(other?.pairs[0]?.difference).toBeCloseTo(-Number(found?.pairs[5]?.difference), 12);
      expect(other?.pairs[0]?.p).toBeCloseTo(Number(found?.pairs[5]?.p), 10);
    });
  });

  describe("edge cases", () => {
    it("tukeyHsd returns p 0 for runs with a constant difference, and p 1 for equal runs", () => {
      const run = [0.1, 0.2, 0.7];
      const found = tukeyHsd([run, run.map((value) => value + 0.1), run]);
      expect(found?.residualVariance).toBe(0);
      expect(found?.pairs.map(({ p }) => p)).toEqual([0, expect.closeTo(1, 12), 0]);
      expect(found?.pairs[0]?.interval).toEqual([-0.1, -0.1]);
    });

    it("tukeyHsd returns null for fewer than two queries", () => {
      expect(tukeyHsd([[1], [2]])).toBeNull();
      expect(tukeyHsd([[], []])).toBeNull();
    });

    it("tukeyHsd compares all pairs of 20 runs on 225 queries", () => {
      const random = seededRandom(1);
      const many = Array.from({ length: 20 }, (_, run) => Array.from({ length: 225 }, () => random() + run / 100));
      expect(tukeyHsd(many)?.pairs.length).toBe(190);
    });
  });

  describe("errors", () => {
    it.each([0, 1])("tukeyHsd rejects %s runs", (count) => {
      expect(() => tukeyHsd(runsOfFour.slice(0, count))).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { runs: count } }),
      );
    });

    it("tukeyHsd rejects runs of unequal length, NaN and a level in per cent", () => {
      expect(() => tukeyHsd([[1, 2], [1]])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
      expect(() =>
        tukeyHsd([
          [1, 2],
          [1, Number.NaN],
        ]),
      ).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
      expect(() => tukeyHsd(runsOfFour, { level: 95 })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { level: 95 } }),
      );
    });
  });
});
