import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { fMeasure } from "../../../src/measure/measures/f-measure.ts";
import { runs } from "../../support/property.ts";

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
