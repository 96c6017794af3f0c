import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tauAp } from "../../../src/maths/correlation/rank-correlation.ts";
import { runs } from "../../support/property.ts";
import { manyRuns, somePairs } from "../../support/some-pairs.ts";

/** The formula of Yilmaz, Aslam & Robertson for orders without ties. */
function withoutTies(reference: readonly number[], estimate: readonly number[]): number {
  const order = estimate.map((_, index) => index).sort((one, other) => (estimate[other] ?? 0) - (estimate[one] ?? 0));
  let sum = 0;
  order.slice(1).forEach((engine, above) => {
    const higher = order.slice(0, above + 1);
    sum += higher.filter((other) => (reference[other] ?? 0) > (reference[engine] ?? 0)).length / (above + 1);
  });
  return (2 * sum) / (reference.length - 1) - 1;
}

/** All ways to break the ties of scores, equally likely, each as scores without ties. */
function breakTies(scores: readonly number[]): number[][] {
  const places = scores.map((_, index) => index);
  const orders = (left: readonly number[]): number[][] =>
    left.length === 0
      ? [[]]
      : left.flatMap((first) => orders(left.filter((other) => other !== first)).map((rest) => [first, ...rest]));
  return orders(places)
    .filter((order) =>
      order.every((index, place) => place === 0 || (scores[order[place - 1] ?? 0] ?? 0) >= (scores[index] ?? 0)),
    )
    .map((order) => places.map((index) => -order.indexOf(index)));
}

describe("tauAp", () => {
  // Worked by hand with n = 4: 2/3 · Σ C(i) / (i - 1) - 1.
  it.each([
    { name: "the same order: 2/3 · (1 + 1 + 1) - 1", estimate: [4, 3, 2, 1], expected: 1 },
    { name: "the first two swapped: 2/3 · (0 + 1 + 1) - 1", estimate: [3, 4, 2, 1], expected: 1 / 3 },
    { name: "the last two swapped: 2/3 · (1 + 1 + 2/3) - 1", estimate: [4, 3, 1, 2], expected: 7 / 9 },
    { name: "the opposite order", estimate: [1, 2, 3, 4], expected: -1 },
    { name: "the last one first: 2/3 · (0 + 1/2 + 2/3) - 1", estimate: [3, 2, 1, 4], expected: -2 / 9 },
  ])("matches a worked example: $name", ({ estimate, expected }) => {
    expect(tauAp([4, 3, 2, 1], estimate)).toBeCloseTo(expected, 14);
  });

  describe("properties", () => {
    it("tauAp matches the original formula if there are no ties", () => {
      const orders = fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 8 });
      fc.assert(
        fc.property(orders, orders, (reference, estimate) => {
          expect(tauAp(reference, estimate)).toBeCloseTo(withoutTies(reference, estimate), 13);
        }),
        manyRuns,
      );
    });

    it("tauAp is the mean over all ways to break ties in the estimate and in the truth", () => {
      const score = fc.integer({ min: 0, max: 2 });
      fc.assert(
        fc.property(somePairs(2, 4, score), ({ x, y }) => {
          const values = breakTies(x).flatMap((reference) =>
            breakTies(y).map((estimate) => withoutTies(reference, estimate)),
          );
          const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
          expect(tauAp(x, y)).toBeCloseTo(mean, 12);
        }),
        runs,
      );
    });

    it("tauAp is in -1..1 and does not depend on the order of the engines", () => {
      fc.assert(
        fc.property(somePairs(2, 20), ({ x, y }) => {
          const found = tauAp(x, y);
          expect(Math.abs(Number(found))).toBeLessThanOrEqual(1 + 1e-12);
          expect(tauAp(x.toReversed(), y.toReversed())).toBeCloseTo(Number(found), 12);
        }),
        manyRuns,
      );
    });
  });

  describe("edge cases", () => {
    it("tauAp is 0 if all scores of the estimate or of the truth tie", () => {
      expect(tauAp([1, 1, 1], [3, 2, 1])).toBe(0);
      expect(tauAp([3, 2, 1], [0.3, 0.1 + 0.2, 0.3])).toBe(0);
    });

    it("tauAp changes if estimate and truth are swapped", () => {
      expect(tauAp([3, 2, 1, 4], [4, 3, 2, 1])).not.toBeCloseTo(Number(tauAp([4, 3, 2, 1], [3, 2, 1, 4])), 3);
    });

    it("tauAp is null for fewer than two engines", () => {
      expect(tauAp([], [])).toBeNull();
      expect(tauAp([1], [1])).toBeNull();
    });
  });

  describe("errors", () => {
    it("tauAp rejects unequal lengths", () => {
      expect(() => tauAp([1], [])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    });
  });
});
