import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { fMeasure, precision, recall, setOverlap } from "../../../src/measure/measures/graded/compatibility.ts";
import { runs } from "../../support/property.ts";

const keys = fc.array(fc.constantFrom("a", "b", "c", "d", "", "__proto__"));

describe("setOverlap", () => {
  // Counted by hand: {a, b} and {b, c, d} share b.
  it("counts each key once on either side", () => {
    expect(setOverlap(["a", "b", "a"], ["b", "b", "c", "d"])).toEqual({ candidate: 2, reference: 3, shared: 1 });
  });

  describe("shape of the answer", () => {
    it("is turned round when the sides are", () => {
      fc.assert(
        fc.property(keys, keys, (one, other) => {
          const { candidate, reference, shared } = setOverlap(one, other);
          expect(setOverlap(other, one)).toEqual({ candidate: reference, reference: candidate, shared });
        }),
        runs,
      );
    });

    it("shares what both together count twice", () => {
      fc.assert(
        fc.property(keys, keys, (one, other) => {
          const { candidate, reference, shared } = setOverlap(one, other);
          // An empty title of each list is two documents.
          const empty = one.includes("") && other.includes("") ? 1 : 0;
          expect(candidate + reference - shared).toBe(new Set([...one, ...other]).size + empty);
        }),
        runs,
      );
    });
  });

  describe("edges", () => {
    // As trec_eval counts a document that nobody judged: retrieved, and not relevant.
    it("counts an empty title as a result that the other list does not have", () => {
      expect(setOverlap(["", "a"], ["", "a", "b"])).toEqual({ candidate: 2, reference: 3, shared: 1 });
    });

    it("is 0 for nothing", () => {
      expect(setOverlap([], [])).toEqual({ candidate: 0, reference: 0, shared: 0 });
    });
  });
});

describe("precision", () => {
  it("is the shared share of what the candidate returned", () => {
    expect(precision({ candidate: 4, reference: 10, shared: 1 })).toBe(0.25);
  });

  describe("edges", () => {
    it("is undefined where the candidate returned nothing", () => {
      expect(precision({ candidate: 0, reference: 10, shared: 0 })).toBeNaN();
    });

    it("is 0 where nothing is shared", () => {
      expect(precision({ candidate: 3, reference: 0, shared: 0 })).toBe(0);
    });
  });
});

describe("recall", () => {
  it("is the shared share of what the reference returned", () => {
    expect(recall({ candidate: 10, reference: 4, shared: 1 })).toBe(0.25);
  });

  describe("edges", () => {
    it("is 0, not undefined, where the candidate returned nothing", () => {
      expect(recall({ candidate: 0, reference: 4, shared: 0 })).toBe(0);
    });

    it("is undefined without reference", () => {
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

  describe("shape of the answer", () => {
    it("lies between precision and recall and treats them alike", () => {
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

  describe("edges", () => {
    it("is undefined where both are 0 or one is undefined", () => {
      expect(fMeasure(0, 0)).toBeNaN();
      expect(fMeasure(Number.NaN, 0)).toBeNaN();
      expect(fMeasure(0.5, Number.NaN)).toBeNaN();
    });
  });
});
