import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graded } from "../../../src/label/label-functions/graded.ts";
import { runs } from "../../support/property.ts";

describe("graded", () => {
  // The docstring's own case: 1/5/10/20 gives 4 to rank 0, 3 to ranks 1-4, 2 to 5-9, 1 to 10-19.
  it.each([
    { rank: 0, grade: 4 },
    { rank: 1, grade: 3 },
    { rank: 4, grade: 3 },
    { rank: 5, grade: 2 },
    { rank: 9, grade: 2 },
    { rank: 10, grade: 1 },
    { rank: 19, grade: 1 },
    { rank: 20, grade: 0 },
    { rank: 1000, grade: 0 },
  ])("gives rank $rank the grade $grade by default", ({ rank, grade }) => {
    expect(graded.make(graded.defaults)(rank)).toBe(grade);
  });

  describe("shape of the answer", () => {
    it("has as many grades above 0 as depths, each used", () => {
      const depths = fc
        .uniqueArray(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 8 })
        .map((given) => given.toSorted((one, other) => one - other));
      fc.assert(
        fc.property(depths, (given) => {
          const labelOf = graded.make({ depths: Object.freeze(given) });
          const grades = new Set(Array.from({ length: 101 }, (_, rank) => labelOf(rank)));
          expect([...grades].sort((one, other) => one - other)).toEqual([...given.keys(), given.length]);
        }),
        runs,
      );
    });
  });

  describe("errors", () => {
    it.each([[[5, 1]], [[5, 5]], [[0]], [[-1, 3]], [[1.5]]])("rejects depths %j", (depths) => {
      expect(() => graded.make({ depths })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { depths } }),
      );
    });
  });
});
