import { describe, expect, it } from "vitest";
import { at } from "../../../src/core/at.ts";
import { studentTInterval } from "../../../src/maths/distributions.ts";
import { zeroP } from "../../../src/maths/sampling/interval-estimate.ts";
import { decidePairs, priceOfLook } from "../../../src/maths/sampling/simultaneous-intervals.ts";
import { meanAndDeviation } from "../../../src/maths/summary.ts";
import { normals, randomOf } from "../../support/simulated-values.ts";

const apart = { interval: [0.1, 0.2] } as const;
const p = [0.0005, 0.012, 0.009, 0.03, 0.2, 0.041, 0.013, 0.7];

describe("decidePairs", () => {
  it("corrects p-values for the false discovery rate as scipy 1.17 does", () => {
    // scipy.stats.false_discovery_control(p).
    const expected = [0.004, 0.026, 0.026, 0.048, 0.22857142857142856, 0.05466666666666667, 0.026, 0.7];
    const found = decidePairs(
      p.map(() => apart),
      p,
      { correction: "fdr", look: 1 },
    );
    for (const [place, { pAdjusted }] of found.entries()) expect(pAdjusted).toBeCloseTo(at(expected, place), 12);
    expect(found.map(({ decided }) => decided)).toEqual([true, true, true, true, false, false, true, false]);
  });

  it('corrects p-values as Holm does if the correction is "holm"', () => {
    // By hand: 8 * .0005, 7 * .009, then 6 * .012, which is larger, and so on.
    const found = decidePairs(
      p.map(() => apart),
      p,
      { correction: "holm", look: 1 },
    );
    expect(found.map(({ decided }) => decided)).toEqual([true, ...new Array<boolean>(7).fill(false)]);
    expect(found[2]?.pAdjusted).toBeCloseTo(7 * 0.009, 12);
  });

  it("decides exact differences, corrects only known p-values, and does not decide a pair whose interval contains 0", () => {
    const means = [
      { interval: [0.3, 0.3] },
      { interval: [0, 0] },
      { interval: null },
      apart,
      { interval: [-1, 2] },
    ] as const;
    const found = decidePairs(means, [null, null, null, 0.02, 0.04], { correction: "fdr", look: 1 });
    expect(found.map(({ decided }) => decided)).toEqual([true, false, false, true, false]);
    expect(found.map(({ pAdjusted }) => pAdjusted)).toEqual([null, null, null, 0.04, 0.04]);
  });
});

describe("priceOfLook", () => {
  it("returns factors for p-values with which all looks together have an error of at most 5 %", () => {
    expect([1, 2, 3, 4, 5].map(priceOfLook)).toEqual([1, 2, 6, 12, 20]);
    let levels = 0;
    for (let look = 1; look <= 100_000; look++) levels += 0.05 / priceOfLook(look);
    expect(levels / 2).toBeCloseTo(0.05, 6);
    const third = decidePairs([apart, apart], [0.002, 0.009], { correction: "fdr", look: 3 });
    expect(third.map(({ pAdjusted }) => pAdjusted)).toEqual([expect.closeTo(0.024, 12), expect.closeTo(0.054, 12)]);
    expect(third.map(({ decided }) => decided)).toEqual([true, false]);
  });

  it.each([0, 1.5, Number.NaN])("refuses the look number %s", (look) => {
    expect(() => priceOfLook(look)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });

  it.each(["fdr", "holm"] as const)(
    "leads to a wrong decision in at most 5 % of ratings that stop at the first decision: %s",
    (correction) => {
      // Four engines so close that a decision has the wrong sign as often as the right one. Rating stops at the first
      // decision, the worst possible use of looks.
      const random = randomOf(7);
      const looks = [10, 20, 30, 40, 50];
      const draws = 1500;
      let [wrong, unpaid] = [0, 0];
      for (let draw = 0; draw < draws; draw++) {
        const engines = Array.from({ length: 4 }, () => normals(50, random));
        const wrongAt = (look: number, paid: number) => {
          const rated = looks[look - 1] ?? 0;
          const means = engines.flatMap((one, first) =>
            engines.slice(first + 1).map((other) => {
              const values = one.subarray(0, rated).map((value, query) => value - at(other, query));
              const { mean: estimate, standardDeviation } = meanAndDeviation(values);
              const [standardError, degreesOfFreedom] = [standardDeviation / Math.sqrt(rated), rated - 1];
              const interval = studentTInterval(estimate, standardError, degreesOfFreedom, 0.05);
              return { estimate, standardError, degreesOfFreedom, interval };
            }),
          );
          const decided = means.filter(
            (_, pair) => decidePairs(means, means.map(zeroP), { correction, look: paid })[pair]?.decided,
          );
          // True differences are close to 0, in favour of the second.
          return decided.length === 0 ? null : decided.filter(({ estimate }) => estimate > 0).length / decided.length;
        };
        const stopAt = (isPaid: boolean) =>
          looks.map((_, nth) => wrongAt(nth + 1, isPaid ? nth + 1 : 1)).find((one) => one !== null) ?? 0;
        wrong += stopAt(true) / draws;
        unpaid += stopAt(false) / draws;
      }
      // 5 % and two standard errors of 1,500 draws.
      expect(wrong).toBeLessThan(0.05 + 0.011);
      expect(unpaid).toBeGreaterThan(wrong);
    },
  );
});
