import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { fMeasure, precision, recall, setOverlap } from "../../../src/measure/measures/graded/compatibility.ts";
import { runs } from "../../support/property.ts";

const keys = fc.array(fc.constantFrom("a", "b", "c", "d", "", "__proto__"));

describe("setOverlap", () => {
  // Counted by hand: {a, b} and {b, c, d} share b.
  it("counts each key once per list", () => {
    expect(setOverlap(["a", "b", "a"], ["b", "b", "c", "d"])).toEqual({ candidate: 2, reference: 3, shared: 1 });
  });

  describe("setOverlap for random values", () => {
    it("swaps its counts if the lists are swapped", () => {
      fc.assert(
        fc.property(keys, keys, (one, other) => {
          const { candidate, reference, shared } = setOverlap(one, other);
          expect(setOverlap(other, one)).toEqual({ candidate: reference, reference: candidate, shared });
        }),
        runs,
      );
    });

    it("counts the keys that both lists have as shared", () => {
      fc.assert(
        fc.property(keys, keys, (one, other) => {
          const { candidate, reference, shared } = setOverlap(one, other);
          // The empty titles of the lists are two documents.
          const empty = one.includes("") && other.includes("") ? 1 : 0;
          expect(candidate + reference - shared).toBe(new Set([...one, ...other]).size + empty);
        }),
        runs,
      );
    });
  });

  describe("setOverlap in edge cases", () => {
    // Like an unjudged document in trec_eval: retrieved, but not relevant.
    it("counts an empty title as a result that is not in the other list", () => {
      expect(setOverlap(["", "a"], ["", "a", "b"])).toEqual({ candidate: 2, reference: 3, shared: 1 });
    });

    it("is 0 for empty lists", () => {
      expect(setOverlap([], [])).toEqual({ candidate: 0, reference: 0, shared: 0 });
    });
  });
});

describe("precision", () => {
  it("is the share of the candidate's results that the reference has", () => {
    expect(precision({ candidate: 4, reference: 10, shared: 1 })).toBe(0.25);
  });

  describe("precision in edge cases", () => {
    it("is undefined if the candidate returned no results", () => {
      expect(precision({ candidate: 0, reference: 10, shared: 0 })).toBeNaN();
    });

    it("is 0 if the lists have no title in common", () => {
      expect(precision({ candidate: 3, reference: 0, shared: 0 })).toBe(0);
    });
  });
});

describe("recall", () => {
  it("is the share of the reference's results that the candidate has", () => {
    expect(recall({ candidate: 10, reference: 4, shared: 1 })).toBe(0.25);
  });

  describe("recall in edge cases", () => {
    it("is 0, not undefined, if the candidate returned no results", () => {
      expect(recall({ candidate: 0, reference: 4, shared: 0 })).toBe(0);
    });

    it("is undefined without a reference", () => {
      expect(recall({ candidate: 3, reference: 0, shared: 0 })).toBeNaN();
    });
  });
});

const share = fc.double({ min: 0, max: 1, noNaN: true });

describe("fMeasure", () => {
  // Worked by hand: 2PR / (P + R).
  test.each([
    { precision: 0.5, recall: 0.5, expected: 0.5 },
    { precision: 1, recall: 0.5, expected: 2 / 3 },
    { precision: 0.25, recall: 0.75, expected: 0.375 },
    { precision: 1, recall: 0, expected: 0 },
  ])("is $expected for precision $precision and recall $recall", ({ precision, recall, expected }) => {
    expect(fMeasure(precision, recall)).toBeCloseTo(expected, 12);
  });

  describe("fMeasure for random values", () => {
    it("is between precision and recall, and does not change if they are swapped", () => {
      fc.assert(
        fc.property(share, share, (precision, recall) => {
          fc.pre(precision + recall > 1e-6);
          const value = fMeasure(precision, recall);
          expect(value).toBe(fMeasure(recall, precision));
          expect(value).toBeGreaterThanOrEqual(Math.min(precision, recall) - 1e-9);
          expect(value).toBeLessThanOrEqual(Math.max(precision, recall) + 1e-9);
        }),
        runs,
      );
    });
  });

  describe("fMeasure in edge cases", () => {
    it("is undefined if precision and recall are 0, or if one of them is undefined", () => {
      expect(fMeasure(0, 0)).toBeNaN();
      expect(fMeasure(Number.NaN, 0)).toBeNaN();
      expect(fMeasure(0.5, Number.NaN)).toBeNaN();
    });
  });
});
