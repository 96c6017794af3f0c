import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { setOverlap } from "../../../src/measure/measures/set-overlap.ts";
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
          expect(candidate + reference - shared).toBe(new Set([...one, ...other]).size);
        }),
        runs,
      );
    });
  });

  describe("edges", () => {
    it("is 0 for nothing", () => {
      expect(setOverlap([], [])).toEqual({ candidate: 0, reference: 0, shared: 0 });
    });
  });
});
