import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pairedDifferences } from "../../../src/maths/significance/paired-differences.ts";
import { manyRuns, somePairs } from "../../support/some-pairs.ts";

describe("pairedDifferences", () => {
  // By hand.
  it("subtracts the second from the first, to 1e-12", () => {
    expect([...pairedDifferences([0.3, 0.2, 0.5], [0.2, 0.3, 0.5])]).toEqual([0.1, -0.1, 0]);
  });

  describe("shape of the answer", () => {
    it("changes its signs when the samples are swapped", () => {
      fc.assert(
        fc.property(somePairs(0, 20), ({ x, y }) => {
          expect([...pairedDifferences(y, x)]).toEqual([...pairedDifferences(x, y)].map((value) => 0 - value));
        }),
        manyRuns,
      );
    });
  });

  describe("edges", () => {
    it("leaves its inputs as they were", () => {
      const x = Object.freeze([1, 2]);
      const y = Float64Array.of(3, 4);
      expect([...pairedDifferences(x, y)]).toEqual([-2, -2]);
      expect([...y]).toEqual([3, 4]);
    });
  });

  describe("errors", () => {
    it.each([
      { x: [1, 2], y: [1], details: { first: 2, second: 1 } },
      { x: [1, Number.NaN], y: [1, 0], details: { index: 1, first: Number.NaN, second: 0 } },
    ])("rejects $x and $y", ({ x, y, details }) => {
      expect(() => pairedDifferences(x, y)).toThrow(expect.objectContaining({ code: "INVALID_OPTION", details }));
    });
  });
});
