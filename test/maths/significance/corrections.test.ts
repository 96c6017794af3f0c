import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { benjaminiHochberg, bonferroni, holm } from "../../../src/maths/significance/corrections.ts";
import { manyRuns } from "../../support/some-pairs.ts";

describe("bonferroni", () => {
  // By hand: 3 p, at most 1.
  it("multiplies p-values by the number of comparisons, up to 1", () => {
    const found = bonferroni([0.01, 0.5, 0.03]);
    expect(found[0]).toBeCloseTo(0.03, 15);
    expect(found[1]).toBe(1);
    expect(found[2]).toBeCloseTo(0.09, 15);
  });

  describe("edge cases", () => {
    it("bonferroni returns no values for an empty list, returns a single value unchanged, and does not modify its input", () => {
      expect(bonferroni([])).toEqual([]);
      expect(bonferroni([0.3])).toEqual([0.3]);
      const given = Object.freeze([0.04, 0.01]);
      bonferroni(given);
      expect(given).toEqual([0.04, 0.01]);
    });
  });

  describe("errors", () => {
    it("bonferroni rejects a value that is not a probability, and names its index", () => {
      expect(() => bonferroni([0.1, Number.NaN])).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { index: 1, p: Number.NaN } }),
      );
    });
  });
});

const someP = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 });

describe("holm", () => {
  // R: p.adjust(c(.01, .04, .03, .005), "holm"), worked by hand: 4 · .005, 3 · .01, 2 · .03, then .04 held at .06.
  it("multiplies p-values by falling factors, never lets them fall, and returns them in the given order", () => {
    const found = holm([0.01, 0.04, 0.03, 0.005]);
    [0.03, 0.06, 0.06, 0.02].forEach((expected, index) => {
      expect(found[index]).toBeCloseTo(expected, 15);
    });
  });

  describe("properties", () => {
    it("holm is between the raw p and Bonferroni's p, and keeps the order of the raw p-values", () => {
      fc.assert(
        fc.property(someP, (values) => {
          const found = holm(values);
          const upper = bonferroni(values);
          found.forEach((p, index) => {
            expect(p).toBeGreaterThanOrEqual(values[index] ?? 0);
            expect(p).toBeLessThanOrEqual(upper[index] ?? 1);
            expect(found.every((other, place) => (values[place] ?? 0) < (values[index] ?? 0) || other >= p)).toBe(true);
          });
          expect(holm(values.toReversed()).toReversed()).toEqual(found);
        }),
        manyRuns,
      );
    });
  });

  describe("edge cases", () => {
    it("holm returns no values for an empty list, returns a single value unchanged, and does not modify its input", () => {
      expect(holm([])).toEqual([]);
      expect(holm([0.3])).toEqual([0.3]);
      const given = Object.freeze([0.04, 0.01]);
      holm(given);
      expect(given).toEqual([0.04, 0.01]);
    });
  });

  describe("errors", () => {
    it("holm rejects a value that is not a probability, and names its index", () => {
      expect(() => holm([0.1, Number.NaN])).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { index: 1, p: Number.NaN } }),
      );
    });
  });
});

describe("benjaminiHochberg", () => {
  // scipy 1.17: scipy.stats.false_discovery_control([.01, .04, .03, .005, .5])
  it("matches scipy", () => {
    const found = benjaminiHochberg([0.01, 0.04, 0.03, 0.005, 0.5]);
    [0.025, 0.05, 0.05, 0.025, 0.5].forEach((expected, index) => {
      expect(found[index]).toBeCloseTo(expected, 15);
    });
  });

  describe("properties", () => {
    it("benjaminiHochberg is between the raw p and Holm's p, and keeps the order of the raw p-values", () => {
      fc.assert(
        fc.property(someP, (values) => {
          const found = benjaminiHochberg(values);
          const upper = holm(values);
          found.forEach((p, index) => {
            expect(p).toBeGreaterThanOrEqual((values[index] ?? 0) * (1 - 1e-15));
            expect(p).toBeLessThanOrEqual((upper[index] ?? 1) * (1 + 1e-15));
            expect(found.every((other, place) => (values[place] ?? 0) < (values[index] ?? 0) || other >= p)).toBe(true);
          });
          expect(benjaminiHochberg(values.toReversed()).toReversed()).toEqual(found);
        }),
        manyRuns,
      );
    });
  });

  describe("edge cases", () => {
    it("benjaminiHochberg returns no values for an empty list, returns a single value unchanged, and does not modify its input", () => {
      expect(benjaminiHochberg([])).toEqual([]);
      expect(benjaminiHochberg([0.3])).toEqual([0.3]);
      const given = Object.freeze([0.04, 0.01]);
      benjaminiHochberg(given);
      expect(given).toEqual([0.04, 0.01]);
    });
  });

  describe("errors", () => {
    it("benjaminiHochberg rejects a value that is not a probability, and names its index", () => {
      expect(() => benjaminiHochberg([0.1, Number.NaN])).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { index: 1, p: Number.NaN } }),
      );
    });
  });
});

describe("typed arrays of p-values", () => {
  // By hand: 3 · p; Holm 3 · .01, 2 · .03, .04 held at .06; Benjamini-Hochberg 3 · .01, 3/3 · .04, 3/2 · .03 held at .04.
  it.each([
    [bonferroni, [0.03, 0.12, 0.09]],
    [holm, [0.03, 0.06, 0.06]],
    [benjaminiHochberg, [0.03, 0.04, 0.04]],
  ])("are corrected like lists: %o", (correct, expected) => {
    expect(correct(Float64Array.of(0.01, 0.04, 0.03))).toEqual(expected.map((p) => expect.closeTo(p, 15)));
  });
});
