import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { midRanks, pearson, spearman } from "../../../src/maths/correlation/rank-correlation.ts";
import { manyRuns, somePairs } from "../../support/some-pairs.ts";

describe("midRanks", () => {
  // scipy 1.17: scipy.stats.rankdata(values)
  it("matches scipy", () => {
    expect([...midRanks([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5])]).toEqual([4.5, 1.5, 6, 1.5, 8, 11, 3, 10, 8, 4.5, 8]);
  });

  describe("properties", () => {
    it("midRanks is the number of smaller values plus the middle position among equal values", () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: -5, max: 5 })), (values) => {
          const expected = values.map((value) => {
            const below = values.filter((other) => other < value).length;
            return below + (values.filter((other) => other === value).length + 1) / 2;
          });
          expect([...midRanks(values)]).toEqual(expected);
        }),
        manyRuns,
      );
    });
  });

  describe("edge cases", () => {
    it("midRanks returns no ranks for an empty list, and does not modify its input", () => {
      expect([...midRanks([])]).toEqual([]);
      const values = Object.freeze([10, 9]);
      expect([...midRanks(values)]).toEqual([2, 1]);
    });
  });
});

const x = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8];
const y = [2, 1, 3, 2, 6, 7, 2, 5, 5, 1, 7, 9];

describe("pearson", () => {
  // scipy 1.17: scipy.stats.pearsonr(x, y).statistic
  it("matches scipy", () => {
    expect(pearson(x, y)).toBeCloseTo(0.8840690676442415, 14);
  });

  describe("properties", () => {
    it("pearson is in -1..1, symmetric, and changes sign if one series is negated", () => {
      fc.assert(
        fc.property(somePairs(0, 20), ({ x, y }) => {
          const found = pearson(x, y);
          fc.pre(found !== null);
          expect(Math.abs(Number(found))).toBeLessThanOrEqual(1);
          expect(pearson(y, x)).toBeCloseTo(Number(found), 12);
          expect(
            pearson(
              x,
              y.map((value) => -value),
            ),
          ).toBeCloseTo(-Number(found), 12);
          expect(pearson(x.toReversed(), y.toReversed())).toBeCloseTo(Number(found), 12);
        }),
        manyRuns,
      );
    });

    it("pearson does not change if a series is scaled and shifted", () => {
      fc.assert(
        fc.property(somePairs(2, 20), ({ x, y }) => {
          const found = pearson(x, y);
          fc.pre(found !== null);
          expect(
            pearson(
              x,
              y.map((value) => 3 * value - 7),
            ),
          ).toBeCloseTo(Number(found), 10);
        }),
        manyRuns,
      );
    });
  });

  describe("edge cases", () => {
    it("pearson is null if a series is constant or has fewer than two values", () => {
      expect(pearson([1, 2, 3], [0.1, 0.1, 0.1])).toBeNull();
      expect(pearson([0.7, 0.7], [1, 2])).toBeNull();
      expect(pearson([1], [1])).toBeNull();
      expect(pearson([], [])).toBeNull();
    });
  });

  describe("errors", () => {
    it("pearson rejects unequal lengths and NaN", () => {
      expect(() => pearson([1], [])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
      expect(() => pearson([1, 2], [1, Number.NaN])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    });
  });
});

describe("spearman", () => {
  // scipy 1.17: scipy.stats.spearmanr(x, y).statistic
  it("matches scipy", () => {
    expect(spearman(x, y)).toBeCloseTo(0.8801445210192381, 14);
  });

  describe("properties", () => {
    it("spearman is in -1..1, symmetric, and changes sign if one series is negated", () => {
      fc.assert(
        fc.property(somePairs(0, 20), ({ x, y }) => {
          const found = spearman(x, y);
          fc.pre(found !== null);
          expect(Math.abs(Number(found))).toBeLessThanOrEqual(1);
          expect(spearman(y, x)).toBeCloseTo(Number(found), 12);
          expect(
            spearman(
              x,
              y.map((value) => -value),
            ),
          ).toBeCloseTo(-Number(found), 12);
          expect(spearman(x.toReversed(), y.toReversed())).toBeCloseTo(Number(found), 12);
        }),
        manyRuns,
      );
    });

    it("spearman is 1 for a series and an increasing function of it", () => {
      fc.assert(
        fc.property(somePairs(2, 20), ({ x }) => {
          const found = spearman(
            x,
            x.map((value) => value ** 3 + 1),
          );
          fc.pre(found !== null);
          expect(found).toBeCloseTo(1, 13);
        }),
        manyRuns,
      );
    });
  });

  describe("edge cases", () => {
    it("spearman is null if a series is constant or has fewer than two values", () => {
      expect(spearman([1, 2, 3], [0.1, 0.1, 0.1])).toBeNull();
      expect(spearman([0.7, 0.7], [1, 2])).toBeNull();
      expect(spearman([1], [1])).toBeNull();
      expect(spearman([], [])).toBeNull();
    });

    it("spearman treats scores that differ in their last bits as equal", () => {
      expect(spearman([0.3, 0.1 + 0.2, 0.5], [1, 1, 2])).toBe(1);
    });
  });

  describe("errors", () => {
    it("spearman rejects unequal lengths and NaN", () => {
      expect(() => spearman([1], [])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
      expect(() => spearman([1, 2], [1, Number.NaN])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    });
  });
});
