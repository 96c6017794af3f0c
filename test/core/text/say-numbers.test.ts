import { describe, expect, it } from "vitest";
import { finiteOrNull, sayMeasure, sayNames, sayShare } from "../../../src/core/text/wording.ts";

describe("wording of values", () => {
  it("shows measures with three decimals, and zero without a sign", () => {
    expect([0.98765, 1, -0.25, -0.0001, null, Number.NaN].map(sayMeasure)).toEqual([
      ...["0.988", "1.000", "-0.250", "0.000", "-", "-"],
    ]);
  });

  it("joins names, and counts those that are left out", () => {
    expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map((names) => sayNames(names))).toEqual([
      ...["", "a", "a and b", "a, b and c"],
    ]);
    expect(sayNames(["a", "b", "c", "d", "e", "f"])).toBe("a, b, c and 3 more");
  });

  it("shows shares as percentages", () => {
    expect(sayShare(0.125)).toBe("13 %");
  });

  it("returns null for numbers that are not finite", () => {
    expect([1, Number.NaN, Number.POSITIVE_INFINITY, null, undefined].map(finiteOrNull)).toEqual([
      ...[1, null, null, null, null],
    ]);
  });
});
