import { describe, expect, it } from "vitest";
import { median } from "../../scripts/bench/run-bench.ts";

describe("median", () => {
  // Sorts numbers, while JavaScript's default sort compares texts: 10 before 9.
  it("is the middle number, or halfway between the two middle numbers", () => {
    expect(median([10, 9, 100])).toBe(10);
    expect(median([10, 9, 100, 8])).toBe(9.5);
    expect(median([7])).toBe(7);
  });

  it("does not change the order of its input", () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});
