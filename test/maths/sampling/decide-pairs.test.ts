import { describe, expect, it } from "vitest";
import { at } from "../../../src/core/at.ts";
import { decidePairs } from "../../../src/maths/sampling/simultaneous-intervals.ts";

const apart = { interval: [0.1, 0.2] } as const;
const p = [0.0005, 0.012, 0.009, 0.03, 0.2, 0.041, 0.013, 0.7];

describe("decidePairs", () => {
  it("corrects as scipy 1.17 does for the false discovery rate", () => {
    // scipy.stats.false_discovery_control(p).
    const expected = [0.004, 0.026, 0.026, 0.048, 0.22857142857142856, 0.05466666666666667, 0.026, 0.7];
    const found = decidePairs(
      p.map(() => apart),
      p,
      "fdr",
    );
    for (const [place, { pAdjusted }] of found.entries()) expect(pAdjusted).toBeCloseTo(at(expected, place), 12);
    expect(found.map(({ decided }) => decided)).toEqual([true, true, true, true, false, false, true, false]);
  });

  it("corrects by Holm where hardly any decision may be wrong", () => {
    // By hand: 8 * .0005, 7 * .009 and 6 * .012 held at it, and so on.
    const found = decidePairs(
      p.map(() => apart),
      p,
      "holm",
    );
    expect(found.map(({ decided }) => decided)).toEqual([true, ...new Array<boolean>(7).fill(false)]);
    expect(found[2]?.pAdjusted).toBeCloseTo(7 * 0.009, 12);
  });

  it("knows a difference without chance, counts only p-values that there are, and needs the interval of the pair", () => {
    const means = [
      { interval: [0.3, 0.3] },
      { interval: [0, 0] },
      { interval: null },
      apart,
      { interval: [-1, 2] },
    ] as const;
    const found = decidePairs(means, [null, null, null, 0.02, 0.04], "fdr");
    expect(found.map(({ decided }) => decided)).toEqual([true, false, false, true, false]);
    expect(found.map(({ pAdjusted }) => pAdjusted)).toEqual([null, null, null, 0.04, 0.04]);
  });
});
