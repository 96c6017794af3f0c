import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kendallTauB, orderAgreement } from "../../../src/maths/correlation/rank-correlation.ts";
import { manyRuns, somePairs } from "../../support/some-pairs.ts";

const truth = [0.31, 0.52, 0.47, 0.47, 0.6, 0.22, 0.55, 0.58, 0.4];
const proxy = [0.7, 0.78, 0.74, 0.8, 0.79, 0.66, 0.74, 0.83, 0.81];

describe("orderAgreement", () => {
  // scipy 1.17: kendalltau, spearmanr; the upper half is the 2nd to 5th, 7th and 8th engine, because two tie for its
  // last position. τ-AP: numpy, the mean of the formula of Yilmaz et al. over all ways of breaking the two ties.
  it("matches scipy", () => {
    const found = orderAgreement(proxy, truth);
    expect(found.tauB).toBeCloseTo(0.4, 14);
    expect(found.spearman).toBeCloseTo(0.5336134453781513, 14);
    expect(found.tauAp).toBeCloseTo(0.27291666666666664, 14);
    expect(found.upperHalfTauB).toBeCloseTo(0.2142857142857143, 14);
  });

  describe("properties", () => {
    it("orderAgreement returns values in -1..1 that do not depend on the order of the engines", () => {
      fc.assert(
        fc.property(somePairs(0, 12), ({ x, y }) => {
          const found = orderAgreement(x, y);
          for (const value of Object.values(found)) expect(Math.abs(value ?? 0)).toBeLessThanOrEqual(1 + 1e-12);
          const turned = orderAgreement(x.toReversed(), y.toReversed());
          for (const [name, value] of Object.entries(turned)) {
            const before = found[name as keyof typeof found];
            expect(value === null ? before : Math.abs(value - Number(before)) < 1e-12).toBe(
              value === null ? null : true,
            );
          }
        }),
        manyRuns,
      );
    });

    it("orderAgreement uses the upper half of the true order, not of the proxy order", () => {
      fc.assert(
        fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 2 }), (proxy) => {
          const truth = proxy.map((_, engine) => -engine);
          const upper = Math.ceil(proxy.length / 2);
          const expected = kendallTauB(proxy.slice(0, upper), truth.slice(0, upper))?.tau ?? null;
          expect(orderAgreement(proxy, truth).upperHalfTauB).toBe(expected);
        }),
        manyRuns,
      );
    });

    it("orderAgreement returns 1 for equal orders, and -1 for the upper half if only the best two engines are swapped", () => {
      expect(orderAgreement([1, 2, 3, 4], [2, 4, 6, 8])).toEqual({
        tauB: 1,
        tauAp: 1,
        spearman: expect.closeTo(1, 14),
        upperHalfTauB: 1,
      });
      expect(orderAgreement([1, 2, 4, 3], [1, 2, 3, 4]).upperHalfTauB).toBe(-1);
    });
  });

  describe("edge cases", () => {
    const nothing = { tauB: null, tauAp: null, spearman: null, upperHalfTauB: null };

    it("orderAgreement returns null for fewer than two engines, or if all scores are equal up to their last bits", () => {
      expect(orderAgreement([], [])).toEqual(nothing);
      expect(orderAgreement([1], [1])).toEqual(nothing);
      expect(orderAgreement([1, 2, 3], [0.3, 0.1 + 0.2, 0.3])).toEqual(nothing);
      expect(orderAgreement([5, 5, 5], [1, 2, 3])).toEqual(nothing);
    });

    it("orderAgreement returns null for the upper half of two engines", () => {
      expect(orderAgreement([1, 2], [1, 2])).toMatchObject({ tauB: 1, upperHalfTauB: null });
    });
  });

  it("rejects NaN", () => {
    expect(() => orderAgreement([1, Number.NaN], [1, 2])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});
