import { describe, expect, it } from "vitest";
import { inclusionProbabilities } from "../../../src/maths/random/inclusion-probabilities.ts";

describe("inclusionProbabilities", () => {
  // By hand: 4 size / 55.
  it("is in proportion to sizes", () => {
    const sizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    inclusionProbabilities(sizes, 4).forEach((probability, unit) => {
      expect(probability, `unit ${unit}`).toBeCloseTo((4 * (unit + 1)) / 55, 12);
    });
  });

  it("makes large units certain, and shares what is left", () => {
    // By hand: 3 · 60/100 > 1; then 2 · 30/40 > 1; then 1 · 4/10 and 6/10.
    expect(inclusionProbabilities([60, 30, 4, 6], 3)).toEqual([1, 1, 0.4, 0.6]);
  });

  it("is certain where there are no more units than are drawn", () => {
    expect(inclusionProbabilities([3, 1], 2)).toEqual([1, 1]);
    expect(inclusionProbabilities([], 1)).toEqual([]);
  });
});
