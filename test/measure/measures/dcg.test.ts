import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { dcg } from "../../../src/measure/measures/dcg.ts";
import { runs } from "../../support/property.ts";

const labelList = fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { maxLength: 40 });

describe("dcg", () => {
  // product.md, "Worked numbers"; IDCG is the DCG of the labels sorted descending. 36.5953 = 15/1 + 7/log2 3 + 31/2 +
  // 3/log2 5 + 1/log2 6, worked by hand.
  test.each([
    { name: "linear", labels: [2, 4, 5, 3, 1, 1], gain: "linear", expected: 9.05880868285, digits: 10 },
    { name: "linear, ideal order", labels: [5, 4, 3, 2, 1, 1], gain: "linear", expected: 10.628132, digits: 6 },
    { name: "exponential", labels: [4, 3, 5, 2, 1], gain: "exponential", expected: 36.5953, digits: 4 },
    { name: "exponential, ideal order", labels: [5, 4, 3, 2, 1], gain: "exponential", expected: 45.6428, digits: 4 },
  ] as const)("reproduces the published value: $name", ({ labels, gain, expected, digits }) => {
    // Some sources truncate: one in the last printed digit is granted.
    expect(Math.abs(dcg(labels, { gain }) - expected)).toBeLessThan(10 ** -digits);
  });

  describe("shape of the answer", () => {
    it("adds one discounted gain a position", () => {
      fc.assert(
        fc.property(labelList, fc.double({ min: 0, max: 10, noNaN: true }), (labels, next) => {
          const gain = next / Math.log2(labels.length + 2);
          expect(dcg([...labels, next])).toBeCloseTo(dcg(labels) + gain, 9);
        }),
        runs,
      );
    });

    it("is linear in the labels", () => {
      fc.assert(
        fc.property(labelList, (labels) => {
          expect(dcg(labels.map((label) => 3 * label))).toBeCloseTo(3 * dcg(labels), 8);
        }),
        runs,
      );
    });

    it("cut off equals that of the first labels, with either gain", () => {
      const gains = fc.constantFrom("linear" as const, "exponential" as const);
      fc.assert(
        fc.property(labelList, fc.integer({ min: 1, max: 50 }), gains, (labels, cutoff, gain) => {
          expect(dcg(labels, { cutoff, gain })).toBe(dcg(labels.slice(0, cutoff), { gain }));
        }),
        runs,
      );
    });
  });

  describe("edges", () => {
    it("is 0 for an empty list and for labels of 0", () => {
      expect(dcg([])).toBe(0);
      expect(dcg([0, 0, 0], { gain: "exponential" })).toBe(0);
    });

    it("does not discount the first position", () => {
      expect(dcg([3])).toBe(3);
    });

    it("takes a cutoff beyond the list", () => {
      expect(dcg([1, 1], { cutoff: 1000 })).toBe(dcg([1, 1]));
    });

    it("reads typed arrays and leaves frozen inputs as they were", () => {
      const labels = Object.freeze([2, 4, 5]);
      expect(dcg(Float64Array.from(labels))).toBe(dcg(labels));
      expect(labels).toEqual([2, 4, 5]);
    });
  });

  describe("errors", () => {
    it.each([0, -1, 1.5, Number.NaN, Number.NEGATIVE_INFINITY])("rejects cutoff %s", (cutoff) => {
      expect(() => dcg([1], { cutoff })).toThrow(
        expect.objectContaining({ code: "INVALID_CUTOFF", details: { cutoff } }),
      );
    });

    it.each([-2, -1e-9, Number.NaN, Number.POSITIVE_INFINITY])("names the index of the label %s", (label) => {
      expect(() => dcg([1, label])).toThrow(
        expect.objectContaining({ code: "INVALID_LABEL", details: { index: 1, label } }),
      );
    });

    it("finds a wrong label beyond the cutoff too", () => {
      expect(() => dcg([1, 1, -2], { cutoff: 1 })).toThrow(
        expect.objectContaining({ code: "INVALID_LABEL", details: { index: 2, label: -2 } }),
      );
    });
  });
});
