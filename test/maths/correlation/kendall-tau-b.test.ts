import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kendallTauB } from "../../../src/maths/correlation/rank-correlation.ts";
import { manyRuns, somePairs } from "../../support/some-pairs.ts";

const x = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8];
const y = [2, 1, 3, 2, 6, 7, 2, 5, 5, 1, 7, 9];

describe("kendallTauB", () => {
  // scipy 1.17: scipy.stats.kendalltau(x, y, method="asymptotic")
  it.each([
    { name: "with ties on both sides", x, y, tau: 0.7438270555206971, p: 0.0014947159508454618 },
    { name: "without ties", x: [1, 2, 3, 4, 5], y: [1, 3, 2, 4, 5], tau: 0.8, p: 0.050043521248705106 },
  ])("matches scipy: $name", ({ x, y, tau, p }) => {
    const found = kendallTauB(x, y);
    expect(found?.tau).toBeCloseTo(tau, 14);
    expect(found?.p).toBeCloseTo(p, 14);
  });

  describe("properties", () => {
    it("kendallTauB is in -1..1 with p in 0..1, symmetric, and changes sign if one series is negated", () => {
      fc.assert(
        fc.property(somePairs(0, 20), ({ x, y }) => {
          const found = kendallTauB(x, y);
          fc.pre(found !== null);
          expect(Math.abs(Number(found?.tau))).toBeLessThanOrEqual(1);
          expect(found?.p).toBeGreaterThanOrEqual(0);
          expect(found?.p).toBeLessThanOrEqual(1);
          const swapped = kendallTauB(y, x);
          expect(swapped?.tau).toBeCloseTo(Number(found?.tau), 14);
          expect(swapped?.p).toBeCloseTo(Number(found?.p), 14);
          const turned = kendallTauB(
            x,
            y.map((value) => -value),
          );
          expect(turned?.tau).toBeCloseTo(-Number(found?.tau), 14);
          expect(kendallTauB(x.toReversed(), y.toReversed())).toEqual(found);
        }),
        manyRuns,
      );
    });

    it("kendallTauB is 1 for a series and an increasing function of it", () => {
      fc.assert(
        fc.property(somePairs(2, 20), ({ x }) => {
          const found = kendallTauB(
            x,
            x.map((value) => value ** 3 + 1),
          );
          fc.pre(found !== null);
          expect(found?.tau).toBeCloseTo(1, 14);
        }),
        manyRuns,
      );
    });
  });

  describe("edge cases", () => {
    it("kendallTauB is null for fewer than two pairs, or if a series is constant up to its last bits", () => {
      expect(kendallTauB([1, 2, 3], [0.3, 0.1 + 0.2, 0.3])).toBeNull();
      expect(kendallTauB([5, 5], [1, 2])).toBeNull();
      expect(kendallTauB([1], [1])).toBeNull();
      expect(kendallTauB([], [])).toBeNull();
    });

    // scipy 1.17: scipy.stats.kendalltau([1, 2], [1, 2], method="asymptotic").pvalue is 0.3173105078629142
    it("kendallTauB returns a p-value for two pairs", () => {
      expect(kendallTauB([1, 2], [1, 2])).toEqual({ tau: 1, p: expect.closeTo(0.3173105078629142, 13) });
    });
  });

  describe("errors", () => {
    it("kendallTauB rejects NaN", () => {
      expect(() => kendallTauB([1, Number.NaN], [1, 2])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    });
  });
});
