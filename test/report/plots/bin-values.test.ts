import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { binValues } from "../../../src/report/plots/axes.ts";
import { runs } from "../../support/property.ts";

describe("binValues", () => {
  // Whole numbers and steps of 5: numpy.histogram with the same edges. Tenths by hand (lower end <= value < upper end):
  // numpy puts 0.3 into the bin below it.
  test.each([
    {
      name: "tenths, and puts a value on an edge into the bin above it",
      values: [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.3, 0.55, 0.7, 0.95, 1],
      bins: 10,
      expected: { firstBin: 0, binWidth: 0.1, counts: [[1, 2, 2, 2, 0, 1, 0, 1, 0, 1, 1]] },
    },
    {
      name: "positions, with each position in the middle of a bin",
      values: [1, 1, 1, 2, 3, 3, 7, 10, 10],
      bins: 20,
      expected: { firstBin: 0.5, binWidth: 1, counts: [[3, 1, 2, 0, 0, 0, 1, 0, 0, 2]] },
    },
    {
      name: "fractions of both signs",
      values: [-7.5, -3, 0, 2.5, 12, 19.9, 20],
      bins: 6,
      expected: { firstBin: -10, binWidth: 5, counts: [[1, 1, 2, 0, 1, 1, 1]] },
    },
    {
      name: "many whole numbers in bins of five",
      values: [0, 4, 5, 49],
      bins: 10,
      expected: { firstBin: -0.5, binWidth: 5, counts: [[2, 1, 0, 0, 0, 0, 0, 0, 0, 1]] },
    },
  ])("counts $name", ({ values, bins, expected }) => {
    expect(binValues([values], bins)).toEqual(expected);
  });

  describe("properties", () => {
    const value = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }));
    const series = fc.array(fc.array(value, { maxLength: 30 }), { maxLength: 4 });

    it("binValues counts every value once, in bins that include all values", () => {
      fc.assert(
        fc.property(series, fc.integer({ min: 1, max: 40 }), (values, bins) => {
          const { firstBin, binWidth, counts } = binValues(values, bins);
          const end = firstBin + binWidth * (counts[0]?.length ?? 0);
          values.forEach((own, place) => {
            expect(counts[place]?.reduce((sum, count) => sum + count, 0)).toBe(own.length);
            // Ends are sums of rounded numbers, so a value on an edge may be beyond it in the last digits.
            const slack = binWidth * 1e-6;
            for (const number of own) {
              expect(number).toBeGreaterThanOrEqual(firstBin - slack);
              expect(number).toBeLessThan(end + slack);
            }
          });
        }),
        runs,
      );
    });

    it("binValues returns the same number of bins for every series, about as many as requested", () => {
      fc.assert(
        fc.property(series, fc.integer({ min: 1, max: 40 }), (values, bins) => {
          const { counts, binWidth } = binValues(values, bins);
          expect(binWidth).toBeGreaterThan(0);
          expect(new Set(counts.map((own) => own.length)).size).toBeLessThanOrEqual(1);
          // Round widths are at most sqrt(2) to sqrt(50 / 20) times too narrow (d3-array), and both ends add a bin.
          expect(counts[0]?.length ?? 0).toBeLessThanOrEqual(bins * 1.6 + 2);
        }),
        runs,
      );
    });
  });

  describe("edge cases", () => {
    it("binValues returns no bins without values", () => {
      expect(binValues([[], []], 10)).toEqual({ firstBin: 0, binWidth: 1, counts: [[], []] });
    });
    it("binValues leaves out values that are not finite", () => {
      const values = [Number.NaN, 0.5, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      expect(binValues([values], 2).counts).toEqual([[1]]);
    });
    it.each([[0], [7], [0.73], [-12.5], [1e9], [1e-12]])("binValues returns one bin if all values are %s", (value) => {
      const { firstBin, binWidth, counts } = binValues([[value, value]], 10);
      expect(counts).toEqual([[2]]);
      expect(firstBin).toBeLessThanOrEqual(value);
      expect(firstBin + binWidth).toBeGreaterThan(value);
    });
    it("binValues counts values that are 450 orders of magnitude apart", () => {
      expect(binValues([[1e-300, 1e150]], 4).counts[0]?.filter((count) => count > 0)).toEqual([1, 1]);
    });
    it("binValues does not change its input", () => {
      expect(() => binValues(Object.freeze([Object.freeze([3, 1, 2])]), 3)).not.toThrow();
    });
  });

  describe("errors", () => {
    it.each([0, -1, 1.5, Number.NaN])("binValues rejects %s bins", (bins) => {
      expect(() => binValues([[1]], bins)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { bins } }),
      );
    });
  });
});
