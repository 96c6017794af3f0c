import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { midRanks } from "../../../src/maths/correlation/mid-ranks.ts";
import { manyRuns } from "../../support/some-pairs.ts";

describe("midRanks", () => {
  // scipy 1.17: scipy.stats.rankdata(values)
  it("gives the ranks of scipy", () => {
    expect([...midRanks([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5])]).toEqual([4.5, 1.5, 6, 1.5, 8, 11, 3, 10, 8, 4.5, 8]);
  });

  describe("shape of the answer", () => {
    it("counts for each value those below, and half of those equal", () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: -5, max: 5 })), (values) => {
          const expected = values.map((value) => {
            const below = values.filter((other) => other < value).length;
            return below + (values.filter((other) => other === value).length + 1) / 2;
          });
          expect([...midRanks(values)]).toEqual(expected);
        }),
        manyRuns,
      );
    });
  });

  describe("edges", () => {
    it("is empty for no values, and leaves others as they were", () => {
      expect([...midRanks([])]).toEqual([]);
      const values = Object.freeze([10, 9]);
      expect([...midRanks(values)]).toEqual([2, 1]);
    });
  });
});
