import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linear } from "../../../src/label/label-functions/linear.ts";
import { runs } from "../../support/property.ts";

describe("linear", () => {
  // Worked by hand: 4 * (1 - rank / 4).
  it("falls by the same step to 0", () => {
    const labelOf = linear.make({ top: [4], depth: [4] });
    expect([0, 1, 2, 3, 4, 5].map(labelOf)).toEqual([4, 3, 2, 1, 0, 0]);
  });

  describe("shape of the answer", () => {
    it("is the top at rank 0, positive above the depth, 0 from there on", () => {
      const ranges = [fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 300 }), fc.nat(600)] as const;
      fc.assert(
        fc.property(...ranges, (top, depth, rank) => {
          const labelOf = linear.make({ top: [top], depth: [depth] });
          expect(labelOf(0)).toBe(top);
          expect(labelOf(rank) > 0).toBe(rank < depth);
        }),
        runs,
      );
    });
  });

  describe("errors", () => {
    it.each([0, 1.5, Number.NaN])("rejects depth %s", (depth) => {
      expect(() => linear.make({ top: [5], depth: [depth] })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { name: "depth", value: depth } }),
      );
    });
  });
});
