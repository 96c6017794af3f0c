import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { effectSize } from "../../../src/maths/significance/effect-size.ts";
import { pairedTTest } from "../../../src/maths/significance/paired-t-test.ts";
import { manyRuns, somePairs } from "../../support/some-pairs.ts";

const x = [0.5, 0.7, 0.31, 0.9, 0.12, 0.4, 0.66, 0.81, 0.25, 0.3, 0.72, 0.44];
const y = [0.4, 0.7, 0.35, 0.6, 0.1, 0.45, 0.5, 0.61, 0.25, 0.1, 0.62, 0.5];

describe("effectSize", () => {
  // numpy: d = x - y; d.mean() / d.std(ddof=1)
  it("gives the number of numpy", () => {
    expect(effectSize(x, y)).toBeCloseTo(0.6601044160327607, 13);
  });

  describe("shape of the answer", () => {
    it("is t / sqrt(n), and changes its sign when the samples are swapped", () => {
      fc.assert(
        fc.property(somePairs(2, 20), ({ x, y }) => {
          const found = effectSize(x, y);
          fc.pre(found !== null);
          expect(Number(found) * Math.sqrt(x.length)).toBeCloseTo(Number(pairedTTest(x, y)?.t), 9);
          expect(effectSize(y, x)).toBeCloseTo(-Number(found), 9);
        }),
        manyRuns,
      );
    });
  });

  describe("edges", () => {
    it("is null where all differences are the same, whatever their last bits, and below two pairs", () => {
      expect(effectSize([0.3, 0.2], [0.2, 0.1])).toBeNull();
      expect(effectSize([1, 1], [1, 1])).toBeNull();
      expect(effectSize([1], [0])).toBeNull();
      expect(effectSize([], [])).toBeNull();
    });
  });

  describe("errors", () => {
    it("rejects unequal lengths", () => {
      expect(() => effectSize([1], [])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    });
  });
});
