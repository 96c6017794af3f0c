import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inverse } from "../../../src/label/label-functions/inverse.ts";
import { runs } from "../../support/property.ts";

describe("inverse", () => {
  // product.md, step 5.
  it("is 5, 2.5, 1.667, 1.25, 1 by default", () => {
    const labelOf = inverse.make(inverse.defaults);
    expect([0, 1, 2, 3, 4].map((rank) => Number(labelOf(rank).toFixed(3)))).toEqual([5, 2.5, 1.667, 1.25, 1]);
  });

  describe("shape of the answer", () => {
    it("times rank + 1 is the top again", () => {
      fc.assert(
        fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.nat(10_000), (top, rank) => {
          expect(inverse.make({ top: [top] })(rank) * (rank + 1)).toBeCloseTo(top, 6);
        }),
        runs,
      );
    });
  });

  describe("errors", () => {
    it("rejects a top below 0", () => {
      expect(() => inverse.make({ top: [-1] })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { name: "top", value: -1 } }),
      );
    });
  });
});
