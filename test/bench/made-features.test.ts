import { describe, expect, it } from "vitest";
import { madeFeatures } from "../../src/bench/made-features.ts";

describe("madeFeatures", () => {
  it("has rows of features between -1 and 1, around 0, and a target for each", () => {
    const { matrix, targets } = madeFeatures(500, 6, 1);
    expect([matrix.rows, matrix.features, matrix.values.length, targets.length]).toEqual([500, 6, 3000, 500]);
    expect(Math.max(...matrix.values)).toBeLessThan(1);
    expect(Math.min(...matrix.values)).toBeGreaterThanOrEqual(-1);
    const mean = matrix.values.reduce((sum, value) => sum + value, 0) / 3000;
    // Its standard error is sqrt(1 / 3 / 3000) = 0.011.
    expect(Math.abs(mean)).toBeLessThan(0.05);
  });

  it("has the sum of a row's squares as its target", () => {
    const { matrix, targets } = madeFeatures(3, 2, 1);
    const [, , third = 0, fourth = 0] = matrix.values;
    expect(targets[1]).toBeCloseTo(third ** 2 + fourth ** 2, 12);
  });

  it("is the same for the same seed and another for another", () => {
    expect(madeFeatures(10, 2, 7)).toEqual(madeFeatures(10, 2, 7));
    expect(madeFeatures(10, 2, 7)).not.toEqual(madeFeatures(10, 2, 8));
  });
});
